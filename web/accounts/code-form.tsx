import { type FormEvent, useState } from 'react';
import { errorText } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { AuthProblem } from './auth-problem.ts';
import { loadAuthCalls } from './load-auth-calls.ts';

const SIX_DIGITS = /^\d{6}$/;
const NO_CODE = 'Please type the six digits of the mail';
const WRONG_CODE =
  'This code is wrong or too old. A code works for ten minutes, and only that of the newest mail.';

/** The code of a confirmation mail, in place of its link. Afterwards there is a session. */
export function CodeForm({ email }: { email: string }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    // Mail programs like to copy blanks along.
    const digits = code.replace(/\s/g, '');
    setProblem(undefined);
    setError(SIX_DIGITS.test(digits) ? undefined : NO_CODE);
    if (!SIX_DIGITS.test(digits)) return;
    setPending(true);
    try {
      const { confirmByCode } = await loadAuthCalls();
      await confirmByCode(email, digits);
    } catch (cause) {
      const isWrong = cause instanceof AuthProblem && cause.code === 'otp_expired';
      setProblem(isWrong ? WRONG_CODE : errorText(cause));
    } finally {
      setPending(false);
    }
  }

  return (
    <form onSubmit={confirm} noValidate className="flex flex-col gap-3">
      <ErrorBox text={problem} />
      <Field label="Code from the mail" error={error}>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          disabled={pending}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" pending={pending} pendingText="Processing...">
        Confirm
      </Button>
    </form>
  );
}
