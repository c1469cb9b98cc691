import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type SavedReply, savedReplyInputSchema } from '#domain/desk.ts';
import { api } from '../api/client.ts';
import { showProblems } from '../api/form-problems.ts';
import { invalidate } from '../api/invalidate.ts';
import { keys } from '../api/query-keys.ts';
import { postOnce } from '../api/steps.ts';
import { useChangeDraft } from '../api/use-form-draft.ts';
import { useKeptForm } from '../api/use-kept-form.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';

interface ReplyFormProps {
  /** Null for a new one. */
  reply: SavedReply | null;
  onClose: () => void;
}

/** Adds a saved reply, or changes one. */
export function ReplyForm({ reply, onClose }: ReplyFormProps) {
  const queryClient = useQueryClient();
  const stored = { title: reply?.title ?? '', text: reply?.text ?? '' };
  const draft = useChangeDraft<typeof stored>(`moderation.reply.${reply?.id ?? 'new'}`, stored);
  const form = useForm({
    resolver: zodResolver(savedReplyInputSchema),
    defaultValues: draft.read() ?? stored,
  });
  useKeptForm(form, draft.keep);
  const { register, handleSubmit, setFocus, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'title');
  const save = handleSubmit(async (body) => {
    try {
      if (reply) await api.patch('/api/moderation/replies/{id}', { path: { id: reply.id }, body });
      else await postOnce('/api/moderation/replies', { body });
      draft.drop();
      onClose();
    } catch (cause) {
      showProblems(cause, ['title', 'text'], setError);
    } finally {
      void invalidate(queryClient, keys.savedReplies());
    }
  });
  return (
    <ActDialog
      title={reply ? 'Edit Reply' : 'Add a Reply'}
      act="Save Reply"
      onSubmit={save}
      pending={isSubmitting}
      onClose={onClose}
      onCancel={() => {
        draft.drop();
        onClose();
      }}
    >
      <Field label="Name" error={errors.title?.message}>
        <Input autoComplete="off" readOnly={isSubmitting} {...register('title')} />
      </Field>
      <Field label="Text" error={errors.text?.message}>
        <Textarea readOnly={isSubmitting} {...register('text')} />
      </Field>
      <ErrorBox text={errors.root?.message} />
    </ActDialog>
  );
}
