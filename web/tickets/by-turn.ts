import type { Ticket } from '#domain/ticket.ts';
import type { Whose } from '#domain/turn-table.ts';

/** What a list is narrowed to. */
export const TURN_FILTERS = ['mine', 'unread', 'late', 'unpaid'] as const;
export type TurnFilter = (typeof TURN_FILTERS)[number];

export const turnFilters: Record<TurnFilter, { label: string; fits: (ticket: Ticket) => boolean }> =
  {
    mine: { label: 'Your Turn', fits: ({ turn }) => turn.whose === 'mine' },
    unread: { label: 'Unread', fits: ({ unread = 0 }) => unread > 0 },
    late: {
      label: 'Late',
      fits: ({ timer }) => timer?.kind === 'missed' || timer?.kind === 'repair_missed',
    },
    unpaid: {
      label: 'Not Paid',
      fits: ({ status, held_cents, only_repairs_left }) =>
        status === 'DEVELOPER_WORKING' && held_cents === 0 && !only_repairs_left,
    },
  };

const order: Whose[] = ['mine', 'moderator', 'theirs', 'open', 'done'];

/** What is mine to do comes first, the longest waiting of it before all; the rest stays as it was. */
export function byTurn(tickets: readonly Ticket[]): Ticket[] {
  return tickets.toSorted((one, other) => {
    const turns = order.indexOf(one.turn.whose) - order.indexOf(other.turn.whose);
    if (turns !== 0 || one.turn.whose !== 'mine') return turns;
    return +new Date(one.turn.since) - +new Date(other.turn.since);
  });
}
