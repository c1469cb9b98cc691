import { sql } from 'kysely';
import { FOREIGN_CHECK } from '#domain/check.ts';
import type { EvidenceInput, Mark } from '#domain/check-schemas.ts';
import { invalidInput } from '#domain/refusals.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { type AttachTo, attachFiles } from '../files/attach.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import type { LockedCheck } from '../lifecycle/checks.ts';

/** Marks on the last delivery do not count for the next one. */
export async function openChecks({ tx }: Change, checks: readonly LockedCheck[]): Promise<void> {
  await setStates(tx, checks, () => 'open');
}

/** In the database and in the locked copy. */
async function setStates(
  tx: Change['tx'],
  checks: readonly LockedCheck[],
  stateOf: (check: LockedCheck) => LockedCheck['state'],
): Promise<void> {
  const changed = checks.filter((check) => stateOf(check) !== check.state);
  for (const [state, those] of Map.groupBy(changed, stateOf)) {
    const ids = those.map(({ id }) => id);
    await tx.updateTable('checks').set({ state }).where('id', 'in', ids).execute();
    for (const check of those) check.state = state;
  }
}

interface Shown {
  files: Omit<AttachTo, 'field' | 'checkId'>;
  /** Of the milestone. */
  checks: readonly LockedCheck[];
  evidence: EvidenceInput | undefined;
}

/**
 * Stores the checks of a delivery with the developer's evidence, and schedules looks at those with an
 * address.
 * @throws Refusal `invalid_input` for another milestone's checks, and files that are not their own
 */
export async function writeEvidence(
  change: Change,
  viewer: Viewer,
  { files, checks, evidence = [] }: Shown,
): Promise<void> {
  if (checks.length === 0) return;
  requireTheirs('evidence', evidence, checks);
  const shown = new Map(evidence.map((each) => [each.check_id, each]));
  const { id: delivery_id } = files;
  await change.tx
    .insertInto('check_results')
    .values(
      checks.map(({ id: check_id }) => {
        const { text = null, url = null } = shown.get(check_id) ?? {};
        return { delivery_id, check_id, text, url };
      }),
    )
    .execute();
  for (const [place, { check_id, file_keys }] of evidence.entries()) {
    const to = { ...files, field: `evidence.${place}.file_keys`, checkId: check_id } as const;
    await attachFiles(change, viewer, file_keys, to);
  }
  if (checks.some(({ by_address }) => by_address))
    await enqueueJob(change.tx, 'look-at-addresses', { delivery_id, developer_id: viewer.id });
}

/**
 * Stores the customer's marks on the checks of a delivery.
 * @throws Refusal `invalid_input` for another milestone's checks
 */
export async function markChecks(
  { tx }: Change,
  checks: readonly LockedCheck[],
  delivery_id: string,
  marks: readonly Mark[],
): Promise<void> {
  if (marks.length === 0) return;
  requireTheirs('checks', marks, checks);
  await tx
    .insertInto('check_results')
    .values(marks.map((mark) => ({ ...mark, delivery_id })))
    .onConflict((conflict) =>
      conflict.columns(['delivery_id', 'check_id']).doUpdateSet({
        passed: sql<boolean>`excluded.passed`,
        note: sql<string | null>`excluded.note`,
      }),
    )
    .execute();
  const said = new Map(marks.map((mark) => [mark.check_id, mark.passed]));
  await setStates(tx, checks, ({ id, state }) => {
    const passed = said.get(id);
    if (passed === undefined) return state;
    return passed ? 'passed' : 'failed';
  });
}

function requireTheirs(
  field: 'evidence' | 'checks',
  named: readonly { check_id: string }[],
  checks: readonly LockedCheck[],
): void {
  for (const [place, { check_id }] of named.entries()) {
    if (!checks.some(({ id }) => id === check_id))
      throw invalidInput(`${field}.${place}.check_id`, FOREIGN_CHECK);
  }
}
