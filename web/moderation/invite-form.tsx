import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import {
  INVITATION_DAYS,
  INVITED_ROLES,
  type InvitedRole,
  invitationInputSchema,
} from '#domain/invitation.ts';
import { useDayDraft } from '../api/use-form-draft.ts';
import { useKeptForm } from '../api/use-kept-form.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import { ReasonField } from './reason-field.tsx';
import { useModerationAct } from './use-moderation-act.ts';

interface InviteFormProps {
  /** An address that was invited before. */
  email?: string;
  onClose: () => void;
}

export function InviteForm({ email = '', onClose }: InviteFormProps) {
  const empty = { email, role: 'developer' as InvitedRole, reason: '' };
  const draft = useDayDraft<typeof empty>(`moderation.invite.${email}`);
  const form = useForm({
    resolver: zodResolver(invitationInputSchema.required({ reason: true })),
    defaultValues: draft.read() ?? empty,
  });
  useKeptForm(form, draft.keep);
  const act = useModerationAct(form, onClose);
  const { register, handleSubmit, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'email');

  const invite = handleSubmit(async (body) => {
    const address = '/api/moderation/invitations';
    const done = `The invitation is on its way to ${body.email}.`;
    if (await act({ address, body, done })) draft.drop();
  });

  return (
    <ActDialog
      title="Invite"
      description={`They get a link by mail. It works once, within ${INVITATION_DAYS} days; an older link to the same address ends.`}
      act="Send Invitation"
      size="sm"
      onSubmit={invite}
      pending={isSubmitting}
      onClose={onClose}
      onCancel={() => {
        draft.drop();
        onClose();
      }}
    >
      <ErrorBox text={errors.root?.message} />
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="off" readOnly={isSubmitting} {...register('email')} />
      </Field>
      <Field label="Role" error={errors.role?.message}>
        <Select disabled={isSubmitting} {...register('role')}>
          {INVITED_ROLES.map((role) => (
            <option key={role} value={role}>
              {roleLabels[role]}
            </option>
          ))}
        </Select>
      </Field>
      <ReasonField
        hint="It stands in the audit log."
        error={errors.reason?.message}
        readOnly={isSubmitting}
        {...register('reason')}
      />
    </ActDialog>
  );
}

const roleLabels: Record<InvitedRole, string> = { developer: 'Unblocker', moderator: 'Moderator' };
