import { sql } from 'kysely';
import type { Rule } from '#domain/lifecycle.ts';
import {
  type MilestoneSnapshot,
  type PlanTally,
  planDifferences,
  snapshotOf,
  tallyOf,
} from '#domain/plan-difference.ts';
import type { Side } from '#domain/relation.ts';
import { HIDDEN_MESSAGE_TEXT } from '#domain/system-message-texts.ts';
import type { Reader, Tx } from '../database/database.ts';
import { checksOf } from './checks.ts';
import type { TicketRow } from './locked.ts';

/** A plan that was just submitted, compared with the one before. */
export interface KeptVersion {
  number: number;
  tally: PlanTally;
  milestones: readonly MilestoneSnapshot[];
}

/**
 * The current plan of a request, in order. A repair begins with the words of the message that asked for it:
 * they stay in the thread, where a moderator may hide them, and are kept in no version and no evidence.
 */
export async function planNow(db: Reader, ticketId: string): Promise<MilestoneSnapshot[]> {
  const rows = await db
    .selectFrom('milestones as m')
    .leftJoin('messages as said', 'said.id', 'm.message_id')
    .selectAll('m')
    .select(
      sql<string | null>`case when said.is_hidden then ${HIDDEN_MESSAGE_TEXT}
      else said.text end`.as('words'),
    )
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.position')
    .execute();
  const checks = await checksOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ words, ...row }) =>
    snapshotOf({
      ...row,
      description: withoutWords(row.description, words),
      checks: checks.get(row.id) ?? [],
    }),
  );
}

function withoutWords(description: string, words: string | null): string {
  if (!words || !description.startsWith(words)) return description;
  return `${SAID_IN_THREAD}${description.slice(words.length)}`;
}

const SAID_IN_THREAD = 'What broke is said in the discussion.';

/** The number of the last submitted plan; 0 for none. */
export async function newestVersion(db: Reader, ticketId: string): Promise<number> {
  const found = await db
    .selectFrom('plan_versions')
    .select((query) => query.fn.max<number | null>('number').as('number'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  return found?.number ?? 0;
}

interface Submitted {
  rule: Rule;
  /** The change that makes it, whose author is its proposer. */
  changed: { id: string; asked_by: Side } | null;
}

/** Stores the plan that a step submits, or the answer to the one that waits. The request is locked. */
export async function keepVersion(
  tx: Tx,
  ticket: TicketRow,
  { rule, changed }: Submitted,
): Promise<KeptVersion | null> {
  if (rule.plan === 'submitted' || rule.change === 'agreed') return addVersion(tx, ticket, changed);
  // The plan of a request that has ended or lost its developer stays unanswered.
  const isLeft = rule.ending !== undefined || rule.developer === 'none';
  const outcome = rule.plan ?? (isLeft ? 'withdrawn' : null);
  if (outcome !== null)
    await tx
      .updateTable('plan_versions')
      .set({ outcome, decided_at: new Date() })
      .where('ticket_id', '=', ticket.id)
      .where('outcome', 'is', null)
      .execute();
  return null;
}

/** A change was agreed to already. */
async function addVersion(
  tx: Tx,
  { id, pairing_id }: TicketRow,
  changed: Submitted['changed'],
): Promise<KeptVersion> {
  if (pairing_id === null) throw new Error('a plan of nobody');
  const last = await tx
    .selectFrom('plan_versions')
    .select(['number', 'milestones'])
    .where('ticket_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  const milestones = await planNow(tx, id);
  await tx
    .insertInto('plan_versions')
    .values({
      ticket_id: id,
      number,
      pairing_id,
      submitted_by: changed?.asked_by ?? 'developer',
      milestones: JSON.stringify(milestones),
      ...(changed && { change_id: changed.id, outcome: 'approved', decided_at: new Date() }),
    })
    .execute();
  const tally = tallyOf(planDifferences(last?.milestones ?? [], milestones));
  return { number, tally, milestones };
}

/** Links the last plan that was sent back to the message with the customer's words. */
export async function answerVersion(
  tx: Tx,
  { id }: Pick<TicketRow, 'id'>,
  messageId: string,
): Promise<void> {
  await tx
    .updateTable('plan_versions')
    .set({ message_id: messageId })
    .where('ticket_id', '=', id)
    .where('number', '=', (query) =>
      query
        .selectFrom('plan_versions as v')
        .select((last) => last.fn.max('v.number').as('number'))
        .where('v.ticket_id', '=', id),
    )
    .execute();
}
