import type { AuditTarget } from '#domain/audit.ts';
import type { DecisionKind } from '#domain/decision.ts';
import { shownMoney } from '#domain/record-money.ts';
import type { ShownMoney, StepMoney } from '#domain/record-money-schemas.ts';
import { Refusal } from '#domain/refusals.ts';
import { type ParametersOf, parametersOf } from '#domain/system-message-texts.ts';
import type { Reader, Tx } from '../database/database.ts';
import { caseChanged } from '../database/live-event.ts';
import { postDecision } from '../discussions/system-messages.ts';
import type { Viewer } from '../http/viewer.ts';
import { moneyNow, moneyOfTickets, watchMoney } from '../ledger/record-money.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import type { LockedTicket } from '../lifecycle/locked.ts';
import type { EndedPairing } from '../lifecycle/pairings.ts';
import { isImpartial } from '../lifecycle/under-review.ts';
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
  /** The conversation that it is about, where that has ended: then it concerns the one who was in it. */
  earlier?: EndedPairing | null;
  /** Beside what is kept of every decision. */
  detail?: Record<string, unknown> | ((money: StepMoney) => Record<string, unknown>);
  /** What the moderator was shown of its money; it books that or nothing. */
  shown?: ShownMoney | undefined;
  /**
   * Takes place between the two looks at the request; answers with what the words are made of, such as
   * what the ledger says that it `moved`.
   */
  act: (moved: () => Promise<StepMoney>) => Promise<ParametersOf<Kind>>;
}

/**
 * Everything that a moderator decides about a request goes this way, in one transaction: the act
 * itself, the entry in the audit log with what was before and after, the decision for both sides
 * to read, the line in their thread, and a mail to each. The request is locked by the caller.
 * @returns what the ledger says that it did with money
 * @throws Refusal `not_your_part` on one's own request (security checklist C8), `money_changed` where it
 * would move other sums than were shown, and the act's own
 */
export async function recordDecision<Kind extends DecisionKind>(
  change: Change,
  moderator: Viewer,
  locked: LockedTicket,
  { kind, reason, target, detail, shown, act, earlier, ...whom }: Decided<Kind>,
): Promise<StepMoney> {
  const { tx } = change;
  const { ticket } = locked;
  await requireImpartial(tx, moderator, ticket.id);
  const before = await stateOf(tx, ticket);
  const open = await openReports(tx, ticket.id);
  const { moved } = await watchMoney(tx, ticket.id);
  const parameters = parametersOf(kind, await act(moved));
  const money = await moved();
  if (shown) await requireShown(tx, ticket.id, { shown, money });
  const more = typeof detail === 'function' ? detail(money) : detail;
  const after = { ...(await stateOf(tx, ticket)), ...more };
  await writeAudit(change, moderator, {
    action: kind,
    target: target ?? { type: 'request', id: ticket.id },
    ticket_id: ticket.id,
    reason,
    before,
    after,
  });
  // Whoever loses the request by it is told too, and may answer.
  const developer_id = earlier ? earlier.developer_id : (whom.developer_id ?? before.developer_id);
  const said = { kind, parameters, text: reason, pairing_id: earlier?.id };
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
    await sendNotice(change, 'moderator_decided', {
      ticket: earlier ? { ...ticket, developer_id: null } : ticket,
      actor: moderator,
    });
  change.tell(caseChanged(ticket.id));
  await sendDecision(change, {
    ticket,
    developer_id,
    kind,
    parameters,
    reason,
    decision_id: decision.id,
    money,
    reporters: await answered(tx, open),
  });
  return money;
}

/** The reports that wait for an answer. */
function openReports(tx: Tx, ticketId: string) {
  return tx
    .selectFrom('reports')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('status', '=', 'open')
    .execute();
}

/** Who of those has reported what is answered by now. */
async function answered(tx: Tx, open: readonly { id: string }[]): Promise<string[]> {
  if (open.length === 0) return [];
  const ids = open.map(({ id }) => id);
  const rows = await tx
    .selectFrom('reports')
    .select('reporter_id')
    .where('id', 'in', ids)
    .where('status', '<>', 'open')
    .execute();
  return rows.map(({ reporter_id }) => reporter_id);
}

async function requireShown(
  tx: Tx,
  ticketId: string,
  { shown, money }: { shown: ShownMoney; money: StepMoney },
): Promise<void> {
  const booked = shownMoney(money, await heldOf(tx, ticketId));
  const same = (Object.keys(booked) as (keyof ShownMoney)[]).every(
    (each) => booked[each] === shown[each],
  );
  if (!same) throw new Refusal('money_changed');
}

/** What is held for a request, in prices. */
export async function heldOf(tx: Tx, ticketId: string): Promise<number> {
  return moneyNow(await moneyOfTickets(tx, [ticketId])).price_cents;
}

const STEPLESS: readonly DecisionKind[] = ['report_dismissed', 'message_hidden', 'dispute_decided'];

/**
 * What is reported or appealed in a moderator's own request is for the others to read and to decide.
 * Source: security checklist C8.
 * @throws Refusal `not_your_part` for somebody who is a side of it, or once was
 */
export async function requireImpartial(
  db: Reader,
  moderator: Pick<Viewer, 'id'>,
  ticketId: string,
): Promise<void> {
  if (!(await isImpartial(db, moderator, ticketId))) throw new Refusal('not_your_part');
}
