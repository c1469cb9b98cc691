import { type RawBuilder, sql } from 'kysely';
import type { PersonRecord } from '#domain/desk.ts';
import { DAY_MS } from '#domain/milliseconds.ts';
import { FINAL_STATUSES } from '#domain/ticket-status.ts';
import { TRACK_RECORD_DAYS, type TrackRecord } from '#domain/track-record.ts';
import type { Database } from '../database/database.ts';
import { seen } from '../lifecycle/visibility.ts';

/** Whose record, and of which time. */
interface Scope {
  /** Left out: everybody's. */
  developerId?: string;
  from: Date;
  until: Date;
}

/** Answers are counted in the newest conversations only, so that no query reads all of them. */
const MAX_CONVERSATIONS = 2000;

/** The track record of one unblocker, or of all. Each part reads the rows of its time, by an index. */
export async function trackRecord(db: Database, scope: Scope): Promise<TrackRecord> {
  const { on_time, dated, first_pass, answered, approved } = await deliveriesIn(db, scope);
  return {
    on_time: { count: on_time, of: dated },
    first_pass: { count: first_pass, of: answered },
    broke_again: { count: await repairsIn(db, scope), of: approved },
    plan: await durationOf(db, plansIn(scope)),
    answer: await durationOf(db, answersIn(scope)),
  };
}

/** That of one unblocker over the last year. */
export function trackRecordOf(db: Database, developerId: string): Promise<TrackRecord> {
  const until = new Date();
  const from = new Date(until.getTime() - TRACK_RECORD_DAYS * DAY_MS);
  return trackRecord(db, { developerId, from, until });
}

interface Deliveries {
  on_time: number;
  dated: number;
  first_pass: number;
  answered: number;
  approved: number;
}

/** A delivery counts when it was handed in, its answer when that was given. Repairs are not approvals. */
async function deliveriesIn(db: Database, scope: Scope): Promise<Deliveries> {
  const found = (moment: 'submitted_at' | 'decided_at') => sql`
    select d.*, m.repairs, not exists (select from deliveries e where e.milestone_id = d.milestone_id
        and e.pairing_id = d.pairing_id and e.round < d.round) as is_first
    from deliveries d join pairings p on p.id = d.pairing_id join milestones m on m.id = d.milestone_id
    where ${ofDeveloper('p.developer_id', scope)} and ${within(`d.${moment}`, scope)}`;
  const { rows } = await sql<Deliveries>`
    select (select count(*)::int from (${found('submitted_at')}) d
        where d.is_first and d.submitted_at <= d.due_at) as on_time,
      (select count(*)::int from (${found('submitted_at')}) d
        where d.is_first and d.due_at is not null) as dated,
      a.* from (
      select count(*) filter (where d.is_first and d.decision = 'accepted')::int as first_pass,
        count(*) filter (where d.is_first and d.decision in ('accepted', 'rejected'))::int as answered,
        count(*) filter (where d.decision = 'accepted' and d.repairs is null)::int as approved
      from (${found('decided_at')}) d) a`.execute(db);
  return rows[0] ?? { on_time: 0, dated: 0, first_pass: 0, answered: 0, approved: 0 };
}

