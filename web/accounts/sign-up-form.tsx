import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { PASSWORD_MINIMUM, PASSWORDS_DIFFER } from '#domain/password.ts';
import { paths } from '#domain/paths.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import { Agreement } from './agreement.tsx';
import type { AuthMode } from './auth-mode.ts';
import { rootProblem } from './auth-problem.ts';
import { loadAuthCalls } from './load-auth-calls.ts';
import { PasswordInput } from './password-input.tsx';
import { ProviderButtons } from './providers/provider-buttons.tsx';
import { TextButton } from './text-button.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface SignUpFormProps {
  /** The first value of Email. */
  email: string | undefined;
  /** At the end of a request's form: 'Show password' replaces the confirmation, and names come later. */
  short: boolean;
  /** Begins in Email: not where the page has more to read. */
  focused: boolean;
  /** Signed up with a session. */
  onSuccess: () => void;
  /** Signed up without verification, to sign in next. */
  onCreated: () => void;
  onMode: (mode: AuthMode, email: string) => void;
}

const empty = { email: '', password: '', confirm_password: '', first_name: '', last_name: '' };

/** What was typed for the newest sign-up but its password, until the page is left: to change its address. */
let typed = empty;

export function SignUpForm({ email, short, focused, ...on }: SignUpFormProps) {
  const { onSuccess, onCreated, onMode } = on;
  const { register, handleSubmit, setError, setFocus, getValues, control, formState, warmUp } =
    useAuthForm(
      (checks) => (short ? checks.shortSignUp : checks.signUp),
      email ? { ...typed, email } : typed,
    );
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, focused ? 'email' : null);
  const navigate = useNavigate();
  const [checking, setChecking] = useState(false);
  const [password, confirmation] = useWatch({ control, name: ['password', 'confirm_password'] });
  const differ = confirmation !== '' && password !== confirmation;

  const submit = handleSubmit(async (form) => {
    try {
      const { signUp } = await loadAuthCalls();
      const outcome = await signUp(form, () => setChecking(true));
      if (typeof outcome === 'object') {
        const { email, first_name, last_name } = form;
        typed = { ...empty, email, first_name: first_name ?? '', last_name: last_name ?? '' };
        await navigate(paths.verificationPending(), { state: { email: form.email, ...outcome } });
      } else {
        onCreated();
        if (outcome === 'session') onSuccess();
      }
    } catch (cause) {
      setError('root', rootProblem(cause));
    } finally {
      setChecking(false);
    }
  });

  const input = { disabled: isSubmitting };
  return (
    <form onSubmit={submit} onFocus={warmUp} noValidate className="flex flex-col gap-4">
      <ErrorBox text={errors.root?.message} />
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" {...input} {...register('email')} />
      </Field>
      <Field
        label="Password"
        hint={`At least ${PASSWORD_MINIMUM} characters`}
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" {...input} {...register('password')} />
      </Field>
      {!short && (
        <>
          <Field
            label="Confirm Password"
            error={differ ? PASSWORDS_DIFFER : errors.confirm_password?.message}
          >
            <PasswordInput
              autoComplete="new-password"
              {...input}
              {...register('confirm_password')}
            />
          </Field>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <Field label="First Name" optional error={errors.first_name?.message}>
              <Input autoComplete="given-name" {...input} {...register('first_name')} />
            </Field>
            <Field label="Last Name" optional error={errors.last_name?.message}>
              <Input autoComplete="family-name" {...input} {...register('last_name')} />
            </Field>
          </div>
        </>
      )}
      <Button
        type="submit"
        variant="primary"
        disabled={differ}
        pending={isSubmitting}
        pendingText="Processing..."
      >
        Sign Up
      </Button>
      <Agreement act="Sign Up" />
      {checking && (
        <p role="status" className="text-sm text-ink-soft">
          Many people are signing up. Checking that you are a person, which takes a second...
        </p>
      )}
      <ProviderButtons
        onFailure={(cause) => setError('root', rootProblem(cause))}
        terms={
          <p className="text-2xs text-ink-soft">By pressing Continue you agree to the same.</p>
        }
      />
      <TextButton disabled={isSubmitting} onClick={() => onMode('signin', getValues('email'))}>
        Already have an account? Sign in
      </TextButton>
    </form>
  );
}
