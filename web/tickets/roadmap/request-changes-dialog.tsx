import { requestChangesSchema } from '#domain/feedback.ts';
import { announce } from '../../ui/toasts.tsx';
import { usePlan } from './plan-context.ts';
import { usePlanActs } from './use-plan-acts.ts';
import { WordsDialog } from './words-dialog.tsx';

/** Sends the plan back to be revised. */
export function RequestChangesDialog({ onClose }: { onClose: () => void }) {
  const { ticket } = usePlan();
  const acts = usePlanActs();
  return (
    <WordsDialog
      title="Request Changes"
      label="Feedback"
      hint="What should be different in the plan."
      act="Request Changes"
      draft={`request-changes.${ticket.id}`}
      schema={requestChangesSchema}
      send={(feedback, said) => acts.requestChanges({ feedback, ...said })}
      failure="Failed to reject plan. Please try again."
      alerts
      onDone={() => {
        onClose();
        announce('Your feedback was sent. The unblocker revises the plan.');
      }}
      onClose={onClose}
    />
  );
}
