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
export type PlanDialogKind = 'add' | 'approve-plan' | 'propose-change' | 'rate';

/** The dialog of an act that words go along with. */
interface ActDialog {
  kind: 'act';
  action: Action;
}

export type MilestoneDialog =
  | { kind: MilestoneDialogKind; milestoneId: string }
  | (ActDialog & { milestoneId: string });
export type PlanDialog = { kind: PlanDialogKind } | ActDialog;
export type OpenDialog = PlanDialog | MilestoneDialog;

/** What every part of a loaded roadmap works with. */
export interface Plan {
  ticket: Ticket;
  milestones: Milestone[];
  totalCents: number;
  /** What the customer wants changed, and nothing new has answered. */
  askedFor: AskedFor | null;
  /** How many plans were submitted so far. */
  versions: number;
  /** The one act that matters most now, for this viewer. */
  primary: PrimaryAction | null;
  show: (dialog: OpenDialog) => void;
  checkout: Checkout;
  acting: Acting;
  /** Puts a milestone in another place, where the viewer may. */
  move: (from: number, to: number) => void;
  /** What was moved where last. */
  said: string;
}

export const PlanContext = createContext<Plan | null>(null);

export function usePlan(): Plan {
  const plan = use(PlanContext);
  if (!plan) throw new Error('usePlan is for parts of a loaded roadmap only');
  return plan;
}
