import { Refusal } from '#domain/refusals.ts';
import type { ModeratedMessage } from '#domain/report.ts';
import type { Tx } from '../database/database.ts';
import type { Page } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import { isUnderReview } from '../lifecycle/under-review.ts';
import { moderatedThread } from './moderated-messages.ts';
import { requireImpartial } from './record-decision.ts';

/**
 * One page of a discussion, for a moderator who has something to decide about it. The look is
 * written down. Source: security checklist C7.
 * @throws Refusal `not_found` where there is nothing to decide, `not_your_part` on one's own request
 */
export async function readThread(
  tx: Tx,
  moderator: Viewer,
  { id, ...place }: { id: string; limit: number; before?: number | undefined },
): Promise<Page<ModeratedMessage>> {
  if (!(await isUnderReview(tx, id))) throw new Refusal('not_found');
  await requireImpartial(tx, moderator, id);
  const page = await moderatedThread(tx, id, place);
  await writeAudit({ tx }, moderator, {
    action: 'thread_read',
    target: { type: 'request', id },
    ticket_id: id,
    after: { messages: page.items.length },
  });
  return page;
}
