import { useEffect } from 'react';
import { staysWhenLapsed } from '../api/lapse.ts';
import { leaveScreen } from '../api/session.tsx';
import { useKnown } from '../api/session-store.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';

// Sessions are seldom lost.
const SignInAgainDialog = dialogOnDemand(
  async () => (await import('./sign-in-again-dialog.tsx')).SignInAgainDialog,
);

/** Lets signed-in screens stay when their session is lost over an open form, and asks for it. */
export function SignInAgain() {
  const { lapsed, session } = useKnown();
  useEffect(() => {
    const end = staysWhenLapsed();
    return () => {
      end();
      // Somewhere else, as behind a link of the form, nobody would ask for the session.
      void leaveScreen();
    };
  }, []);
  return (
    lapsed && (
      <SignInAgainDialog
        lapsed={lapsed}
        codeOwed={session !== null}
        onClose={() => void leaveScreen()}
      />
    )
  );
}
