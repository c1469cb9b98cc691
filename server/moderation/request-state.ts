import { NO_MONEY, placesFor } from '#domain/record-money.ts';
import type { MoneyPlaces } from '#domain/record-money-schemas.ts';
import type { Reader } from '../database/database.ts';
import { moneyNow, moneyOfTickets } from '../ledger/record-money.ts';
import type { TicketRow } from '../lifecycle/locked.ts';

/**
 * Where the money of each request is, in cents of its prices; requests without money are left out.
 */
export async function moneyOf(
  db: Reader,
  ticketIds: readonly string[],
): Promise<Map<string, MoneyPlaces>> {
  const records = await moneyOfTickets(db, ticketIds);
  const moderator = { side: 'moderator', id: '' } as const;
  return new Map(
    [...Map.groupBy(records, ({ ticket_id }) => ticket_id ?? '')].map(([id, each]) => [
      id,
      placesFor(moderator, moneyNow(each)),
    ]),
  );
}

/** What the audit log keeps of a request before and after an act: ids, states and amounts. */
export async function stateOf(db: Reader, ticket: TicketRow) {
  const { open_reports } = await db
    .selectFrom('reports')
    .select((query) => query.fn.countAll<number>().as('open_reports'))
    .where('ticket_id', '=', ticket.id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return {
    status: ticket.status,
    status_before_help: ticket.status_before_help,
    developer_id: ticket.developer_id,
    open_reports,
    ...((await moneyOf(db, [ticket.id])).get(ticket.id) ?? NO_MONEY),
  };
}
