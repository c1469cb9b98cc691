import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Ticket } from '#domain/ticket.ts';
import { keys } from '../api/keys.ts';
import type { Typing } from '../api/live-events.ts';
import { counterpartName } from '../tickets/counterpart.ts';

/** Longer than the pause between two signs of one who goes on writing. */
const SHOWN_MS = 6000;

/** Says that the other side is writing. Its line is always there, so that nothing moves. */
export function TypingMark({ ticket }: { ticket: Ticket }) {
  const { data } = useQuery<Typing | null>({
    queryKey: keys.typing(ticket.id),
    queryFn: skipToken,
  });
  const at = data?.person_id === ticket.counterpart?.id ? (data?.at ?? 0) : 0;
  const [over, setOver] = useState(0);
  useEffect(() => {
    if (at === 0) return;
    const timer = setTimeout(() => setOver(at), Math.max(0, at + SHOWN_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);

  return (
    <p role="status" className="h-5 truncate px-4 text-2xs text-ink-soft md:px-6">
      {at > over && `${counterpartName(ticket)} is typing...`}
    </p>
  );
}
