import type { Question } from '#domain/desk.ts';
import { Refusal } from '#domain/refusals.ts';
import { postDecision } from '../discussions/system-messages.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { sendQuestion } from './decision-letter.ts';
import { requireImpartial } from './record-decision.ts';

/**
 * Posts a moderator's question to both sides in their thread. It is their turn until one of them
 * has written.
 * @throws Refusal `not_found`, `not_your_part` on one's own request, `wrong_state`, `no_developer`
 */
export async function askSides(
  change: Change,
  moderator: Viewer,
  id: string,
  { to, text }: Question,
): Promise<void> {
  const { tx } = change;
  const locked = await lockTicket(tx, id);
  const { ticket } = locked;
  await requireImpartial(tx, moderator, id);
  if (to === 'developer' && ticket.developer_id === null) throw new Refusal('no_developer');
  await perform(change, locked, { action: 'ask-sides', actor: moderator });
  await tx.updateTable('tickets').set({ asked_at: new Date() }).where('id', '=', id).execute();
  const parameters = { to };
  await postDecision(change, ticket, {
    moderatorId: moderator.id,
    kind: 'moderator_asked',
    parameters,
    text,
  });
  await sendQuestion(change, { ticket, parameters, text });
  await writeAudit(change, moderator, {
    action: 'sides_asked',
    target: { type: 'request', id },
    ticket_id: id,
    after: parameters,
  });
}
