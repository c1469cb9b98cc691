import { NewPasswordForm } from './new-password-form.tsx';

interface ChoosePasswordProps {
  email: string;
  onDone?: () => void;
}

/** For an account without a password: says whose it is, and why. */
export function ChoosePassword({ email, onDone }: ChoosePasswordProps) {
  return (
    <>
      <div className="flex flex-col gap-2 text-sm break-words">
        <p>
          This is the account of <strong>{email}</strong>.
        </p>
        <p className="text-ink-soft">
          No earlier password of it works any more, whoever chose it. Choose one that only you know.
        </p>
      </div>
      <NewPasswordForm email={email} onDone={onDone} />
    </>
  );
}
