import type { AuditTarget } from '#domain/audit.ts';
import type { DecisionKind } from '#domain/decision.ts';
import { Refusal } from '#domain/refusals.ts';
import { type Sides, sideIn } from '#domain/relation.ts';
import { type ParametersOf, parametersOf } from '#domain/system-message-texts.ts';
import { postDecision } from '../discussions/system-messages.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import type { LockedTicket } from '../lifecycle/locked.ts';
import { sendNotice } from '../notifications/notices.ts';
import { sendDecision } from './decision-letter.ts';
import { stateOf } from './request-state.ts';

interface Decided<Kind extends DecisionKind> {
  kind: Kind;
  reason: string;
  /** The request, where nothing else is said. */
  target?: { type: AuditTarget; id: string };
  /** Whom it concerns, where that is not the developer of the request. */
  developer_id?: string | null;
  /** Beside what is kept of every decision. */
  detail?: Record<string, unknown>;
  /** Takes place between the two looks at the request; answers with what the words are made of. */
  act: () => Promise<ParametersOf<Kind>>;
}

/**
 * Everything that a moderator decides about a request goes this way, in one transaction: the act
 * itself, the entry in the audit log with what was before and after, the decision for both sides
 * to read, the line in their thread, and a mail to each. The request is locked by the caller.
 * @throws Refusal `not_your_part` on one's own request (security checklist C8), and the act's own
 */
export async function recordDecision<Kind extends DecisionKind>(
  change: Change,
  moderator: Viewer,
  locked: LockedTicket,
  { kind, reason, target, detail, act, ...whom }: Decided<Kind>,
): Promise<void> {
  const { tx } = change;
  const { ticket } = locked;
  requireImpartial(moderator, ticket);
  const before = await stateOf(tx, ticket);
  const parameters = parametersOf(kind, await act());
  const after = { ...(await stateOf(tx, ticket)), ...detail };
  await writeAudit(change, moderator, {
    action: kind,
    target: target ?? { type: 'request', id: ticket.id },
    ticket_id: ticket.id,
    reason,
    before,
    after,
  });
  // Whoever loses the request by it is told too, and may answer.
  const developer_id = whom.developer_id ?? before.developer_id;
  const said = { kind, parameters, text: reason };
  const message_id = await postDecision(change, ticket, { moderatorId: moderator.id, ...said });
  const decision = await tx
    .insertInto('decisions')
    .values({
      ticket_id: ticket.id,
      kind,
      parameters,
      reason,
      developer_id,
      customer_id: ticket.customer_id,
      decided_by: moderator.id,
      message_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // What takes a step of the lifecycle is told by that.
  const goesOn = 'goes_on' in parameters && parameters.goes_on;
  if (STEPLESS.includes(kind) && !goesOn)
    await sendNotice(change, 'moderator_decided', { ticket, actor: moderator });
  await sendDecision(change, {
    ticket,
    developer_id,
    kind,
    parameters,
    reason,
    decision_id: decision.id,
  });
}

const STEPLESS: readonly DecisionKind[] = ['report_dismissed', 'message_hidden', 'dispute_decided'];

/**
 * What is reported or appealed in a moderator's own request is for the others to read and to decide.
 * Source: security checklist C8.
 * @throws Refusal `not_your_part` for somebody who is a side of it
 */
export function requireImpartial(moderator: Viewer, ticket: Sides): void {
  if (sideIn(ticket, moderator.id)) throw new Refusal('not_your_part');
}
