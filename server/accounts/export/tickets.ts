import { sql } from 'kysely';
import type { Export } from '#domain/export.ts';
import { stepPlaces } from '#domain/record-money.ts';
import { storedMoney } from '#domain/record-money-schemas.ts';
import { REQUEST_COLUMNS } from '#domain/ticket.ts';
import type { Reader } from '../../database/database.ts';
import { asChecked, asResult, checksOf, resultColumn } from '../../lifecycle/checks.ts';
import { isDone } from '../../lifecycle/done.ts';
import { isFor } from '../../lifecycle/history.ts';
import { seen } from '../../lifecycle/visibility.ts';
import { grouped, inBatches, later } from './rows.ts';

/** Of a round of delivery (`d`). */
export const DELIVERY = [
  'd.milestone_id',
  'd.id',
  'd.round',
  'd.message',
  'd.submitted_at',
  'd.decision',
  'd.decided_at',
] as const;

/** A plan can have 50 milestones with long texts. */
const BATCH = 20;

type Ticket = Export['tickets_as_customer'][number];
type Milestone = Ticket['milestones'][number];

/** A person's requests, oldest first, each with all that is theirs. */
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
    .select(['help', 'cancellation', 'ending'])
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
  const [plans, versions, changes, code, history] = await Promise.all([
    plansOf(db, ids, me),
    versionsOf(db, ids, me),
    changesOf(db, ids, me),
    codeOf(db, ids, me),
    historyOf(db, ids, me),
  ]);
  return tickets.map((ticket) => ({
    ...ticket,
    milestones: plans(ticket.id),
    plans: versions(ticket.id).map(({ ticket_id: _, ...plan }) => plan),
    changes: changes(ticket.id).map(({ ticket_id: _, ...change }) => change),
    code: code(ticket.id).map(({ ticket_id: _, ...version }) => version),
    history: history(ticket.id).map(({ line }) => line),
  }));
}

async function plansOf(
  db: Reader,
  ids: string[],
  me: string,
): Promise<(ticket: string) => Milestone[]> {
  const milestones = await db
    .selectFrom('milestones')
    .select(['ticket_id', 'id', 'title', 'description', 'estimated_minutes', 'status'])
    .select(['hourly_rate_cents', 'cost_cents', 'started_at', 'created_at'])
    .select(['named_due_at', 'extended_to'])
    .where('ticket_id', 'in', ids)
    .orderBy('position')
    .execute();
  const deliveries = await db
    .selectFrom('deliveries as d')
    .innerJoin('milestones as m', 'm.id', 'd.milestone_id')
    .innerJoin('tickets as t', 't.id', 'm.ticket_id')
    .innerJoin('pairings as p', 'p.id', 'd.pairing_id')
    .leftJoin('messages as said', 'said.id', 'd.message_id')
    .select(DELIVERY)
    .select(resultColumn)
    .select(seen.readsPairing({ id: me }).as('reads'))
    .select(
      sql<string | null>`case when ${seen.readsPairing({ id: me })} then said.text end`.as(
        'feedback',
      ),
    )
    .where('m.ticket_id', 'in', ids)
    // Of former developers' deliveries, those that are done are part of the request.
    .where((where) => where.or([isDone(), seen.readsPairing({ id: me })]))
    .orderBy('d.round')
    .execute();
  const roundsOf = grouped(deliveries, ({ milestone_id }) => milestone_id);
  const planOf = grouped(milestones, ({ ticket_id }) => ticket_id);
  const checks = await checksOf(
    db,
    milestones.map(({ id }) => id),
  );
  return (ticket) =>
    planOf(ticket).map(({ ticket_id: _, ...milestone }) => ({
      ...milestone,
      checks: (checks.get(milestone.id) ?? []).map(asChecked),
      deliveries: roundsOf(milestone.id).map(({ milestone_id: _, reads, ...round }) => ({
        ...round,
        checks: round.checks.map((result) => asResult(result, Boolean(reads))),
      })),
    }));
}

/** Submitted plans of the person's own conversations. */
async function versionsOf(db: Reader, ids: string[], me: string) {
  const found = await db
    .selectFrom('plan_versions as v')
    .innerJoin('tickets as t', 't.id', 'v.ticket_id')
    .innerJoin('pairings as p', 'p.id', 'v.pairing_id')
    .select(['v.ticket_id', 'v.number', 'v.submitted_at', 'v.submitted_by as by', 'v.milestones'])
    .where('v.ticket_id', 'in', ids)
    .where(seen.readsPairing({ id: me }))
    .orderBy('v.number')
    .execute();
  return grouped(found, ({ ticket_id }) => ticket_id);
}

async function changesOf(db: Reader, ids: string[], me: string) {
  const found = await db
    .selectFrom('plan_changes as c')
    .innerJoin('tickets as t', 't.id', 'c.ticket_id')
    .innerJoin('pairings as p', 'p.id', 'c.pairing_id')
    .leftJoin('messages as m', 'm.id', 'c.message_id')
    .select(['c.ticket_id', 'c.id', 'c.asked_by', 'c.asked_at', 'm.text as reason'])
    .select(['c.differences as changes', 'c.outcome', 'c.decided_at'])
    .where('c.ticket_id', 'in', ids)
    .where(seen.readsPairing({ id: me }))
    .orderBy('c.position')
    .execute();
  return grouped(found, ({ ticket_id }) => ticket_id);
}

/** What one brought oneself. */
async function codeOf(db: Reader, ids: string[], me: string) {
  const found = await db
    .selectFrom('snapshots')
    .select(['ticket_id', 'number', 'kind', 'source', 'name', 'ref', 'state', 'files', 'bytes'])
    .select(['must_keep', 'packet', 'created_at'])
    .where('ticket_id', 'in', ids)
    .where('author_id', '=', me)
    .orderBy('number')
    .execute();
  return grouped(found, ({ ticket_id }) => ticket_id);
}

async function historyOf(db: Reader, ids: string[], me: string) {
  const found = await db
    .selectFrom('ticket_history as h')
    .innerJoin('tickets as t', 't.id', 'h.ticket_id')
    .select(['h.ticket_id', 'h.event', 'h.actor', 'h.actor_id', 'h.milestone_id', 'h.created_at'])
    .select(['h.money', 't.customer_id'])
    .where('h.ticket_id', 'in', ids)
    .where(isFor(me))
    .orderBy('h.id')
    .execute();
  const split = found.map(({ ticket_id, actor_id, actor, customer_id, money, ...line }) => ({
    ticket_id,
    line: {
      ...line,
      actor: actor as Ticket['history'][number]['actor'],
      money: stepPlaces(
        { side: customer_id === me ? 'customer' : 'developer', id: me },
        storedMoney(money),
      ),
      by_me: actor_id === me,
    },
  }));
  return grouped(split, ({ ticket_id }) => ticket_id);
}
