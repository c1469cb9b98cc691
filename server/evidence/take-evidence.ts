import type { EvidenceFile } from '#domain/evidence.ts';
import { Refusal } from '#domain/refusals.ts';
import { sideIn } from '#domain/relation.ts';
import type { Tx } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import { change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { isUnderReview } from '../lifecycle/under-review.ts';
import { notTheirs } from '../lifecycle/visibility.ts';
import { requireImpartial } from '../moderation/record-decision.ts';
import { buildEvidence } from './build-evidence.ts';
import { sign } from './signing-key.ts';

/**
 * The evidence file of a request, for one of its sides, or for a moderator who has something to
 * decide about it; their view is logged.
 * @throws Refusal `not_found`, `no_longer_yours`, `not_your_part` for a moderator's own request
 */
export async function takeEvidence(
  context: Context,
  viewer: Viewer,
  id: string,
): Promise<EvidenceFile> {
  const unsigned = await change(context, async ({ tx }) => {
    await requireMayTake(tx, viewer, id);
    return buildEvidence(tx, viewer, id);
  });
  return sign(context, unsigned);
}

async function requireMayTake(tx: Tx, viewer: Viewer, id: string): Promise<void> {
  const ticket = await tx
    .selectFrom('tickets')
    .select(['customer_id', 'developer_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!ticket) throw new Refusal('not_found');
  const isModerator = viewer.user_type === 'moderator';
  if (!isModerator) {
    if (sideIn(ticket, viewer.id)) return;
    throw await notTheirs(tx, viewer, id);
  }
  if (!(await isUnderReview(tx, id))) throw new Refusal('not_found');
  await requireImpartial(tx, viewer, id);
  await writeAudit({ tx }, viewer, {
    action: 'evidence_taken',
    target: { type: 'request', id },
    ticket_id: id,
  });
}
