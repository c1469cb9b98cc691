import { createContext, use } from 'react';
import type { Action } from '#domain/acts.ts';
import type { AskedFor, Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import type { PrimaryAction } from './primary-action.ts';
import type { Acting } from './use-acting.ts';
import type { Checkout } from './use-checkout.ts';

/** The dialogs of a milestone. */
export type MilestoneDialogKind =
  | 'details'
  | 'view'
  | 'edit'
  | 'submit'
  | 'review'
  | 'accept'
  | 'extend';

/** The dialogs of the plan as a whole. */
export type PlanDialogKind =
  | 'add'
  | 'approve-plan'
  | 'propose-change'
  | 'rate'
  | 'rate-customer'
  | 'quote-words';

/** The dialog of an act with words. */
interface ActDialog {
  kind: 'act';
  action: Action;
}

export type MilestoneDialog =
  | { kind: MilestoneDialogKind; milestoneId: string }
  | (ActDialog & { milestoneId: string });
export type PlanDialog = { kind: PlanDialogKind } | ActDialog;
export type OpenDialog = PlanDialog | MilestoneDialog;

/** Shared by all parts of a loaded roadmap. */
export interface Plan {
  ticket: Ticket;
  milestones: Milestone[];
  totalCents: number;
  /** The customer's unanswered request for changes. */
  askedFor: AskedFor | null;
  /** The number of submitted plans. */
  versions: number;
  /** The viewer's primary act now. */
  primary: PrimaryAction | null;
  show: (dialog: OpenDialog) => void;
  checkout: Checkout;
  acting: Acting;
  /** Moves a milestone, where the viewer may. */
  move: (from: number, to: number) => void;
  /** The last move, in words. */
  said: string;
}

export const PlanContext = createContext<Plan | null>(null);

export function usePlan(): Plan {
  const plan = use(PlanContext);
  if (!plan) throw new Error('usePlan is for parts of a loaded roadmap only');
  return plan;
}
