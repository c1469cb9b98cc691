import { defaultCheck, FOREIGN_CHECK } from '#domain/check.ts';
import type { CheckTerms } from '#domain/check-schemas.ts';
import { invalidInput } from '#domain/refusals.ts';
import { whyUnreachable } from '../http/public-address.ts';
import type { Change } from './change.ts';

/**
 * Gives a new milestone its checks; without any, one made from its title.
 * @throws Refusal `invalid_input`
 */
export async function addChecks(
  change: Change,
  milestone_id: string,
  checks: readonly CheckTerms[] | undefined,
): Promise<void> {
  if (checks) return editChecks(change, milestone_id, { checks, titles: [] });
  await change.tx.insertInto('checks').values({ milestone_id, position: 1 }).execute();
}

/**
 * Updates the checks of a milestone from its form. Checks with their id keep their history; others are
 * deleted.
 * @param titles the milestone's, before and after: the default check keeps following it until somebody
 * edits it
 * @throws Refusal `invalid_input`
 */
export async function editChecks(
  change: Change,
  milestone_id: string,
  { checks, titles }: { checks: readonly CheckTerms[]; titles: readonly string[] },
): Promise<void> {
  const { tx } = change;
  const stored = await tx
    .selectFrom('checks')
    .select(['id', 'text', 'url', 'expect_status', 'expect_text'])
    .where('milestone_id', '=', milestone_id)
    .execute();
  const there = new Map(stored.map((check) => [check.id, check]));
  requireFitting(change, checks, there);
  const kept = checks.flatMap(({ id }) => id ?? []);
  const gone = stored.map(({ id }) => id).filter((id) => !kept.includes(id));
  if (gone.length > 0) await tx.deleteFrom('checks').where('id', 'in', gone).execute();
  const followed = titles.map(defaultCheck);
  for (const [place, { id, ...fields }] of checks.entries()) {
    const before = id === undefined ? undefined : there.get(id);
    const isWritten = before?.text !== null || !followed.includes(fields.text);
    const values = { ...fields, text: isWritten ? fields.text : null, position: place + 1 };
    if (!before) {
      await tx
        .insertInto('checks')
        .values({ ...values, milestone_id })
        .execute();
      continue;
    }
    const { url, expect_status, expect_text } = values;
    const looksElsewhere =
      url !== before.url ||
      expect_status !== before.expect_status ||
      expect_text !== before.expect_text;
    const isOther = looksElsewhere || values.text !== before.text;
    await tx
      .updateTable('checks')
      .set({
        ...values,
        ...(isOther && { state: 'open' }),
        ...(looksElsewhere && { last_probe: null }),
      })
      .where('id', '=', before.id)
      .execute();
  }
}

/**
 * @param there ids of the milestone's checks
 * @param prefix of the names of fields, where the checks are part of something
 * @throws Refusal `invalid_input` for a check of another milestone, or an address that we cannot look
 * at
 */
export function requireFitting(
  { config }: Pick<Change, 'config'>,
  checks: readonly CheckTerms[],
  there: { has(id: string): boolean },
  prefix = '',
): void {
  for (const [place, { id, url }] of checks.entries()) {
    if (id !== undefined && !there.has(id))
      throw invalidInput(`${prefix}checks.${place}.id`, FOREIGN_CHECK);
    const why = url === null ? null : whyUnreachable(url, config);
    if (why !== null) throw invalidInput(`${prefix}checks.${place}.url`, why);
  }
}
