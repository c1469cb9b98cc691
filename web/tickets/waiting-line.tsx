import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { WAITING_LEAST } from '#domain/limits.ts';
import type { Ticket } from '#domain/ticket.ts';
import type { Waiting } from '#domain/waiting.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';

/** For the customer of a request that nobody has yet: what to expect, from real figures alone. */
export function WaitingLine({ ticket }: { ticket: Ticket }) {
  const isWaiting = ticket.relation === 'customer' && ticket.turn.whose === 'open';
  const { data } = useQuery({
    queryKey: keys.waiting(ticket.id),
    queryFn: ({ signal }) =>
      api.get('/api/tickets/{id}/waiting', { path: { id: ticket.id }, signal }),
    enabled: isWaiting,
  });
  if (!isWaiting || !data) return null;
  return (
    <p className="flex items-start gap-2 text-sm text-ink-soft">
      <Hourglass size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        {toldWords(data.told)} {paceWords(data)}
      </span>
    </p>
  );
}

function toldWords(told: number): string {
  if (told === 0) return 'Unblockers of this field see it in their list.';
  return told === 1
    ? 'One unblocker of this field was told at once.'
    : `${told} unblockers of this field were told.`;
}

function paceWords({ taken, half_within_minutes }: Waiting): string {
  if (half_within_minutes === null)
    return `This field is new here: fewer than ${WAITING_LEAST} requests like it were taken so far.`;
  return `Of the last ${taken} requests like it, half were taken within ${timeWords(half_within_minutes)}.`;
}

function timeWords(minutes: number): string {
  if (minutes < 60) return counted(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
