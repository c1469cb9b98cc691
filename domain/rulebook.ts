import type { Actions, Permission } from './actions.ts';
import { type Act, acts } from './acts.ts';
import { type Action, lifecycle, type Rule } from './lifecycle.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import { conditions, type Facts, type Relation, variants } from './rule-facts.ts';
import type { TicketStatus } from './ticket-status.ts';

export type Decision =
  | { allowed: true; rule: Rule; next: TicketStatus }
  | { allowed: false; code: RefusalCode; reason: string };

const byAction = (rules: readonly Rule[]) => Map.groupBy(rules, ({ action }) => action);
const rulesOf: ReadonlyMap<Action, readonly Rule[]> = byAction(lifecycle);

/** By relation and action: a page of requests asks some three hundred times. */
const ownRules: ReadonlyMap<Relation, ReadonlyMap<Action, readonly Rule[]>> = new Map(
  [...new Set(lifecycle.flatMap(({ by }) => by))].map((relation) => [
    relation,
    byAction(lifecycle.filter(({ by }) => by.includes(relation))),
  ]),
);

const refuse = (code: RefusalCode, reason: string = refusals[code][1]): Decision => ({
  allowed: false,
  code,
  reason,
});

/** May this person do this to this request now? Yes with the rule, or no with the reason. */
export function decide(action: Action, relation: Relation, facts: Facts): Decision {
  const mine = ownRules.get(relation)?.get(action);
  if (!mine) return notTheirPart(rulesOf.get(action) ?? [], relation);
  const fitting = mine.find((rule) => fitsState(rule, facts));
  if (!fitting) return refuse(mine[0]?.refusal ?? 'wrong_state', mine[0]?.otherwise);
  const broken = fitting.needs?.find((condition) => !conditions[condition].holds(facts, relation));
  if (broken) return refuse(conditions[broken].code);
  return { allowed: true, rule: fitting, next: nextStatus(fitting, facts) };
}

/**
 * Whether the clock takes a step at its time: by then the customer was told. What it only does along with
 * another step has no time.
 */
export function clockWillTake(action: Action, facts: Facts): boolean {
  const told = facts.milestone && { milestone: { ...facts.milestone, told: true } };
  const decision = decide(action, 'clock', { ...facts, ...told });
  return decision.allowed && decision.rule.timer !== undefined;
}

/** A step into a part that one already has is refused by status, not by permission. */
function notTheirPart(rules: readonly Rule[], relation: Relation): Decision {
  const again = relation === 'developer' && rules.some((rule) => rule.by.includes('candidate'));
  return again ? refuse('wrong_state', 'You have this request already.') : refuse('not_your_part');
}

/** The same as an answer of the API says it. */
export function permissionFor(action: Action, relation: Relation, facts: Facts): Permission {
  const decision = decide(action, relation, facts);
  return { allowed: decision.allowed, reason: decision.allowed ? null : decision.reason };
}

/** The viewer's permissions for every action of their part, for one record. */
export function actionsFor(subject: Act['subject'], relation: Relation, facts: Facts): Actions {
  const answers: Actions = {};
  for (const action of ownRules.get(relation)?.keys() ?? []) {
    if (acts[action].subject === subject) answers[action] = permissionFor(action, relation, facts);
  }
  return answers;
}

function fitsState(rule: Rule, facts: Facts): boolean {
  if (!rule.ticket.includes(facts.status)) return false;
  if (rule.milestone && !(facts.milestone && rule.milestone.includes(facts.milestone.status))) {
    return false;
  }
  return rule.given === undefined || variants[rule.given](facts);
}

function nextStatus(rule: Rule, facts: Facts): TicketStatus {
  const { ticket = facts.status } = rule.to ?? {};
  if (ticket === 'as_it_ended')
    return facts.was_rejected ? 'CUSTOMER_REJECTED' : 'CUSTOMER_APPROVED';
  return ticket === 'remembered' ? (facts.status_before_help ?? 'AWAITING_ASSIGNMENT') : ticket;
}
