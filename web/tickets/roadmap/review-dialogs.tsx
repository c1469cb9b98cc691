import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { wordsAppealInputSchema } from '#domain/decision.ts';
import { replyInputSchema, wordsReportInputSchema } from '#domain/review.ts';
import { showProblems } from '../../api/form-problems.ts';
import { keys } from '../../api/query-keys.ts';
import { postOnce } from '../../api/steps.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { masked, type Said } from '../../files/shield/send-asking.ts';
import { useSending } from '../../files/shield/use-sending.tsx';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { announce } from '../../ui/toasts.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';

interface ReviewDialogProps {
  id: string;
  ticketId: string;
  onClose: () => void;
}

interface AboutDialogProps extends ReviewDialogProps {
  about: 'review' | 'reply';
}

interface QuoteDialogProps extends ReviewDialogProps {
  /** Of a question or answer; the quote's own words without it. */
  messageId?: string | undefined;
}

/** The one reply to a review of oneself. */
export function ReplyDialog({ id, ...frame }: ReviewDialogProps) {
  return (
    <WordsDialog
      {...frame}
      draft={`review-reply.${id}`}
      title="Reply to the Review"
      description="It stands below the review, wherever that can be read. You can reply once, and once more after each change of the review."
      label="Reply"
      act="Send Reply"
      send={(body) => postOnce('/api/feedback/{id}/reply', { path: { id }, body })}
      schema={replyInputSchema}
      done="Your reply was sent."
    />
  );
}

/** Brings a review of oneself, or the reply to one's own, to the moderators. */
export function ReportReviewDialog({ id, about, ...frame }: AboutDialogProps) {
  return (
    <WordsDialog
      {...frame}
      draft={`${about}-report.${id}`}
      title={`Report the ${names[about]}`}
      description="A moderator looks at it, and may hide it. The other side is not told that you reported it, only if it is hidden."
      label="What is wrong with it?"
      act={`Report ${names[about]}`}
      danger
      send={(body) =>
        postOnce('/api/feedback/{id}/report', {
          path: { id },
          body: { about, text: body.text, ...masked(body) },
        })
      }
      schema={wordsReportInputSchema}
      done={`The ${about} has been reported to moderators`}
    />
  );
}

const names = { review: 'Review', reply: 'Reply' } as const;

/** Appeals against the hiding of one's own review, or of one's reply to one. */
export function AppealReviewDialog({ id, about, ...frame }: AboutDialogProps) {
  return (
    <WordsDialog
      {...APPEAL}
      {...frame}
      title={about === 'reply' ? 'Appeal for the Reply' : APPEAL.title}
      draft={`${about}-appeal.${id}`}
      send={({ text }) =>
        postOnce('/api/feedback/{id}/appeal', { path: { id }, body: { about, text } })
      }
    />
  );
}

/** The same for one's own words about a quote. */
export function AppealQuoteDialog({ id, messageId, ...frame }: QuoteDialogProps) {
  const about = messageId === undefined ? {} : { message_id: messageId };
  return (
    <WordsDialog
      {...APPEAL}
      {...frame}
      draft={`quote-appeal.${messageId ?? id}`}
      send={({ text }) =>
        postOnce('/api/quotes/{id}/appeal', { path: { id }, body: { text, ...about } })
      }
    />
  );
}

const APPEAL = {
  title: 'Appeal',
  description:
    'You can answer this decision once. Another moderator reads it where there is one, decides, and tells both sides why.',
  label: 'Your Answer',
  act: 'Send Appeal',
  schema: wordsAppealInputSchema,
  done: 'Your appeal is with the moderators.',
} as const;

/** Brings what the other side wrote about a quote to the moderators. */
export function ReportQuoteDialog({ id, messageId, ...frame }: QuoteDialogProps) {
  const about = messageId === undefined ? {} : { message_id: messageId };
  return (
    <WordsDialog
      {...frame}
      draft={`quote-report.${messageId ?? id}`}
      title="Report Words"
      description="A moderator reads what was said about this quote, and may hide it. The other side is not told that you reported it, only if it is hidden."
      label="What is wrong with it?"
      act="Report Words"
      danger
      send={(body) =>
        postOnce('/api/quotes/{id}/report', {
          path: { id },
          body: { text: body.text, ...masked(body), ...about },
        })
      }
      schema={wordsReportInputSchema}
      done="The words have been reported to moderators"
    />
  );
}

interface WordsDialogProps extends Omit<ReviewDialogProps, 'id'> {
  /** The storage key of the words. */
  draft: string;
  title: string;
  description: string;
  label: string;
  act: string;
  danger?: boolean;
  send: (body: { text: string } & Said) => Promise<unknown>;
  schema: typeof replyInputSchema;
  done: string;
}

function WordsDialog({ ticketId, onClose, ...words }: WordsDialogProps) {
  const queryClient = useQueryClient();
  const sending = useSending();
  const draft = useFormDraft<string>(words.draft);
  const form = useForm({
    resolver: zodResolver(words.schema),
    defaultValues: { text: draft.read() ?? '' },
  });
  const { register, handleSubmit, setError, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'text');

  const send = handleSubmit(async ({ text }) => {
    try {
      const sent = await sending.send(words.act, async (said) => {
        await words.send({ text, ...said });
        return true;
      });
      if (!sent) return;
      draft.drop();
      void queryClient.invalidateQueries({ queryKey: keys.reviews(ticketId) });
      void queryClient.invalidateQueries({ queryKey: keys.quotes(ticketId) });
      void queryClient.invalidateQueries({ queryKey: keys.ownQuotes() });
      onClose();
      announce(words.done);
    } catch (cause) {
      showProblems(cause, ['text'], setError);
    }
  });

  function cancel() {
    draft.drop();
    onClose();
  }

  return (
    <>
      <ActDialog
        title={words.title}
        description={words.description}
        act={words.act}
        danger={words.danger ?? false}
        size="sm"
        onSubmit={send}
        pending={isSubmitting}
        onClose={onClose}
        onCancel={cancel}
      >
        <ErrorBox text={errors.root?.message} />
        <Field label={words.label} error={errors.text?.message}>
          <Textarea
            readOnly={isSubmitting}
            {...register('text', { onChange: (event) => draft.keep(event.target.value) })}
          />
        </Field>
      </ActDialog>
      {sending.dialog}
    </>
  );
}
