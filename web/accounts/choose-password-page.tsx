import type { Session } from '@supabase/auth-js';
import { useSession } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { LogoMark } from '../ui/logo.tsx';
import { ChoosePassword } from './choose-password.tsx';

/** Replaces every signed-in screen until there is a password. */
export function ChoosePasswordPage({ session }: { session: Session }) {
  const { signOut } = useSession();
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-5 px-4 py-10">
      <LogoMark size={48} />
      <h1 className="text-2xl">Create New Password</h1>
      <ChoosePassword email={session.user.email ?? ''} />
      <Button onClick={signOut} className="self-start">
        Sign Out
      </Button>
    </main>
  );
}
