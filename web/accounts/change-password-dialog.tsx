import { zodResolver } from '@hookform/resolvers/zod';
import { isAuthError } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { z } from 'zod';
import { newPasswordSchema, signInSchema } from '#domain/credentials.ts';
import { refusals } from '#domain/refusals.ts';
import { auth } from '../api/auth.ts';
import { keys } from '../api/query-keys.ts';
import { useProfile } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { announce } from '../ui/toasts.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import { authErrorText } from './auth-error.ts';
import { NewPasswordFields, NewPasswordSubmit } from './new-password-fields.tsx';
import { PasswordInput } from './password-input.tsx';

const changePasswordSchema = newPasswordSchema.and(
  z.object({ current_password: signInSchema.shape.password }),
);
type ChangePassword = z.output<typeof changePasswordSchema>;

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const [sending, setSending] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Change Password"
      description="All your other devices are signed out, and we tell you by mail."
      size="sm"
      locked={sending}
    >
      <ChangePasswordForm onSending={setSending} onDone={onClose} />
    </Dialog>
  );
}

interface ChangePasswordFormProps {
  onSending: (sending: boolean) => void;
  onDone: () => void;
}

function ChangePasswordForm({ onSending, onDone }: ChangePasswordFormProps) {
  const formId = useId();
  const { email } = useProfile();
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: zodResolver(changePasswordSchema),
    defaultValues: { current_password: '', password: '', confirm_password: '' },
  });
  const { register, handleSubmit, setError, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'current_password');

  const update = handleSubmit(async ({ password, current_password }) => {
    onSending(true);
    const { error } = await auth().updateUser({ password, current_password });
    onSending(false);
    if (error) {
      const [field, message] = problemOf(error);
      return setError(field, { message }, { shouldFocus: true });
    }
    void queryClient.invalidateQueries({ queryKey: keys.sessions() });
    announce('Your password has been updated. Your other devices were signed out.');
    onDone();
  });

  return (
    <FormProvider {...form}>
      <form id={formId} onSubmit={update} noValidate className="flex flex-col gap-4">
        <ErrorBox text={errors.root?.message} />
        {/* Lets password managers know which account this is about. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field label="Current Password" error={errors.current_password?.message}>
          <PasswordInput
            autoComplete="current-password"
            readOnly={isSubmitting}
            {...register('current_password')}
          />
        </Field>
        <NewPasswordFields readOnly={isSubmitting} />
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <Button disabled={isSubmitting} onClick={onDone}>
            Cancel
          </Button>
          <NewPasswordSubmit pending={isSubmitting}>Update Password</NewPasswordSubmit>
        </div>
      </form>
    </FormProvider>
  );
}

/** The field of a refusal, and its message. */
function problemOf(error: unknown): [keyof ChangePassword | 'root', string] {
  const code = isAuthError(error) ? error.code : undefined;
  switch (code) {
    case 'current_password_invalid':
      return ['current_password', refusals.wrong_password[1]];
    case 'weak_password':
    case 'same_password':
      return ['password', authErrorText(error)];
    default:
      return ['root', authErrorText(error)];
  }
}
