import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { auth } from './auth.ts';
import { forgetOthersAnswers } from './kept-answers.ts';
import { somethingIsWritten } from './lapse.ts';
import { owesCode } from './owes-code.ts';
import { queryClient } from './query-client.ts';
import { keys } from './query-keys.ts';
import { type Lapsed, sessionStore } from './session-store.ts';
import { storedSession } from './stored-session.ts';
import { userStorage } from './user-storage.ts';

export async function signOut(): Promise<void> {
  sessionStore.set({ leftOnPurpose: true });
  userStorage.belongTo(null);
  // 'local' clears this browser first, so that it works offline too.
  const { error } = await auth().signOut({ scope: 'local' });
  if (error) console.error('Failed to sign out', error);
}

/** Gives up a screen whose session was lost: for whoever is signed in by now, or for nobody. */
export async function leaveScreen(): Promise<void> {
  const { lapsed, session } = sessionStore.get();
  if (!lapsed) return;
  // Who gave the password and no code is nobody yet: what was written here waits for both.
  if (session) await auth().signOut({ scope: 'local' });
  show(lapsed.elsewhere);
}

/** Follows the sign-in client as long as the page lives. Changes apply at once, so that a new sign-in continues. */
function follow(): void {
  const effects: Partial<Record<AuthChangeEvent, () => void>> = {
    SIGNED_IN: () => sessionStore.set({ leftOnPurpose: false }),
    USER_UPDATED: () => void queryClient.invalidateQueries({ queryKey: keys.me() }),
  };
  // Without a connection an old token cannot be renewed. That ends no session.
  const kept = navigator.onLine ? null : storedSession();
  if (kept) show(kept);
  auth().onAuthStateChange((event, found) => {
    const session = found ?? (event === 'INITIAL_SESSION' ? storedSession() : null);
    effects[event]?.();
    void forgetOthersAnswers(session?.user.id);
    const lapsed = lapsedBy(session);
    if (lapsed) return sessionStore.set({ session: null, lapsed });
    // On a screen that waits, the code of a second step is still to come.
    if (session && sessionStore.get().lapsed && owesCode(session))
      return sessionStore.set({ session });
    show(session);
  });
}

/** The screen of somebody who is not signed in any more, and was writing; null for any other. */
function lapsedBy(session: Session | null): Lapsed | null {
  const { session: before, lapsed, leftOnPurpose } = sessionStore.get();
  const person = lapsed?.person ?? before?.user.id;
  if (!person || person === session?.user.id) return null;
  if (!lapsed && (leftOnPurpose || !somethingIsWritten())) return null;
  return { person, email: lapsed?.email ?? before?.user.email, elsewhere: session };
}

/** From now on the screens are this person's, or nobody's. */
function show(session: Session | null): void {
  const known = sessionStore.get();
  const before = known.lapsed?.person ?? known.session?.user.id;
  const isOther = before !== undefined && before !== session?.user.id;
  // Nothing of one person may be shown to the next, in whichever tab they changed.
  if (isOther) queryClient.clear();
  // What somebody wrote stays theirs when their session is lost.
  if (session) userStorage.belongTo(session.user.id);
  // Returning to the tab is announced as SIGNED_IN too: keep the same session object.
  const isSame = session && known.session?.access_token === session.access_token;
  sessionStore.set({
    ...(!isSame && { session }),
    lapsed: null,
    ...(isOther && { profile: null, profileError: null }),
  });
}

follow();
