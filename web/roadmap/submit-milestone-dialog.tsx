import { deliveryInputSchema, type Milestone } from '#domain/milestone.ts';
import { announce } from '../ui/toasts.tsx';
import { usePlanActs } from './use-plan-acts.ts';
import { WordsDialog } from './words-dialog.tsx';

interface SubmitMilestoneDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** Hands a milestone over for review. */
export function SubmitMilestoneDialog({ milestone, onClose }: SubmitMilestoneDialogProps) {
  const acts = usePlanActs();
  return (
    <WordsDialog
      title="Submit Milestone"
      label="Message"
      hint="What you deliver, and how the customer can check it."
      act="Submit Milestone"
      draft={`submit.${milestone.id}`}
      schema={deliveryInputSchema}
      send={(words) => acts.milestone(milestone, 'submit', words)}
      failure="Failed to update milestone status. Please try again."
      onDone={() => {
        onClose();
        announce('The milestone was submitted for review.');
      }}
      onClose={onClose}
    >
      {!milestone.paid && (
        <p className="rounded border border-turn bg-turn-soft px-3 py-2.5 text-sm text-turn-ink">
          This milestone is not funded yet: the customer has to pay for it before they can approve
          it.
        </p>
      )}
    </WordsDialog>
  );
}
