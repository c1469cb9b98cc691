import { FormProvider } from 'react-hook-form';
import { ErrorBox } from '../ui/error-box.tsx';
import { rootProblem } from './auth-problem.ts';
import { loadAuthCalls } from './load-auth-calls.ts';
import { NewPasswordFields, NewPasswordSubmit } from './new-password-fields.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Create New Password, after a reset link. */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
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
      onDone();
    } catch (cause) {
      setError('root', rootProblem(cause));
    }
  });

  return (
    <FormProvider {...form}>
      <form onSubmit={update} onFocus={warmUp} noValidate className="flex flex-col gap-4">
        <ErrorBox text={errors.root?.message} />
        <NewPasswordFields readOnly={isSubmitting} />
        <NewPasswordSubmit pending={isSubmitting}>Update Password</NewPasswordSubmit>
      </form>
    </FormProvider>
  );
}
