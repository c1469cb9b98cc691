import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { errorText } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { rootProblem } from './auth-problem.ts';
import { loadAuthCalls } from './load-auth-calls.ts';
import { NewPasswordFields, NewPasswordSubmit } from './new-password-fields.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** The link is too old to set a password without the current one. */
const LINK_TOO_OLD = 'current_password_required';

interface NewPasswordFormProps {
  /** Whose password it will be, where that is known: they can request another link. */
  email?: string;
  onDone?: (() => void) | undefined;
}

/** Create New Password, after a reset link. */
export function NewPasswordForm({ email, onDone }: NewPasswordFormProps) {
  const { warmUp, ...form } = useAuthForm((checks) => checks.newPassword, {
    password: '',
    confirm_password: '',
  });
  const { handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;

  const update = handleSubmit(async ({ password }) => {
    try {
      const { updatePassword } = await loadAuthCalls();
      await updatePassword(password);
      onDone?.();
    } catch (cause) {
      setError('root', rootProblem(cause));
    }
  });

  return (
    <FormProvider {...form}>
      <form onSubmit={update} onFocus={warmUp} noValidate className="flex flex-col gap-4">
        <ErrorBox text={errors.root?.message} />
        {email && errors.root?.type === LINK_TOO_OLD && <NewLink email={email} />}
        {/* Lets password managers know which account this is about. */}
        {email && (
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        )}
        <NewPasswordFields readOnly={isSubmitting} />
        <NewPasswordSubmit pending={isSubmitting}>Update Password</NewPasswordSubmit>
      </form>
    </FormProvider>
  );
}

function NewLink({ email }: { email: string }) {
  const [outcome, setOutcome] = useState<{ sent: boolean; problem?: string }>({ sent: false });

  async function send() {
    try {
      const { sendResetLink } = await loadAuthCalls();
      await sendResetLink(email);
      setOutcome({ sent: true });
    } catch (cause) {
      setOutcome({ sent: false, problem: errorText(cause) });
    }
  }

  if (outcome.sent) {
    return (
      <p role="status" className="rounded bg-go-soft p-3 text-sm text-go-ink">
        We sent you a new link. Please look into your mail.
      </p>
    );
  }
  return (
    <>
      <ErrorBox text={outcome.problem} />
      <Button onClick={send}>Send a New Link</Button>
    </>
  );
}
