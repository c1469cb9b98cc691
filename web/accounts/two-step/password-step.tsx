import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ownPasswordSchema } from '#domain/credentials.ts';
import { api } from '../../api/client.ts';
import { showProblems } from '../../api/form-problems.ts';
import { useProfile } from '../../api/session.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { OwnPasswordField } from '../own-password-field.tsx';
import { knowsPasskeys } from '../passkeys/passkey-support.ts';
import { loadCalls } from '../passkeys/use-passkey-sign-in.ts';
import { TextButton } from '../text-button.tsx';

interface PasswordStepProps {
  onCancel: () => void;
  /** Called with the right password; rejects when the next step fails. */
  onConfirmed: () => Promise<void>;
  /** Until the next step has ended its dialog has to stay: closed, it would hide what is done all the same. */
  onSending: (sending: boolean) => void;
}

/** Asks for the password before one changes how one signs in. */
export function PasswordStep({ onCancel, onConfirmed, onSending }: PasswordStepProps) {
  const { email } = useProfile();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(ownPasswordSchema),
    defaultValues: { password: '' },
  });
  const { errors } = formState;
  const [isProving, setIsProving] = useState(false);
  useFirstFocus(setFocus, 'password');

  async function prove(ask: () => Promise<unknown>) {
    setIsProving(true);
    onSending(true);
    try {
      await ask();
      await onConfirmed();
    } catch (cause) {
      showProblems(cause, ['password'], setError);
    } finally {
      setIsProving(false);
      onSending(false);
    }
  }

  const confirm = handleSubmit((body) =>
    prove(() => api.post('/api/me/confirm-password', { body })),
  );
  const byPasskey = () => prove(async () => (await loadCalls()).confirmByPasskey());

  return (
    <form onSubmit={confirm} noValidate className="flex flex-col gap-4">
      <ErrorBox text={errors.root?.message} />
      {/* Lets password managers know which account this is about. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <OwnPasswordField
        error={errors.password?.message}
        readOnly={isProving}
        {...register('password')}
      />
      {knowsPasskeys() && (
        <TextButton className="self-start" disabled={isProving} onClick={() => void byPasskey()}>
          Use a passkey instead
        </TextButton>
      )}
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        <FormButtons
          act="Continue"
          pending={isProving}
          pendingText="Checking..."
          onCancel={onCancel}
        />
      </div>
    </form>
  );
}
