import { type ComponentType, useState } from 'react';
import type { Milestone } from '#domain/milestone.ts';
import { ApproveMilestoneDialog } from './approve-milestone-dialog.tsx';
import { ApprovePlanDialog } from './approve-plan-dialog.tsx';
import { whyGone } from './dialog-acts.ts';
import { AddMilestoneDialog, EditMilestoneDialog } from './milestone-form-dialogs.tsx';
import {
  type MilestoneDialogKind,
  type OpenDialog,
  type PlanDialogKind,
  usePlan,
} from './plan-context.ts';
import { type Gone, GoneContext } from './plan-dialog.tsx';
import { RateDeveloperDialog } from './rate-developer-dialog.tsx';
import { MilestoneDetailsDialog, ViewMilestoneDialog } from './read-milestone-dialogs.tsx';
import { RejectMilestoneDialog } from './reject-milestone-dialog.tsx';
import { RequestChangesDialog } from './request-changes-dialog.tsx';
import { ReviewMilestoneDialog } from './review-milestone-dialog.tsx';
import { SubmitMilestoneDialog } from './submit-milestone-dialog.tsx';

interface OpenedDialogProps {
  dialog: OpenDialog;
  onClose: () => void;
}

/** The one dialog that is open. It follows the live plan, and says when its act has gone. */
export function OpenedDialog({ dialog, onClose }: OpenedDialogProps) {
  const gone = useGone(dialog, onClose);
  return (
    <GoneContext value={gone}>
      {'milestoneId' in dialog ? (
        <OfMilestone key={dialog.milestoneId} {...dialog} onClose={onClose} />
      ) : (
        <OfPlan kind={dialog.kind} onClose={onClose} />
      )}
    </GoneContext>
  );
}

/** Our own act takes the permission away too, just before its dialog closes. */
function useGone(dialog: OpenDialog, onClose: () => void): Gone | null {
  const { ticket, milestones, acting, show } = usePlan();
  const reason = acting.running ? null : whyGone(dialog, ticket, milestones);
  if (reason === null) return null;
  const remains = 'milestoneId' in dialog && milestones.some(({ id }) => id === dialog.milestoneId);
  return remains
    ? {
        reason,
        label: 'View Milestone',
        leave: () => show({ kind: 'view', milestoneId: dialog.milestoneId }),
      }
    : { reason, label: 'Back to the Roadmap', leave: onClose };
}

function OfPlan({ kind, onClose }: { kind: PlanDialogKind; onClose: () => void }) {
  const PlanDialog = planDialogs[kind];
  return <PlanDialog onClose={onClose} />;
}

interface OfMilestoneProps {
  kind: MilestoneDialogKind;
  milestoneId: string;
  onClose: () => void;
}

/** A milestone that was deleted meanwhile stays in sight as it was last. */
function OfMilestone({ kind, milestoneId, onClose }: OfMilestoneProps) {
  const { milestones } = usePlan();
  const found = milestones.find(({ id }) => id === milestoneId);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const milestone = found ?? last;
  if (!milestone) return null;
  const MilestoneDialog = milestoneDialogs[kind];
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
