import { type ComponentType, useState } from 'react';
import type { Milestone } from '#domain/milestone.ts';
import { ProposeChangeDialog } from '../changes/propose-change-dialog.tsx';
import { ApproveMilestoneDialog } from './approve-milestone-dialog.tsx';
import { ApprovePlanDialog } from './approve-plan-dialog.tsx';
import { BrokeAgainDialog } from './broke-again-dialog.tsx';
import { whyGone } from './dialog-acts.ts';
import { ExtendDialog } from './extend-dialog.tsx';
import { AddMilestoneDialog, EditMilestoneDialog } from './milestone-form-dialogs.tsx';
import {
  type MilestoneDialog,
  type MilestoneDialogKind,
  type OpenDialog,
  type PlanDialog,
  type PlanDialogKind,
  usePlan,
} from './plan-context.ts';
import { type Gone, GoneContext } from './plan-dialog.tsx';
import { RateDeveloperDialog } from './rate-developer-dialog.tsx';
import { MilestoneDetailsDialog, ViewMilestoneDialog } from './read-milestone-dialogs.tsx';
import { RejectMilestoneDialog, ReviewMilestoneDialog } from './review-milestone-dialog.tsx';
import { SubmitMilestoneDialog } from './submit-milestone-dialog.tsx';
import { WordsActDialog } from './words-act-dialog.tsx';

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
        <OfMilestone key={dialog.milestoneId} dialog={dialog} onClose={onClose} />
      ) : (
        <OfPlan dialog={dialog} onClose={onClose} />
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

function OfPlan({ dialog, onClose }: { dialog: PlanDialog; onClose: () => void }) {
  const { ticket } = usePlan();
  if (dialog.kind === 'act')
    return <WordsActDialog action={dialog.action} record={ticket} onClose={onClose} />;
  const Dialog = planDialogs[dialog.kind];
  return <Dialog onClose={onClose} />;
}

interface OfMilestoneProps {
  dialog: MilestoneDialog;
  onClose: () => void;
}

/** A milestone that was deleted meanwhile stays in sight as it was last. */
function OfMilestone({ dialog, onClose }: OfMilestoneProps) {
  const { milestones } = usePlan();
  const found = milestones.find(({ id }) => id === dialog.milestoneId);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const milestone = found ?? last;
  if (!milestone) return null;
  if (dialog.kind === 'act' && dialog.action === 'reject')
    return <RejectMilestoneDialog milestone={milestone} onClose={onClose} />;
  if (dialog.kind === 'act' && dialog.action === 'broke-again')
    return <BrokeAgainDialog milestone={milestone} onClose={onClose} />;
  if (dialog.kind === 'act')
    return <WordsActDialog action={dialog.action} record={milestone} onClose={onClose} />;
  const Dialog = milestoneDialogs[dialog.kind];
  return <Dialog milestone={milestone} onClose={onClose} />;
}

interface MilestoneDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

const planDialogs: Record<PlanDialogKind, ComponentType<{ onClose: () => void }>> = {
  add: AddMilestoneDialog,
  'approve-plan': ApprovePlanDialog,
  'propose-change': ProposeChangeDialog,
  rate: RateDeveloperDialog,
};

const milestoneDialogs: Record<MilestoneDialogKind, ComponentType<MilestoneDialogProps>> = {
  details: MilestoneDetailsDialog,
  view: ViewMilestoneDialog,
  edit: EditMilestoneDialog,
  submit: SubmitMilestoneDialog,
  review: ReviewMilestoneDialog,
  accept: ApproveMilestoneDialog,
  extend: ExtendDialog,
};
