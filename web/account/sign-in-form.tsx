import { zodResolver } from '@hookform/resolvers/zod';
import { isAuthError } from '@supabase/auth-js';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { signInSchema } from '#domain/credentials.ts';
import { auth } from '../api/auth.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { authErrorText } from './auth-error.ts';
import type { AuthMode } from './auth-form.tsx';
import { TextButton } from './text-button.tsx';

interface SignInFormProps {
  onSuccess: () => void;
  onMode: (mode: AuthMode) => void;
}

export function SignInForm({ onSuccess, onMode }: SignInFormProps) {
  const { register, handleSubmit, setError, getValues, formState } = useForm({
    resolver: zodResolver(signInSchema),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const navigate = useNavigate();

  const signIn = handleSubmit(async (credentials) => {
    const { error } = await auth().signInWithPassword(credentials);
    if (!error) return onSuccess();
    const type = isAuthError(error) && error.code === 'email_not_confirmed' ? error.code : 'auth';
    setError('root', { type, message: authErrorText(error) });
  });

  return (
    <form onSubmit={signIn} noValidate className="flex flex-col gap-4">
      <ErrorBox
        text={errors.root?.message}
        action={
          errors.root?.type === 'email_not_confirmed' && (
            <TextButton
              className="text-harm-ink!"
              onClick={() =>
                navigate(paths.verificationPending(), { state: { email: getValues('email') } })
              }
            >
              Send the email again
            </TextButton>
          )
        }
      />
      <Field label="Email" error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="username"
          disabled={isSubmitting}
          {...register('email')}
        />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <Input
          type="password"
          autoComplete="current-password"
          disabled={isSubmitting}
          {...register('password')}
        />
      </Field>
      <TextButton
        className="-mt-2 self-end"
        disabled={isSubmitting}
        onClick={() => onMode('forgot-password')}
      >
        Forgot password?
      </TextButton>
      <Button type="submit" variant="primary" pending={isSubmitting} pendingText="Processing...">
        Sign In
      </Button>
      <TextButton disabled={isSubmitting} onClick={() => onMode('signup')}>
        Need an account? Sign up
      </TextButton>
    </form>
  );
}
