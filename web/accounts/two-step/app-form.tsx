import { useForm } from 'react-hook-form';
import { errorText } from '../../api/api-error.ts';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { CODE_RULES, CodeField } from './code-field.tsx';
import { CopyButton } from './copy-button.tsx';
import { type NewApp, showCode } from './factor-calls.ts';

interface AppFormProps {
  app: NewApp;
  onCancel: () => void;
  onDone: () => void;
}

/** Hands the secret to an app, and has it show that it knows it. */
export function AppForm({ app, onCancel, onDone }: AppFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;

  const verify = handleSubmit(async ({ code }) => {
    try {
      await showCode(app.id, code);
      onDone();
    } catch (cause) {
      setError('code', { message: errorText(cause) }, { shouldFocus: true });
    }
  });

  return (
    <form onSubmit={verify} noValidate className="flex flex-col gap-5">
      <ol className="flex list-decimal flex-col gap-4 pl-5 text-sm leading-relaxed marker:font-medium">
        <li>
          <p>Scan this with your authenticator app, or type the key into it.</p>
          <div className="mt-3 flex flex-col gap-4 sm:flex-row sm:items-center">
            <img
              src={app.qrCode}
              alt="QR code for your authenticator app"
              className="size-44 shrink-0 self-center rounded border border-line bg-white"
            />
            <div className="flex min-w-0 flex-col items-start gap-2">
              <dl className="min-w-0">
                <dt className="text-2xs text-ink-soft">Key</dt>
                <dd className="font-mono text-sm break-words">
                  {app.secret.match(/.{1,4}/g)?.join(' ')}
                </dd>
              </dl>
              <CopyButton text={app.secret} label="Copy Key" />
            </div>
          </div>
        </li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <CodeField
        kind="app"
        error={errors.code?.message}
        readOnly={isSubmitting}
        {...register('code', CODE_RULES.app)}
      />
      <div className="flex justify-end gap-2 pt-1">
        <FormButtons
          act="Turn On"
          pending={isSubmitting}
          pendingText="Checking..."
          onCancel={onCancel}
        />
      </div>
    </form>
  );
}
