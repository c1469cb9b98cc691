import type { ComponentType } from 'react';
import type { Milestone } from '#domain/milestone.ts';
import { ApproveMilestoneDialog } from './approve-milestone-dialog.tsx';
import { ApprovePlanDialog } from './approve-plan-dialog.tsx';
import { AddMilestoneDialog, EditMilestoneDialog } from './milestone-form-dialogs.tsx';
import {
  type MilestoneDialogKind,
  type OpenDialog,
  type PlanDialogKind,
  usePlan,
} from './plan-context.ts';
import { RateDeveloperDialog } from './rate-developer-dialog.tsx';
import { MilestoneDetailsDialog, ViewMilestoneDialog } from './read-milestone-dialogs.tsx';
import { RejectMilestoneDialog } from './reject-milestone-dialog.tsx';
import { RequestChangesDialog } from './request-changes-dialog.tsx';
import { ReviewMilestoneDialog } from './review-milestone-dialog.tsx';
import { SubmitMilestoneDialog } from './submit-milestone-dialog.tsx';

interface PlanDialogsProps {
  dialog: OpenDialog | null;
  onClose: () => void;
}

/** The one dialog that is open. It follows the live plan, and goes when its milestone does. */
export function PlanDialogs({ dialog, onClose }: PlanDialogsProps) {
  const { milestones } = usePlan();
  if (dialog === null) return null;
  if (!('milestoneId' in dialog)) {
    const PlanDialog = planDialogs[dialog.kind];
    return <PlanDialog onClose={onClose} />;
  }
  const milestone = milestones.find(({ id }) => id === dialog.milestoneId);
  if (!milestone) return null;
  const MilestoneDialog = milestoneDialogs[dialog.kind];
  return <MilestoneDialog milestone={milestone} onClose={onClose} />;
}

interface MilestoneDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

const planDialogs: Record<PlanDialogKind, ComponentType<{ onClose: () => void }>> = {
  add: AddMilestoneDialog,
  'approve-plan': ApprovePlanDialog,
  'request-changes': RequestChangesDialog,
  rate: RateDeveloperDialog,
};

const milestoneDialogs: Record<MilestoneDialogKind, ComponentType<MilestoneDialogProps>> = {
  details: MilestoneDetailsDialog,
  view: ViewMilestoneDialog,
  edit: EditMilestoneDialog,
  submit: SubmitMilestoneDialog,
  review: ReviewMilestoneDialog,
  accept: ApproveMilestoneDialog,
  reject: RejectMilestoneDialog,
};
