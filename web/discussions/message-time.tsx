import { messageTime } from '#domain/message-time.ts';
import { useMinute } from '../ui/use-minute.ts';

export function MessageTime({ at }: { at: string | Date }) {
  const sent = new Date(at);
  const now = useMinute();
  return (
    <time
      dateTime={sent.toISOString()}
      title={sent.toLocaleString()}
      className="text-2xs whitespace-nowrap text-ink-soft"
    >
      {messageTime(sent, now)}
    </time>
  );
}
