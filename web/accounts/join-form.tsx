import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { newPasswordSchema } from '#domain/credentials.ts';
import type { InvitationGreeting } from '#domain/invitation.ts';
import { profileEditSchema } from '#domain/profile.ts';
import { api } from '../api/client.ts';
import { showProblems } from '../api/form-problems.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Agreement } from './agreement.tsx';
import { NewPasswordFields, NewPasswordSubmit } from './new-password-fields.tsx';

const joinSchema = newPasswordSchema.and(profileEditSchema);

interface JoinFormProps {
  token: string;
  greeting: InvitationGreeting;
  /** The account exists, with this password. */
  onJoined: (password: string) => void;
}

/** Creates an account from an invitation. */
export function JoinForm({ token, greeting, onJoined }: JoinFormProps) {
  const form = useForm({
    resolver: zodResolver(joinSchema),
    defaultValues: { password: '', confirm_password: '', ...namesFrom(greeting.name) },
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;

  const join = handleSubmit(async ({ password, first_name, last_name }) => {
    try {
      await api.post('/api/invitations/{token}/accept', {
        path: { token },
        body: { password, first_name, last_name },
      });
      onJoined(password);
    } catch (cause) {
      showProblems<z.input<typeof joinSchema>>(
        cause,
        ['password', 'first_name', 'last_name'],
        setError,
      );
    }
  });

  return (
    <FormProvider {...form}>
      <form onSubmit={join} noValidate className="flex flex-col gap-4">
        <ErrorBox text={errors.root?.message} />
        {/* Lets password managers know which account this is about. */}
        <input
          type="hidden"
          name="username"
          autoComplete="username"
          value={greeting.email ?? ''}
          readOnly
        />
        <NewPasswordFields readOnly={isSubmitting} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First Name" optional error={errors.first_name?.message}>
            <Input autoComplete="given-name" readOnly={isSubmitting} {...register('first_name')} />
          </Field>
          <Field label="Last Name" optional error={errors.last_name?.message}>
            <Input autoComplete="family-name" readOnly={isSubmitting} {...register('last_name')} />
          </Field>
        </div>
        <NewPasswordSubmit pending={isSubmitting}>Create Account</NewPasswordSubmit>
        <Agreement act="Create Account" />
      </form>
    </FormProvider>
  );
}

/** Suggests a name from the waitlist: its first word and the rest. */
function namesFrom(name: string | null): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = (name ?? '').trim().split(/\s+/);
  return { first_name, last_name: rest.join(' ') };
}
