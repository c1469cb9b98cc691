import { FOREIGN_CHECK } from '#domain/check.ts';
import type { CheckTerms } from '#domain/check-schemas.ts';
import { beginningOf } from '#domain/cut-text.ts';
import { repairMinutes } from '#domain/guarantee.ts';
import { LONGEST_TITLE } from '#domain/limits.ts';
import { invalidInput } from '#domain/refusals.ts';
import type { Tx } from '../database/database.ts';
import { removeLater } from '../files/remove-files.ts';
import type { Change } from '../lifecycle/change.ts';
import { type LockedTicket, type PlannedMilestone, planOf } from '../lifecycle/locked.ts';
import { addChecks } from '../lifecycle/write-checks.ts';

interface RepairInput {
  /** What the customer wrote, and the message that says it. */
  words: string | null;
  messageId: string;
  checkIds: readonly string[];
}

/**
 * Adds a free repair of a milestone at the end of the plan, with copies of the failed checks. The
 * caller has locked the request.
 * @throws Refusal `invalid_input` for a check of another milestone
 */
export async function openRepair(
  change: Change,
  locked: LockedTicket,
  broken: PlannedMilestone,
  { words, messageId, checkIds }: RepairInput,
): Promise<void> {
  const { tx } = change;
  const first = locked.milestones.find(({ id }) => id === broken.repairs) ?? broken;
  const failed = await brokenChecks(tx, broken, checkIds);
  const { id } = await tx
    .insertInto('milestones')
    .values({
      ticket_id: locked.ticket.id,
      position: Math.max(...locked.milestones.map(({ position }) => position)) + 1,
      title: beginningOf(`Repair: ${first.title}`, LONGEST_TITLE),
      description: [words, ...failed.map(({ text }) => `Does not work: ${text}`)].join('\n\n'),
      estimated_minutes: repairMinutes(first.estimated_minutes),
      hourly_rate_cents: 0,
      cost_cents: 0,
      repairs: first.id,
      message_id: messageId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addChecks(change, id, failed.length > 0 ? failed : undefined);
  locked.milestones = await planOf(tx, locked.ticket.id);
}

/** Removes the repair of a milestone that was refunded instead. */
export async function endRepair(
  change: Change,
  locked: LockedTicket,
  { id, repairs }: PlannedMilestone,
): Promise<void> {
  const gone = await change.tx
    .deleteFrom('milestones')
    .where('repairs', '=', repairs ?? id)
    .where('status', '<>', 'ACCEPTED')
    .returning('id')
    .execute();
  locked.milestones = locked.milestones.filter((each) => gone.every((one) => one.id !== each.id));
  await removeLater(change);
}

/**
 * The failed checks of a milestone, as new checks of its repair.
 * @throws Refusal `invalid_input` for a check of another milestone
 */
async function brokenChecks(
  tx: Tx,
  { checks }: PlannedMilestone,
  ids: readonly string[],
): Promise<CheckTerms[]> {
  for (const [place, id] of ids.entries())
    if (!checks.some((check) => check.id === id))
      throw invalidInput(`check_ids.${place}`, FOREIGN_CHECK);
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('checks')
    .select(['id', 'url', 'expect_status', 'expect_text'])
    .where('id', 'in', ids)
    .orderBy('position')
    .execute();
  return rows.map(({ id, ...check }) => ({
    ...check,
    text: checks.find((each) => each.id === id)?.text ?? '',
  }));
}
