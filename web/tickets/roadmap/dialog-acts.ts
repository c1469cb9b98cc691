import type { Action } from '#domain/lifecycle.ts';
import type { Milestone } from '#domain/milestone.ts';
import { refusals } from '#domain/refusals.ts';
import type { Ticket } from '#domain/ticket.ts';
import type {
  MilestoneDialogKind,
  OpenDialog,
  PlanDialog,
  PlanDialogKind,
} from './plan-context.ts';

/** The act of each dialog of the plan; what says itself what can be done needs none. */
const planActs: Record<PlanDialogKind, readonly Action[]> = {
  add: ['add-milestone'],
  'approve-plan': ['approve-plan'],
  'propose-change': ['propose-change'],
  rate: ['rate'],
  'rate-customer': ['rate-customer'],
  'quote-words': [],
};

/** Any of them is enough; a read-only dialog needs none. */
const milestoneActs: Record<MilestoneDialogKind, readonly Action[]> = {
  details: [],
  view: [],
  edit: ['edit-milestone'],
  submit: ['submit'],
  review: ['reject'],
  extend: ['extend'],
  // An unpaid milestone can be paid here, then approved.
  accept: ['accept', 'reject'],
};

/** Why an open dialog no longer works, or null. The other side, or another tab, may have been first. */
export function whyGone(
  dialog: OpenDialog,
  ticket: Pick<Ticket, 'actions'>,
  milestones: readonly Pick<Milestone, 'id' | 'actions'>[],
): string | null {
  if (!('milestoneId' in dialog)) return refusalOf(ticket, actsOf(dialog));
  const milestone = milestones.find(({ id }) => id === dialog.milestoneId);
  if (!milestone) return 'This milestone is no longer in the plan.';
  return refusalOf(milestone, dialog.kind === 'act' ? [dialog.action] : milestoneActs[dialog.kind]);
}

function actsOf(dialog: PlanDialog): readonly Action[] {
  return dialog.kind === 'act' ? [dialog.action] : planActs[dialog.kind];
}

function refusalOf({ actions }: Pick<Ticket, 'actions'>, acts: readonly Action[]): string | null {
  const answers = acts.map((act) => actions[act]);
  if (acts.length === 0 || answers.some((answer) => answer?.allowed)) return null;
  return answers[0]?.reason ?? refusals.wrong_state[1];
}
