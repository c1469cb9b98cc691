import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { auth } from './auth.ts';
import { keys } from './keys.ts';
import { userStorage } from './user-storage.ts';

/** Follows the sign-in client; `session` is undefined until it has spoken once. */
export function useAuthEvents() {
  const queryClient = useQueryClient();
  const [session, setSession] = useState<Session | null>();
  const [recovering, setRecovering] = useState(false);
  const [leftOnPurpose, setLeftOnPurpose] = useState(false);
  const person = useRef<string | null>(null);

  useEffect(() => {
    const effects: Partial<Record<AuthChangeEvent, () => void>> = {
      SIGNED_IN: () => setLeftOnPurpose(false),
      SIGNED_OUT: () => setRecovering(false),
      PASSWORD_RECOVERY: () => setRecovering(true),
      USER_UPDATED: () => void queryClient.invalidateQueries({ queryKey: keys.me() }),
    };
    const { data } = auth().onAuthStateChange((event, next) => {
      const nextPerson = next?.user.id ?? null;
      // Nothing of one person may be seen by the next, in whichever tab they changed places.
      if (person.current && person.current !== nextPerson) {
        queryClient.clear();
        userStorage.clear();
      }
      person.current = nextPerson;
      effects[event]?.();
      // Coming back to the tab is announced as SIGNED_IN too: the same session stays the same object.
      setSession((known) => (known && known.access_token === next?.access_token ? known : next));
    });
    return () => data.subscription.unsubscribe();
  }, [queryClient]);

  async function signOut() {
    setLeftOnPurpose(true);
    // 'local' empties this browser first, so that it works offline too.
    const { error } = await auth().signOut({ scope: 'local' });
    if (error) console.error('Failed to sign out', error);
  }

  return { session, recovering, leftOnPurpose, signOut };
}
