import { useNavigate } from 'react-router';
import { type Milestone, rejectInputSchema } from '#domain/milestone.ts';
import { paths } from '#domain/paths.ts';
import { usePlan } from './plan-context.ts';
import { usePlanActs } from './use-plan-acts.ts';
import { WordsDialog } from './words-dialog.tsx';

interface RejectMilestoneDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** Sends a delivery back; the talk about it goes on in the discussion. */
export function RejectMilestoneDialog({ milestone, onClose }: RejectMilestoneDialogProps) {
  const { ticket } = usePlan();
  const acts = usePlanActs();
  const navigate = useNavigate();
  return (
    <WordsDialog
      title="Request Changes"
      label="Feedback"
      hint="What is missing, or does not work as promised."
      act="Request Changes"
      draft={`reject.${milestone.id}`}
      schema={rejectInputSchema}
      send={(feedback, said) => acts.reject(milestone, { feedback, ...said })}
      failure="Failed to reject milestone"
      onDone={() => navigate(paths.discussion(ticket.id))}
      onClose={onClose}
    />
  );
}
