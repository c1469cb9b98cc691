import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type Feedback, feedbackInputSchema } from '#domain/feedback.ts';
import { ApiError, errorText } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { useSending } from '../../files/shield/use-sending.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { RadioStars } from '../../ui/radio-stars.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { alertError, announce } from '../../ui/toasts.tsx';
import { usePlan } from './plan-context.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { sendOnEnter } from './send-on-enter.ts';
import { useFeedback } from './use-plan-data.ts';

const ACT = 'Submit Feedback';

/** Stars and words for the unblocker; an earlier rating can be changed. */
export function RateDeveloperDialog({ onClose }: { onClose: () => void }) {
  const { ticket } = usePlan();
  const formId = useId();
  const [pending, setPending] = useState(false);
  const given = useFeedback(ticket.id);
  return (
    <PlanDialog
      open
      onOpenChange={onClose}
      title="Rate Developer"
      description={`How was it to work with ${ticket.counterpart?.full_name ?? 'your unblocker'}?`}
      locked={pending}
      footer={
        <FormButtons
          act={ACT}
          formId={formId}
          disabled={!given.data}
          pending={pending}
          onCancel={onClose}
        />
      }
    >
      {given.isPending && <Skeleton className="h-52 w-full" />}
      {given.error && !given.data && <ErrorBox text={errorText(given.error)} />}
      {given.data && (
        <RatingForm id={formId} given={given.data} onPending={setPending} onDone={onClose} />
      )}
    </PlanDialog>
  );
}

interface RatingFormProps {
  id: string;
  given: Feedback;
  onPending: (pending: boolean) => void;
  onDone: () => void;
}

function RatingForm({ id, given, onPending, onDone }: RatingFormProps) {
  const { ticket } = usePlan();
  const queryClient = useQueryClient();
  const [rating, setRating] = useState(given.rating);
  const [feedback, setFeedback] = useState(given.feedback ?? '');
  const sending = useSending();
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<string | null>(null);

  // Problems stay until they are corrected.
  const checked = feedbackInputSchema.safeParse({ rating, feedback });
  const problem = tried ? checked.error?.issues[0]?.message : undefined;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setError(null);
    setTried(true);
    if (!checked.success) return;
    onPending(true);
    try {
      const saved = await sending.send(ACT, (said) =>
        api.put('/api/tickets/{id}/feedback', {
          path: { id: ticket.id },
          body: { ...checked.data, ...said },
        }),
      );
      if (!saved) return onPending(false);
      queryClient.setQueryData(keys.feedback(ticket.id), saved);
      onDone();
      announce('Thank you for your feedback!');
    } catch (cause) {
      // Without a session this page closes, so the message goes where it stays.
      if (isSessionOver(cause)) alertError(feedbackFailure(cause));
      setError(feedbackFailure(cause));
      onPending(false);
    }
  }

  return (
    <>
      <form id={id} onSubmit={submit} onKeyDown={sendOnEnter} className="flex flex-col gap-4">
        <div>
          <RadioStars legend="Rating" value={rating} onChange={setRating} />
          {rating !== null && (
            <button
              type="button"
              onClick={() => setRating(null)}
              className="link min-h-11 text-2xs md:min-h-6"
            >
              Leave out the stars
            </button>
          )}
        </div>
        <Field label="Feedback" hint="Stars, words or both." error={problem}>
          <Textarea value={feedback} onChange={(event) => setFeedback(event.target.value)} />
        </Field>
        <ErrorBox text={error} />
      </form>
      {sending.dialog}
    </>
  );
}

function isSessionOver(cause: unknown): boolean {
  return cause instanceof ApiError && cause.status === 401;
}

/** Source: specification 8, "Feedback". */
function feedbackFailure(cause: unknown): string {
  if (isSessionOver(cause)) return 'Your session has expired. Please log in again.';
  if (cause instanceof ApiError && cause.status !== 0) {
    return `Failed to submit feedback: ${cause.detail}`;
  }
  return 'Failed to submit feedback. Please check your connection and try again.';
}
