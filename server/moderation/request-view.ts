import { sql } from 'kysely';
import { aiToolLabels } from '#domain/ai-tool.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { ModeratedRequest } from '#domain/moderation.ts';
import { fullName } from '#domain/profile.ts';
import { Refusal } from '#domain/refusals.ts';
import { sidesOf } from '#domain/relation.ts';
import type { Facts } from '#domain/rule-facts.ts';
import { actionsFor } from '#domain/rulebook.ts';
import { outcomeOf } from '#domain/system-message-texts.ts';
import { REQUEST_COLUMNS } from '#domain/ticket.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { pickerOf } from '../database/columns.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { allMoneyLeft, moneyFacts, moneyLeft } from '../ledger/money-left.ts';
import { milestoneOfRecord } from '../ledger/records.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import { type Change, within } from '../lifecycle/change.ts';
import { historyOf } from '../lifecycle/history.ts';
import { isSideSuspended, waitingFacts } from '../lifecycle/locked.ts';
import { progressOf } from '../lifecycle/turns.ts';
import { isUnderReview } from '../lifecycle/under-review.ts';
import { milestonesOf } from '../tickets/milestone-queries.ts';
import { appealsOfTicket } from './appeals.ts';
import { asModeratedTickets, type ModeratedRow, moderatedRows, placesOf } from './case-queue.ts';
import { quotesAbout } from './quote-talk.ts';
import { requireImpartial } from './record-decision.ts';
import { recordsOf } from './track-record.ts';

const written = pickerOf<ModeratedRow, (typeof REQUEST_COLUMNS)[number]>(REQUEST_COLUMNS);

const CLOSED =
  'Moderators read a discussion and its files only while there is something for them to decide.';

/**
 * All that moderators see of one request, except its discussion. The view is logged.
 * @throws Refusal `not_found`, `not_your_part` for one's own request
 */
export async function viewRequest(
  change: Change,
  moderator: Viewer,
  id: string,
): Promise<ModeratedRequest> {
  const view = await requestFor(change, moderator, id);
  await noteLook(change.tx, moderator, id, {
    status: view.status,
    thread_open: view.thread.allowed,
  });
  return view;
}

/** A page that refreshes within a minute and shows the same is not logged again. */
async function noteLook(
  tx: Tx,
  moderator: Viewer,
  id: string,
  after: { status: TicketStatus; thread_open: boolean },
): Promise<void> {
  const noted = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('ticket_id', '=', id)
    .where('action', '=', 'request_viewed')
    .where('actor_id', '=', moderator.id)
    .where('at', '>', sql<Date>`now() - interval '1 minute'`)
    .where(sql<boolean>`after = ${JSON.stringify(after)}::jsonb`)
    .executeTakeFirst();
  if (noted) return;
  await writeAudit({ tx }, moderator, {
    action: 'request_viewed',
    target: { type: 'request', id },
    ticket_id: id,
    after,
  });
}

/** The same as the answer to an act, which has its own log entry. */
export async function requestFor(
  change: Change,
  moderator: Viewer,
  id: string,
): Promise<ModeratedRequest> {
  const { tx } = change;
  const row = await moderatedRows(tx).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  await requireImpartial(tx, moderator, id);
  const [listed] = await asModeratedTickets(tx, moderator, [row]);
  if (!listed) throw new Refusal('not_found');
  const left = allMoneyLeft(await moneyLeft(tx, id));
  const allowed = await isUnderReview(tx, id);
  const plan = await milestonesOf(within(change), id, {
    relation: 'moderator',
    id: moderator.id,
  });
  const { turn } = await progressOf(tx, row, 'moderator');
  const records = await recordsOf(tx, sidesOf(row), row.developer_id);
  const { ai_tool, ai_tool_other } = row;
  return {
    ...listed,
    places: placesOf(row),
    ...written(row),
    ai_tool: ai_tool_other ?? aiToolLabels[ai_tool],
    money_back: { held_cents: left.held_cents, released_cents: left.released_cents },
    thread: { allowed, reason: allowed ? null : CLOSED },
    turn,
    plan,
    history: await historyOf(tx, { side: 'moderator', id: moderator.id }, id),
    ledger: await ledgerOf(tx, id),
    records: {
      customer: records.get(row.customer_id) ?? null,
      developer: records.get(row.developer_id ?? '') ?? null,
    },
    decisions: await decisionsOf(tx, id),
    appeals: await appealsOfTicket(tx, moderator, id),
    handovers: allowed ? await handoversOf(tx, id) : [],
    quotes: allowed ? await quotesAbout(tx, row) : [],
    actions: actionsFor('ticket', 'moderator', {
      ...(await factsOf(tx, row, plan)),
      ...moneyFacts(left),
    }),
  };
}

async function factsOf(tx: Tx, row: ModeratedRow, plan: readonly Milestone[]): Promise<Facts> {
  return {
    status: row.status,
    status_before_help: row.status_before_help,
    has_developer: row.developer_id !== null,
    milestones: plan.map(({ billing_status: billing, ...each }) => ({ ...each, billing })),
    ...waitingFacts(row),
    side_suspended: await isSideSuspended(tx, row),
  };
}

async function decisionsOf(tx: Tx, ticketId: string): Promise<ModeratedRequest['decisions']> {
  const rows = await tx
    .selectFrom('decisions as d')
    .innerJoin('profiles as p', 'p.id', 'd.decided_by')
    .select(['d.id', 'd.kind', 'd.parameters', 'd.reason', 'd.created_at'])
    .select(['p.first_name', 'p.last_name'])
    .where('d.ticket_id', '=', ticketId)
    .orderBy('d.position', 'desc')
    .execute();
  return rows.map(({ first_name, last_name, parameters, ...row }) => ({
    ...row,
    outcome: outcomeOf(row.kind, parameters),
    decided_by: fullName({ first_name, last_name }, 'Moderator'),
  }));
}

async function handoversOf(tx: Tx, ticketId: string): Promise<ModeratedRequest['handovers']> {
  const rows = await tx
    .selectFrom('pairings as p')
    .innerJoin('profiles as d', 'd.id', 'p.developer_id')
    .select(['p.note', 'p.ended_at', 'd.first_name', 'd.last_name'])
    .where('p.ticket_id', '=', ticketId)
    .orderBy('p.ended_at', 'desc')
    .execute();
  return rows.flatMap(({ note, ended_at, ...name }) =>
    note && ended_at ? [{ full_name: fullName(name, 'Developer'), note, at: ended_at }] : [],
  );
}

type Entry = ModeratedRequest['ledger'][number];

/** All ledger entries of a request, oldest first. */
function ledgerOf(db: Reader, ticketId: string): Promise<Entry[]> {
  return db
    .selectFrom('ledger_entries as e')
    .innerJoin('billing_records as b', 'b.id', 'e.billing_record_id')
    .leftJoin('milestones as m', (join) => join.on('m.id', '=', milestoneOfRecord))
    .select(['e.id', 'e.kind', 'm.id as milestone_id', 'e.created_at'])
    .select((query) =>
      query
        .selectFrom('ledger_lines as l')
        .select(
          sql<Entry['lines']>`json_agg(json_build_object('account', l.account,
            'amount_cents', l.amount_cents) order by l.amount_cents)`.as('lines'),
        )
        .whereRef('l.entry_id', '=', 'e.id')
        .$asScalar()
        .as('lines'),
    )
    .where('b.ticket_id', '=', ticketId)
    .orderBy('e.id')
    .$narrowType<{ lines: Entry['lines'] }>()
    .execute();
}
