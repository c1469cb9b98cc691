import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { appealInputSchema, type Decision } from '#domain/decision.ts';
import { showProblems } from '../api/form-problems.ts';
import { keys } from '../api/query-keys.ts';
import { postOnce } from '../api/steps.ts';
import { useFormDraft } from '../api/use-form-draft.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { announce } from '../ui/toasts.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';

interface AppealFormProps {
  decision: Decision;
  onClose: () => void;
}

/** One appeal; the text is kept until it is sent. */
export function AppealForm({ decision, onClose }: AppealFormProps) {
  const queryClient = useQueryClient();
  const draft = useFormDraft<string>(`appeal.${decision.id}`);
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(appealInputSchema),
    defaultValues: { text: draft.read() ?? '' },
  });
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'text');

  const send = handleSubmit(async (form) => {
    try {
      await postOnce('/api/decisions/{id}/appeal', { path: { id: decision.id }, body: form });
      draft.drop();
      announce('Your appeal is with the moderators.');
      onClose();
    } catch (cause) {
      showProblems(cause, ['text'], setError);
    } finally {
      void queryClient.invalidateQueries({ queryKey: keys.decisions(decision.ticket_id) });
      void queryClient.invalidateQueries({ queryKey: keys.decision(decision.id) });
    }
  });

  return (
    <ActDialog
      title="Appeal"
      description="You can answer this decision once. A moderator reads it, decides, and tells both sides why."
      act="Send Appeal"
      onSubmit={send}
      pending={isSubmitting}
      onClose={onClose}
    >
      <Field label="Your Answer" error={errors.text?.message}>
        <Textarea
          rows={6}
          readOnly={isSubmitting}
          {...register('text', { onChange: (event) => draft.keep(event.target.value) })}
        />
      </Field>
      <ErrorBox text={errors.root?.message} />
    </ActDialog>
  );
}
