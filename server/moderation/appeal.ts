import { mayAppeal } from '#domain/decision.ts';
import { paths } from '#domain/paths.ts';
import { Refusal } from '#domain/refusals.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import { decisionFor } from '../lifecycle/decisions.ts';
import { lockTicketRow } from '../lifecycle/locked.ts';
import { mailModerators } from '../notifications/moderators.ts';
import { sendNotice } from '../notifications/notices.ts';

/**
 * Answers a decision, once for each side; it waits in the moderators' queue and changes nothing by
 * itself.
 * @throws Refusal `not_found`, `already_appealed`, `decision_replaced`
 */
export async function appeal(
  change: Change,
  viewer: Viewer,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const { tx } = change;
  const { ticket_id } = await decisionFor(tx, viewer, id);
  const ticket = await lockTicketRow(tx, ticket_id);
  // Another tab, or a newer decision, may have been quicker.
  const decision = await decisionFor(tx, viewer, id);
  const { allowed } = decision.actions.appeal ?? { allowed: false };
  if (!allowed) {
    const code = mayAppeal({ appealed: decision.appeal !== null, newest: false });
    throw new Refusal(code ?? 'decision_replaced');
  }
  const made = await tx
    .insertInto('appeals')
    .values({ decision_id: id, ticket_id, person_id: viewer.id, text })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(change, viewer, {
    action: 'appeal_made',
    target: { type: 'appeal', id: made.id },
    ticket_id,
    after: { decision_id: id },
  });
  await sendNotice(change, 'appeal_made', { ticket, actor: viewer });
  await mailModerators(change, {
    kind: 'appeal_made',
    subject: `Request #${shortId(ticket_id)} - Appeal`,
    paragraphs: ['Somebody does not agree with what was decided. Please look into it.'],
    button: { label: 'Open the request', url: paths.moderatedRequest(ticket_id) },
  });
}
