import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { acts } from '#domain/acts.ts';
import { QUESTION_FOR, questionSchema } from '#domain/desk.ts';
import type { ModeratedRequest } from '#domain/moderation.ts';
import { useDayDraft } from '../api/use-form-draft.ts';
import { useKeptForm } from '../api/use-kept-form.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import { DecidedMeanwhile, useCaseNews } from './case-news.tsx';
import { SavedReplyPicker, withReply } from './saved-reply-picker.tsx';
import { useModerationAct } from './use-moderation-act.ts';

interface AskFormProps {
  request: ModeratedRequest;
  onClose: () => void;
}

type Typed = z.input<typeof questionSchema>;

/** A question to both sides of a case, in their discussion. */
export function AskForm({ request, onClose }: AskFormProps) {
  const draft = useDayDraft<Typed>(`moderation.question.${request.id}.${request.developer?.id}`);
  const form = useForm({
    resolver: zodResolver(questionSchema),
    defaultValues: startOf(request, draft.read()),
  });
  useKeptForm(form, draft.keep);
  const act = useModerationAct(form, onClose);
  const news = useCaseNews(request.id);
  const { register, handleSubmit, setFocus, getValues, setValue, formState } = form;
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'text');
  const { label = '', done = '' } = acts['ask-sides'];
  const send = handleSubmit(async (body) => {
    const path = { id: request.id };
    const address = '/api/moderation/tickets/{id}/ask-sides';
    if (await act({ address, path, body, done })) draft.drop();
    else news.heard();
  });
  const names = {
    both: 'Both sides',
    customer: `${request.customer.full_name} (customer)`,
    developer: `${request.developer?.full_name} (unblocker)`,
  };
  return (
    <ActDialog
      title={label}
      description="It stands in their discussion as from a moderator, and goes to both by mail. Both read the question and the answers, whomever it is for."
      act="Send Question"
      onSubmit={send}
      pending={isSubmitting}
      onClose={onClose}
      onCancel={() => {
        draft.drop();
        onClose();
      }}
    >
      <DecidedMeanwhile news={news} />
      <Field label="For" error={errors.to?.message}>
        <Select disabled={isSubmitting} {...register('to')}>
          {QUESTION_FOR.filter((to) => to !== 'developer' || request.developer).map((to) => (
            <option key={to} value={to}>
              {names[to]}
            </option>
          ))}
        </Select>
      </Field>
      <SavedReplyPicker
        disabled={isSubmitting}
        onInsert={(text) => {
          setValue('text', withReply(getValues('text'), text), { shouldValidate: true });
          setFocus('text');
        }}
      />
      <Field label="Question" error={errors.text?.message}>
        <Textarea readOnly={isSubmitting} {...register('text')} />
      </Field>
      <ErrorBox text={errors.root?.message} />
    </ActDialog>
  );
}

/** Nobody is asked who has left the request since. */
function startOf({ developer }: ModeratedRequest, kept: Typed | null): Typed {
  const isHere = developer !== null || kept?.to !== 'developer';
  return { to: 'both', text: '', ...kept, ...(!isHere && { to: 'both' }) };
}
