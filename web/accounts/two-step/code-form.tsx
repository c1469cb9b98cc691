import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorText, orNetworkError } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { TextButton } from '../text-button.tsx';
import { CODE_RULES, CodeField } from './code-field.tsx';

interface CodeFormProps {
  /** The session has its second factor. */
  onDone?: () => void;
}

/** The second step of signing in: a code of the app, or a backup code. */
export function CodeForm({ onDone }: CodeFormProps) {
  const [kind, setKind] = useState<'app' | 'backup'>('app');
  return (
    <div className="flex flex-col gap-3">
      <Form key={kind} kind={kind} onDone={onDone} />
      <TextButton
        className="self-center"
        onClick={() => setKind(kind === 'app' ? 'backup' : 'app')}
      >
        {kind === 'app' ? 'Use a backup code instead' : 'Use the authenticator app instead'}
      </TextButton>
    </div>
  );
}

interface FormProps {
  kind: 'app' | 'backup';
  onDone: (() => void) | undefined;
}

function Form({ kind, onDone }: FormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'code');

  const show = handleSubmit(async ({ code }) => {
    try {
      const { showAppCode, showBackupCode } = await loadCalls();
      await (kind === 'app' ? showAppCode(code) : showBackupCode(code));
      onDone?.();
    } catch (cause) {
      setError('code', { message: errorText(cause) }, { shouldFocus: true });
    }
  });

  return (
    <form onSubmit={show} noValidate className="flex flex-col gap-4">
      <CodeField
        kind={kind}
        error={errors.code?.message}
        readOnly={isSubmitting}
        {...register('code', CODE_RULES[kind])}
      />
      <Button type="submit" variant="primary" pending={isSubmitting} pendingText="Processing...">
        Continue
      </Button>
    </form>
  );
}

function loadCalls() {
  return orNetworkError(import('./factor-calls.ts'));
}
