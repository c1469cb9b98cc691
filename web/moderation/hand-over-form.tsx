import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { handOverSchema } from '#domain/desk.ts';
import { keys } from '../api/query-keys.ts';
import { useProfile } from '../api/session.tsx';
import { usePages } from '../api/use-pages.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { useModerationAct } from './use-moderation-act.ts';

interface HandOverFormProps {
  ticketId: string;
  onClose: () => void;
}

const query = { user_type: 'moderator', suspended: 'false', limit: 100 } as const;

/** Gives a case to a colleague. */
export function HandOverForm({ ticketId, onClose }: HandOverFormProps) {
  const me = useProfile().id;
  const { items } = usePages(keys.accounts(query), '/api/moderation/accounts', { query });
  const colleagues = (items ?? []).filter(({ id }) => id !== me);
  const isAlone = items !== undefined && colleagues.length === 0;
  const form = useForm({
    resolver: zodResolver(handOverSchema),
    defaultValues: { moderator_id: '' },
  });
  const act = useModerationAct(form, onClose);
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;
  const send = handleSubmit(async (body) => {
    const to = colleagues.find(({ id }) => id === body.moderator_id);
    await act({
      address: '/api/moderation/tickets/{id}/hand-over',
      path: { id: ticketId },
      body,
      done: `${to?.full_name ?? 'Your colleague'} has the case now, and was told.`,
    });
  });
  return (
    <ActDialog
      title="Hand Over"
      description="They see it among their cases and are told of it."
      act="Hand Over"
      size="sm"
      onSubmit={send}
      pending={isSubmitting}
      disabled={isAlone}
      onClose={onClose}
    >
      <Field
        label="Colleague"
        hint={isAlone ? 'There is no other moderator yet.' : undefined}
        error={errors.moderator_id?.message}
      >
        <Select disabled={isSubmitting} {...register('moderator_id')}>
          <option value="">Please choose</option>
          {colleagues.map(({ id, full_name, email }) => (
            <option key={id} value={id}>
              {full_name}, {email}
            </option>
          ))}
        </Select>
      </Field>
      <ErrorBox text={errors.root?.message} />
    </ActDialog>
  );
}
