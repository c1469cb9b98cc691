import type { AuditTarget } from '#domain/audit.ts';
import type { DecisionKind } from '#domain/decision.ts';
import { developersMoved, shownMoney } from '#domain/record-money.ts';
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
import { type EndedPairing, pairingWith } from '../lifecycle/pairings.ts';
import { isImpartial } from '../lifecycle/under-review.ts';
import { sendNotice } from '../notifications/notices.ts';
import { sendDecision } from './decision-letter.ts';
import { stateOf } from './request-state.ts';

interface Decided<Kind extends DecisionKind> {
  kind: Kind;
  reason: string;
  /** Default: the request. */
  target?: { type: AuditTarget; id: string };
  /**
   * The developer concerned, who may have lost the request since; also by the money that it moved.
   * Default: the developer of the request.
   */
  developer_id?: string | null | ((money: StepMoney) => string | null);
  /** The ended conversation that it is about: it concerns the developer of that one. */
  earlier?: EndedPairing | null;
  /** More for the audit log. */
  detail?: Record<string, unknown> | ((money: StepMoney) => Record<string, unknown>);
  /** The amounts that the moderator was shown; other amounts are refused. */
  shown?: ShownMoney | undefined;
  /**
   * Carries the decision out. `moved` answers what the ledger has moved; returns what its texts are
   * made of.
   */
  act: (moved: () => Promise<StepMoney>) => Promise<ParametersOf<Kind>>;
}

/**
 * Makes a moderator's decision about a locked request in one transaction: the act itself, the audit
 * log with the state before and after, the decision for both sides to read, the line in their
 * thread, a mail to each and to other developers whose money it moved.
 * @returns the money moved by the ledger
 * @throws Refusal `not_your_part` on one's own request (security checklist C8), `money_changed`
 * where other amounts would move than were shown, and those of the act
 */
export async function recordDecision<Kind extends DecisionKind>(
  change: Change,
  moderator: Viewer,
  locked: LockedTicket,
  { kind, reason, target, detail, shown, act, ...whom }: Decided<Kind>,
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
  // A developer who loses the request by it is told too, and may appeal.
  const { developer_id, earlier } = await concernedBy(tx, ticket, whom, { money, before });
  const said = { kind, parameters, text: reason, pairing_id: earlier?.id };
  const others = developersMoved(money).filter((each) => each !== developer_id);
  const message_id = await postDecision(change, ticket, { moderatorId: moderator.id, ...said });
  const decision = await tx
    .insertInto('decisions')
    .values({
      ticket_id: ticket.id,
      kind,
      parameters,
      reason,
      developer_id,
      others,
      customer_id: ticket.customer_id,
      decided_by: moderator.id,
      message_id,
      hidden_message_id: kind === 'message_hidden' ? (target?.id ?? null) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // A step of the lifecycle sends its own notice.
  const goesOn = 'goes_on' in parameters && parameters.goes_on;
  if (STEPLESS.includes(kind) && !goesOn)
    await sendNotice(change, 'moderator_decided', {
      ticket,
      actor: moderator,
      concerns: earlier ? [developer_id].filter((id) => id !== null) : undefined,
    });
  change.tell(caseChanged(ticket.id));
  await sendDecision(change, {
    ticket,
    developers: [developer_id, ...others],
    kind,
    parameters,
    reason,
    decision_id: decision.id,
    money,
    reporters: await answered(tx, open),
  });
  return money;
}

interface Concerned {
  developer_id: string | null;
  /** The conversation with them, where it has ended. */
  earlier: EndedPairing | null;
}

/** What is about somebody who lost the request earlier is nothing to whoever has it now. */
async function concernedBy(
  tx: Tx,
  { id }: LockedTicket['ticket'],
  { earlier, developer_id }: Pick<Decided<DecisionKind>, 'earlier' | 'developer_id'>,
  { money, before }: { money: StepMoney; before: { developer_id: string | null } },
): Promise<Concerned> {
  if (earlier) return { developer_id: earlier.developer_id, earlier };
  const named = typeof developer_id === 'function' ? developer_id(money) : developer_id;
  if (!named || named === before.developer_id)
    return { developer_id: before.developer_id, earlier: null };
  const ended = await pairingWith(tx, id, named);
  return { developer_id: named, earlier: ended ? { id: ended, developer_id: named } : null };
}

function openReports(tx: Tx, ticketId: string) {
  return tx
    .selectFrom('reports')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('status', '=', 'open')
    .execute();
}

/** Who sent the reports that are answered now. */
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

/** What is held for a request, in cents of its prices. */
export async function heldOf(tx: Tx, ticketId: string): Promise<number> {
  return moneyNow(await moneyOfTickets(tx, [ticketId])).price_cents;
}

const STEPLESS: readonly DecisionKind[] = ['report_dismissed', 'message_hidden', 'dispute_decided'];

/**
 * Moderators neither read nor decide reports and appeals in their own requests. Source: security
 * checklist C8.
 * @throws Refusal `not_your_part` for a current or former side
 */
export async function requireImpartial(
  db: Reader,
  moderator: Pick<Viewer, 'id'>,
  ticketId: string,
): Promise<void> {
  if (!(await isImpartial(db, moderator, ticketId))) throw new Refusal('not_your_part');
}
