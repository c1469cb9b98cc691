import { z } from 'zod';
import {
  type DecisionPreview,
  disputeDecisionSchema,
  moneyBackInputSchema,
  type PreviewQuery,
  refundInputSchema,
  splitInputSchema,
} from '#domain/moderation.ts';
import { DELETED_USER, fullName } from '#domain/profile.ts';
import { consequences, shownMoney } from '#domain/record-money.ts';
import type { StepMoney } from '#domain/record-money-schemas.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Tx } from '../database/database.ts';
import { parseInput } from '../http/parse-input.ts';
import type { Viewer } from '../http/viewer.ts';
import { type Change, takenBack } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { decideDispute } from './disputes.ts';
import { decidePayment } from './payments.ts';
import { heldOf } from './record-decision.ts';
import { decideByStep, giveMoneyBack, refundMilestone, splitMilestone } from './request-acts.ts';

/**
 * Previews what each side would get by a decision: makes it, reads the ledger and rolls back.
 * @throws Refusal as the decision itself
 */
export function previewDecision(
  context: Context,
  moderator: Viewer,
  id: string,
  query: PreviewQuery,
): Promise<DecisionPreview> {
  return takenBack(context, async (change) => {
    const money = await decide(change, moderator, id, query);
    const held_cents = await heldOf(change.tx, id);
    const names = await namesOf(change.tx, id, money);
    return {
      sentences: consequences(money, { held_cents, names }),
      shown: shownMoney(money, held_cents),
    };
  });
}

async function decide(
  change: Change,
  moderator: Viewer,
  id: string,
  { action, ...said }: PreviewQuery,
): Promise<StepMoney> {
  const body = { ...said, reason: 'To see what follows from it' };
  switch (action) {
    case 'split':
      return splitMilestone(change, moderator, id, parseInput(splitInputSchema, body));
    case 'refund':
      return refundMilestone(change, moderator, id, parseInput(refundInputSchema, body));
    case 'money-back':
      return giveMoneyBack(change, moderator, id, parseInput(moneyBackInputSchema, body));
    case 'clear-payment':
      return decideRecord(change, moderator, id, { ...body, act: 'clear' });
    case 'refuse-payment':
      return decideRecord(change, moderator, id, { ...body, act: 'refuse' });
    case 'decide-dispute':
      return decideBearer(change, moderator, id, body);
    default:
      return decideByStep(change, moderator, id, { action, reason: body.reason });
  }
}

/** @throws Refusal `not_found` for a milestone of another request */
async function decideRecord(
  change: Change,
  moderator: Viewer,
  ticketId: string,
  said: { milestone_id?: string | undefined; act: 'clear' | 'refuse'; reason: string },
): Promise<StepMoney> {
  const record = await change.tx
    .selectFrom('billing_records')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('milestone_id', '=', said.milestone_id ?? null)
    .executeTakeFirst();
  if (!record) throw new Refusal('not_found');
  return (await decidePayment(change, moderator, { ...said, id: record.id })).money;
}

/** @throws Refusal `not_found` for a dispute about another request */
async function decideBearer(
  change: Change,
  moderator: Viewer,
  ticketId: string,
  said: object,
): Promise<StepMoney> {
  const { dispute_id: id, ...decision } = parseInput(bearerSchema, said);
  const { dispute, money } = await decideDispute(change, moderator, { id, ...decision });
  if (dispute.ticket?.id !== ticketId) throw new Refusal('not_found');
  return money;
}

const bearerSchema = disputeDecisionSchema.extend({ dispute_id: z.guid() });

/** The customer, and the developers whose money changes. */
async function namesOf(tx: Tx, ticketId: string, { waiting, ...now }: StepMoney) {
  const { customer_id } = await tx
    .selectFrom('tickets')
    .select('customer_id')
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  const ids = [now, waiting].flatMap((moved) => Object.keys(moved?.developers ?? {}));
  const people = await tx
    .selectFrom('profiles')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', [customer_id, ...ids])
    .execute();
  const nameOf = (id: string, role: 'Customer' | 'Developer') => {
    const person = people.find((each) => each.id === id);
    return person ? fullName(person, role) : DELETED_USER;
  };
  return {
    customer: nameOf(customer_id, 'Customer'),
    developer: (id: string) => nameOf(id, 'Developer'),
  };
}
