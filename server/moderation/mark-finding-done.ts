import { Refusal } from '#domain/refusals.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';

/**
 * Marks a finding about money as looked into, which ends its alarm. If it is found again, it is
 * back.
 * @throws Refusal `not_found`, `finding_done`
 */
export async function markFindingDone(
  change: Change,
  moderator: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { tx } = change;
  const finding = await tx
    .selectFrom('money_findings')
    .select(['kind', 'about', 'resolved_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!finding) throw new Refusal('not_found');
  const { resolved_at, ...before } = finding;
  if (resolved_at !== null) throw new Refusal('finding_done');
  await tx
    .updateTable('money_findings')
    .set({ resolved_at: new Date() })
    .where('id', '=', id)
    .execute();
  const target = { type: 'finding', id } as const;
  await writeAudit(change, moderator, { action: 'finding_done', target, reason, before });
}
