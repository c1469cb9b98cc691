import { errorText } from '../api/api-error.ts';
import { useSession } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { LogoMark } from '../ui/logo.tsx';

/** Signed in, but who it is could not be read: try again, or leave. */
export function ProfileUnavailable() {
  const { profileError, retryProfile, signOut } = useSession();
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-4 text-center">
      <LogoMark size={48} />
      <h1 className="text-2xl">We could not load your profile</h1>
      <p role="alert" className="text-ink-soft">
        {errorText(profileError)}
      </p>
      <div className="flex gap-2">
        <Button variant="primary" onClick={retryProfile}>
          Try Again
        </Button>
        <Button onClick={signOut}>Sign Out</Button>
      </div>
    </main>
  );
}
