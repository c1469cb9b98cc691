import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { feedbackInputSchema } from '#domain/feedback.ts';
import { REVIEW_BLIND_DAYS, type Reviews } from '#domain/review.ts';
import { ApiError, errorText } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { type FormDraft, useFormDraft } from '../../api/use-form-draft.ts';
import { useSending } from '../../files/shield/use-sending.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { RadioStars } from '../../ui/radio-stars.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { submitOnModifiedEnter } from '../../ui/submit-on-modified-enter.ts';
import { Textarea } from '../../ui/textarea.tsx';
import { alertError, announce } from '../../ui/toasts.tsx';
import { usePlan } from './plan-context.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { useReviews } from './use-plan-data.ts';

const ACT = 'Submit Feedback';

/** Stars and words for the unblocker; an earlier rating can be changed. */
export function RateDeveloperDialog({ onClose }: { onClose: () => void }) {
  const { ticket } = usePlan();
  const name = ticket.counterpart?.full_name ?? 'your unblocker';
  return (
    <RateDialog
      title="Rate Developer"
      description={`How was it to work with ${name}? Once it is open, it stands on their profile, without your name.`}
      address="/api/tickets/{id}/feedback"
      onClose={onClose}
    />
  );
}

/** The same for the customer. */
export function RateCustomerDialog({ onClose }: { onClose: () => void }) {
  const { ticket } = usePlan();
  return (
    <RateDialog
      title="Rate Customer"
      description={`How was it to work with ${ticket.counterpart?.full_name ?? 'your customer'}?`}
      address="/api/tickets/{id}/customer-feedback"
      onClose={onClose}
    />
  );
}

interface RateDialogProps {
  title: string;
  description: string;
  address: '/api/tickets/{id}/feedback' | '/api/tickets/{id}/customer-feedback';
  onClose: () => void;
}

/** What is typed, complete or not. */
interface Written {
  rating: number | null;
  feedback: string;
}

interface Kept extends Written {
  /** What was given before: once that is another, these words are about it no more. */
  given: Written;
}

function RateDialog({ title, description, address, onClose }: RateDialogProps) {
  const { ticket } = usePlan();
  const formId = useId();
  const draft = useFormDraft<Kept>(`rate.${ticket.id}.${ticket.counterpart?.id}`);
  const [pending, setPending] = useState(false);
  const given = useReviews(ticket.id);
  // What was just given may still be on its way: a form that began without it would take it away.
  const [isReady, setIsReady] = useState(false);
  if (!isReady && given.data && !given.isFetching) setIsReady(true);

  function cancel() {
    draft.drop();
    onClose();
  }

  return (
    <PlanDialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      locked={pending}
      footer={
        <FormButtons
          act={ACT}
          formId={formId}
          disabled={!isReady}
          pending={pending}
          onCancel={cancel}
        />
      }
    >
      {!isReady && !given.error && <Skeleton className="h-52 w-full" />}
      {given.error && !given.data && <ErrorBox text={errorText(given.error)} />}
      {isReady && given.data && (
        <RatingForm
          id={formId}
          given={given.data}
          draft={draft}
          address={address}
          pending={pending}
          onPending={setPending}
          onDone={onClose}
        />
      )}
    </PlanDialog>
  );
}

interface RatingFormProps {
  id: string;
  given: Reviews;
  draft: FormDraft<Kept>;
  address: RateDialogProps['address'];
  pending: boolean;
  onPending: (pending: boolean) => void;
  onDone: () => void;
}

function RatingForm({ id, given, draft, address, pending, ...props }: RatingFormProps) {
  const { onPending, onDone } = props;
  const { ticket } = usePlan();
  const queryClient = useQueryClient();
  const [written, setWritten] = useState<Written>(() => startOf(given, draft.read()));
  const { rating } = written;
  const sending = useSending();
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<string | null>(null);

  // Problems stay until they are corrected.
  const checked = feedbackInputSchema.safeParse(written);
  const problem = tried ? checked.error?.issues[0]?.message : undefined;

  function write(change: Partial<Written>) {
    const next = { ...written, ...change };
    setWritten(next);
    draft.keep({ ...next, given: writtenIn(given) });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setError(null);
    setTried(true);
    if (!checked.success) return;
    onPending(true);
    try {
      const saved = await sending.send(ACT, (said) =>
        api.put(address, {
          path: { id: ticket.id },
          body: { ...checked.data, ...said },
        }),
      );
      if (!saved) return onPending(false);
      draft.drop();
      void queryClient.invalidateQueries({ queryKey: keys.reviews(ticket.id) });
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
      <form
        id={id}
        onSubmit={submit}
        onKeyDown={submitOnModifiedEnter}
        className="flex flex-col gap-4"
      >
        <div>
          <RadioStars
            legend="Rating"
            value={rating}
            readOnly={pending}
            onChange={(stars) => write({ rating: stars })}
          />
          {rating !== null && (
            <button
              type="button"
              aria-disabled={pending || undefined}
              onClick={() => pending || write({ rating: null })}
              className="link min-h-11 text-2xs md:min-h-6"
            >
              Leave out the stars
            </button>
          )}
        </div>
        <Field label="Feedback" hint="Stars, words or both." error={problem}>
          <Textarea
            readOnly={pending}
            value={written.feedback}
            onChange={({ target }) => write({ feedback: target.value })}
          />
        </Field>
        <p className="text-2xs text-ink-soft">{blindWords(given)}</p>
        <ErrorBox text={error} />
      </form>
      {sending.dialog}
    </>
  );
}

/** What was sent before. */
function writtenIn({ mine }: Reviews): Written {
  return { rating: mine?.rating ?? null, feedback: mine?.feedback ?? '' };
}

function startOf(given: Reviews, kept: Kept | null): Written {
  const before = writtenIn(given);
  const isAboutIt = kept?.given.rating === before.rating && kept.given.feedback === before.feedback;
  return isAboutIt ? { rating: kept.rating, feedback: kept.feedback } : before;
}

/** Who reads it, and when. */
function blindWords({ mine, theirs, waits }: Reviews): string {
  if (mine && new Date(mine.opens_at).getTime() <= Date.now())
    return 'It can be read already. A change is marked as edited.';
  if (waits) return 'The other side has left theirs. Both can be read once you send yours.';
  if (theirs) return 'It can be read as soon as you send it.';
  return `The other side reads it once they have left theirs, or after ${REVIEW_BLIND_DAYS} days.`;
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
