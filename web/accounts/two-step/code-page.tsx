import { useSession } from '../../api/session.tsx';
import { CONTACT_ADDRESS } from '../../shell/contact.ts';
import { Button } from '../../ui/button.tsx';
import { LogoMark } from '../../ui/logo.tsx';
import { CodeForm } from './code-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';

/** Replaces every signed-in screen until a code was entered. */
export function CodePage() {
  const { session, signOut } = useSession();
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-5 px-4 py-10">
      <LogoMark size={48} />
      <div>
        <h1 className="text-2xl">Enter Your Code</h1>
        <p className="mt-1 text-sm break-words text-ink-soft">
          Two-step sign-in is on for {session?.user.email}.
        </p>
      </div>
      <CodeForm />
      <PasskeyButton />
      <p className="border-t border-line pt-4 text-2xs text-ink-soft">
        Neither your phone nor a backup code at hand? Write to{' '}
        <a href={`mailto:${CONTACT_ADDRESS}`} className="link">
          {CONTACT_ADDRESS}
        </a>{' '}
        from the address of your account.
      </p>
      <Button onClick={signOut} className="self-start">
        Sign Out
      </Button>
    </main>
  );
}
