import { sql } from 'kysely';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { FINAL_STATUSES, ticketGroups } from '#domain/ticket-status.ts';
import type { Database } from '../../database/database.ts';
import { periodOf, type Span } from './span.ts';

type OpenStatus = (typeof ticketGroups.open)[number];

interface Move {
  period: number;
  from_status: TicketStatus | null;
  to_status: TicketStatus;
  count: number;
}

export interface MovedRequests {
  requests: Record<OpenStatus, number>;
  posted: number;
  approved: number;
  rejected: number;
}

/**
 * Where requests stood at the end of each period, reckoned back from where they stand now, so that
 * nothing before the span is read.
 */
export async function requestMoves(db: Database, span: Span): Promise<MovedRequests[]> {
  const [standing, moves] = await Promise.all([standingNow(db), movesIn(db, span)]);
  const byPeriod = Map.groupBy(moves, ({ period }) => period);
  const found: MovedRequests[] = [];
  for (let period = span.periods - 1; period >= 0; period--) {
    const own = byPeriod.get(period) ?? [];
    found.unshift({
      requests: { ...standing },
      posted: sumOf(own, ({ from_status }) => from_status === null),
      approved: sumOf(own, ({ to_status }) => to_status === 'CUSTOMER_APPROVED'),
      rejected: sumOf(own, ({ to_status }) => to_status === 'CUSTOMER_REJECTED'),
    });
    takeBack(standing, own);
  }
  return found;
}

async function standingNow(db: Database): Promise<Record<OpenStatus, number>> {
  const rows = await db
    .selectFrom('tickets')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    // Matches the partial index.
    .where('status', 'not in', FINAL_STATUSES)
    .groupBy('status')
    .execute();
  const counts = new Map<TicketStatus, number>(rows.map(({ status, count }) => [status, count]));
  return Object.fromEntries(
    ticketGroups.open.map((status) => [status, counts.get(status) ?? 0]),
  ) as Record<OpenStatus, number>;
}

function movesIn(db: Database, span: Span): Promise<Move[]> {
  return db
    .selectFrom('ticket_history')
    .select(periodOf(span, 'created_at').as('period'))
    .select(['from_status', 'to_status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('created_at', '>=', span.from)
    .where(sql<boolean>`from_status is distinct from to_status`)
    .groupBy([sql.ref('period'), 'from_status', 'to_status'])
    .execute();
}

function takeBack(standing: Record<OpenStatus, number>, moves: readonly Move[]): void {
  for (const { from_status, to_status, count } of moves) {
    if (isOpen(to_status)) standing[to_status] -= count;
    if (from_status !== null && isOpen(from_status)) standing[from_status] += count;
  }
}

function isOpen(status: TicketStatus): status is OpenStatus {
  return !FINAL_STATUSES.some((final) => final === status);
}

function sumOf(moves: readonly Move[], which: (move: Move) => boolean): number {
  return moves.filter(which).reduce((sum, { count }) => sum + count, 0);
}
