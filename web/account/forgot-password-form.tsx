import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { forgotPasswordSchema } from '#domain/credentials.ts';
import { auth } from '../api/auth.ts';
import { linkTargets } from '../api/email-links.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { authErrorText } from './auth-error.ts';
import type { AuthMode } from './auth-form.tsx';

interface ForgotPasswordFormProps {
  onSent: (email: string) => void;
  onMode: (mode: AuthMode) => void;
}

export function ForgotPasswordForm({ onSent, onMode }: ForgotPasswordFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const send = handleSubmit(async ({ email }) => {
    const { error } = await auth().resetPasswordForEmail(email, {
      redirectTo: linkTargets.recovery(),
    });
    if (error) setError('root', { message: authErrorText(error) });
    else onSent(email);
  });

  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-4">
      <p className="text-sm text-ink-soft">
        Enter the email of your account, and we send you a link to choose a new password.
      </p>
      <ErrorBox text={errors.root?.message} />
      <Field label="Email" error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="username"
          disabled={isSubmitting}
          {...register('email')}
        />
      </Field>
      <Button type="submit" variant="primary" pending={isSubmitting} pendingText="Processing...">
        Send Reset Link
      </Button>
      <Button variant="ghost" disabled={isSubmitting} onClick={() => onMode('signin')}>
        Back to Sign In
      </Button>
    </form>
  );
}
