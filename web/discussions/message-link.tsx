import { Link } from 'react-router';
import type { Message } from '#domain/message.ts';
import { paths } from '#domain/paths.ts';
import { RelativeTime } from '../ui/relative-time.tsx';

/** The time of a message, which links to it. */
export function MessageLink({ message }: { message: Message }) {
  return (
    <Link
      to={paths.message(message.ticket_id, message.id)}
      className="thumb py-1 underline-offset-3 hover:underline"
    >
      <RelativeTime at={message.created_at} className="text-2xs whitespace-nowrap text-ink-soft" />
      <span className="sr-only">, link to this message</span>
    </Link>
  );
}
