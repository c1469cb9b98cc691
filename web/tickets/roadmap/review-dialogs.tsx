import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { replyInputSchema, reviewReportInputSchema } from '#domain/review.ts';
import { api } from '../../api/client.ts';
import { showProblems } from '../../api/form-problems.ts';
import { keys } from '../../api/query-keys.ts';
import { useSending } from '../../files/shield/use-sending.tsx';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { announce } from '../../ui/toasts.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { usePlan } from './plan-context.ts';

interface ReviewDialogProps {
  id: string;
  onClose: () => void;
}

/** The one reply to a review of oneself. */
export function ReplyDialog(props: ReviewDialogProps) {
  return (
    <WordsDialog
      {...props}
      title="Reply to the Review"
      description="It stands below the review, wherever that can be read. You can reply once."
      label="Reply"
      act="Send Reply"
      address="/api/feedback/{id}/reply"
      schema={replyInputSchema}
      done="Your reply was sent."
    />
  );
}

/** Brings a review of oneself to the moderators. */
export function ReportReviewDialog(props: ReviewDialogProps) {
  return (
    <WordsDialog
      {...props}
      title="Report the Review"
      description="A moderator looks at it, and may hide it. The other side is not told that you reported it, only if it is hidden."
      label="What is wrong with it?"
      act="Report Review"
      address="/api/feedback/{id}/report"
      schema={reviewReportInputSchema}
      done="The review has been reported to moderators"
    />
  );
}

interface WordsDialogProps extends ReviewDialogProps {
  title: string;
  description: string;
  label: string;
  act: string;
  address: '/api/feedback/{id}/reply' | '/api/feedback/{id}/report';
  schema: typeof replyInputSchema;
  done: string;
}

function WordsDialog({ id, onClose, ...words }: WordsDialogProps) {
  const { ticket } = usePlan();
  const queryClient = useQueryClient();
  const sending = useSending();
  const form = useForm({ resolver: zodResolver(words.schema), defaultValues: { text: '' } });
  const { register, handleSubmit, setError, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'text');

  const send = handleSubmit(async ({ text }) => {
    try {
      const sent = await sending.send(words.act, (said) =>
        api.post(words.address, { path: { id }, body: { text, ...said } }),
      );
      if (!sent) return;
      void queryClient.invalidateQueries({ queryKey: keys.reviews(ticket.id) });
      onClose();
      announce(words.done);
    } catch (cause) {
      showProblems(cause, ['text'], setError);
    }
  });

  return (
    <>
      <ActDialog
        title={words.title}
        description={words.description}
        act={words.act}
        size="sm"
        onSubmit={send}
        pending={isSubmitting}
        onClose={onClose}
      >
        <ErrorBox text={errors.root?.message} />
        <Field label={words.label} error={errors.text?.message}>
          <Textarea readOnly={isSubmitting} {...register('text')} />
        </Field>
      </ActDialog>
      {sending.dialog}
    </>
  );
}
