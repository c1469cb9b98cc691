import type { Export } from '#domain/export.ts';
import { REQUEST_COLUMNS } from '#domain/ticket.ts';
import type { Reader } from '../../database/database.ts';
import { grouped, inBatches, later } from './rows.ts';

/** A plan can have 50 milestones with long texts. */
const BATCH = 20;

type Ticket = Export['tickets_as_customer'][number];
type Milestone = Ticket['milestones'][number];

/** The requests on one side of which a person stands, oldest first, each with all that is its own. */
export async function* ticketsOf(
  db: Reader,
  me: string,
  side: 'customer_id' | 'developer_id',
): AsyncGenerator<Ticket> {
  let batch: Row[] = [];
  for await (const row of inBatches(
    (after: Row | undefined) => rows(db, { me, side, after }),
    BATCH,
  )) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield* await whole(db, me, batch);
    batch = [];
  }
  yield* await whole(db, me, batch);
}

type Row = Awaited<ReturnType<typeof rows>>[number];

function rows(
  db: Reader,
  at: {
    me: string;
    side: 'customer_id' | 'developer_id';
    after: { created_at: Date; id: string } | undefined;
  },
) {
  return db
    .selectFrom('tickets')
    .select(['id', 'status', 'status_since', ...REQUEST_COLUMNS, 'created_at'])
    .where(at.side, '=', at.me)
    .where(later('tickets', at.after))
    .orderBy('created_at')
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

async function whole(db: Reader, me: string, tickets: Row[]): Promise<Ticket[]> {
  if (tickets.length === 0) return [];
  const ids = tickets.map(({ id }) => id);
  const [plans, feedback, history] = await Promise.all([
    plansOf(db, ids),
    feedbackOf(db, ids),
    historyOf(db, ids, me),
  ]);
  return tickets.map((ticket) => ({
    ...ticket,
    milestones: plans(ticket.id),
    feedback: feedback(ticket.id)[0]?.words ?? null,
    history: history(ticket.id).map(({ line }) => line),
  }));
}

async function plansOf(db: Reader, ids: string[]): Promise<(ticket: string) => Milestone[]> {
  const milestones = await db
    .selectFrom('milestones')
    .select(['ticket_id', 'id', 'title', 'description', 'estimated_minutes', 'status'])
    .select(['hourly_rate_cents', 'cost_cents', 'started_at', 'created_at'])
    .where('ticket_id', 'in', ids)
    .orderBy('position')
    .execute();
  const deliveries = await db
    .selectFrom('deliveries as d')
    .innerJoin('milestones as m', 'm.id', 'd.milestone_id')
    .select(['d.milestone_id', 'd.id', 'd.round', 'd.message', 'd.submitted_at', 'd.decision'])
    .select(['d.feedback', 'd.decided_at'])
    .where('m.ticket_id', 'in', ids)
    .orderBy('d.round')
    .execute();
  const roundsOf = grouped(deliveries, ({ milestone_id }) => milestone_id);
  const planOf = grouped(milestones, ({ ticket_id }) => ticket_id);
  return (ticket) =>
    planOf(ticket).map(({ ticket_id: _, ...milestone }) => ({
      ...milestone,
      deliveries: roundsOf(milestone.id).map(({ milestone_id: _, ...round }) => round),
    }));
}

async function feedbackOf(db: Reader, ids: string[]) {
  const found = await db
    .selectFrom('user_feedback')
    .select(['ticket_id', 'rating', 'feedback', 'created_at', 'updated_at'])
    .where('ticket_id', 'in', ids)
    .execute();
  const split = found.map(({ ticket_id, ...words }) => ({ ticket_id, words }));
  return grouped(split, ({ ticket_id }) => ticket_id);
}

async function historyOf(db: Reader, ids: string[], me: string) {
  const found = await db
    .selectFrom('ticket_history')
    .select(['ticket_id', 'event', 'actor', 'actor_id', 'milestone_id', 'created_at'])
    .where('ticket_id', 'in', ids)
    .orderBy('id')
    .execute();
  const split = found.map(({ ticket_id, actor_id, actor, ...line }) => ({
    ticket_id,
    line: { ...line, actor: actor as Ticket['history'][number]['actor'], by_me: actor_id === me },
  }));
  return grouped(split, ({ ticket_id }) => ticket_id);
}