async function repairsIn(db: Database, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ticket_history h
    where h.action = 'broke-again' and ${ofDeveloper('h.developer_id', scope)}
      and ${within('h.created_at', scope)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The first plan after each grab. */
function plansIn(scope: Scope) {
  return sql`select g.created_at as since, h.created_at as at
    from ticket_history h
    join lateral (select id, created_at from ticket_history
      where ticket_id = h.ticket_id and id < h.id and action = 'grab' order by id desc limit 1) g on true
    where h.action = 'submit-plan' and ${ofDeveloper('h.actor_id', scope)}
      and ${within('h.created_at', scope)}
      and not exists (select from ticket_history e where e.ticket_id = h.ticket_id
        and e.action = 'submit-plan' and e.id > g.id and e.id < h.id)`;
}

/** Messages that one side sends in a row are one; the first of the customer's waits for its answer. */
function answersIn(scope: Scope) {
  return sql`select created_at as since, answered_at as at from (
      select t.*, lead(created_at) over (partition by pairing_id order by position) as answered_at
      from (
        select m.pairing_id, m.position, m.created_at, m.author_id = t.customer_id as is_customers,
          lag(m.author_id) over (partition by m.pairing_id order by m.position)
            is distinct from m.author_id as begins
        from (select p.id, p.ticket_id, p.developer_id from pairings p
          where p.developer_id is not null and ${ofDeveloper('p.developer_id', scope)}
            and ${within('p.began_at', scope)}
          order by p.began_at desc limit ${MAX_CONVERSATIONS}) p
        join tickets t on t.id = p.ticket_id
        join messages m on m.ticket_id = p.ticket_id and m.pairing_id = p.id
          and not m.is_system and m.author_id in (t.customer_id, p.developer_id)) t
      where begins) t
    where is_customers and answered_at is not null`;
}

async function durationOf(
  db: Database,
  moments: RawBuilder<unknown>,
): Promise<TrackRecord['plan']> {
  const { rows } = await sql<TrackRecord['plan']>`
    with minutes as (
      select extract(epoch from at - since)::float8 / 60 as minutes from (${moments}) moments)
    select count(*)::int as count,
      round(percentile_cont(0.5) within group (order by minutes)::numeric, 1)::float8 as median_minutes,
      round(percentile_cont(0.9) within group (order by minutes)::numeric, 1)::float8 as p90_minutes
    from minutes`.execute(db);
  return rows[0] ?? { count: 0, median_minutes: null, p90_minutes: null };
}

function ofDeveloper(column: string, { developerId }: Scope) {
  return developerId === undefined
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = ${developerId}`;
}

function within(column: string, { from, until }: Scope) {
  return sql<boolean>`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until}`;
}

/**
 * What is known of people on either side of requests, for a moderator who decides between them. Those
 * whose accounts are deleted are left out.
 */
export async function recordsOf(
  db: Database,
  ids: readonly string[],
  developerId: string | null,
): Promise<Map<string, PersonRecord>> {
  const ended = sql.join([...FINAL_STATUSES]);
  const side = seen.isSide('u');
  const ofReports = (status: string) => sql<number>`(select count(*)::int from reports r
    join messages m on m.id = r.message_id where m.author_id = u.id and r.status = ${status})`;
  const rows = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.created_at as since'])
    .select([
      sql<number>`(select count(*)::int from tickets t where ${side} and t.status not in (${ended}))`.as(
        'running',
      ),
      sql<number>`(select count(*)::int from tickets t where ${side} and t.status in (${ended}))`.as(
        'finished',
      ),
      sql<number>`(select count(*)::int from milestones ms join tickets t on t.id = ms.ticket_id
        where ${side} and ms.status = 'ACCEPTED')`.as('accepted'),
      ofReports('open').as('open'),
      ofReports('dismissed').as('dismissed'),
      ofReports('hidden').as('hidden'),
      ofReports('closed').as('closed'),
      sql<number>`(select count(*)::int from billing_records b join tickets t on t.id = b.ticket_id
        where ${side} and b.refunded_cents + b.case_refunded_cents > 0)`.as('refunds'),
      sql<number>`(select count(*)::int from disputes d
        join billing_records b on b.id = d.billing_record_id join tickets t on t.id = b.ticket_id
        where ${side})`.as('chargebacks'),
      sql<number>`(select count(*)::int from suspensions s where s.person_id = u.id)`.as(
        'suspensions',
      ),
    ])
    .where('u.id', 'in', ids)
    .execute();
  const track = developerId === null ? null : await trackRecordOf(db, developerId);
  return new Map(
    rows.map(({ id, running, finished, open, dismissed, hidden, closed, ...rest }) => [
      id,
      {
        ...rest,
        requests: { running, finished },
        reports: { open, dismissed, hidden, closed },
        track: id === developerId ? track : null,
      },
    ]),
  );
}
