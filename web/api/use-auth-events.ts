import type { AuthChangeEvent } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { auth } from './auth.ts';
import { keys } from './keys.ts';
import { sessionStore } from './session-store.ts';
import { userStorage } from './user-storage.ts';

/** Follows the sign-in client. What it says is known at once: who has just signed in moves on. */
export function useAuthEvents(): void {
  const queryClient = useQueryClient();
  const person = useRef<string | null>(null);

  useEffect(() => {
    const effects: Partial<Record<AuthChangeEvent, () => void>> = {
      SIGNED_IN: () => sessionStore.set({ leftOnPurpose: false }),
      USER_UPDATED: () => void queryClient.invalidateQueries({ queryKey: keys.me() }),
    };
    const { data } = auth().onAuthStateChange((event, session) => {
      const nextPerson = session?.user.id ?? null;
      const changed = person.current !== null && person.current !== nextPerson;
      // Nothing of one person may be seen by the next, in whichever tab they changed places.
      if (changed) queryClient.clear();
      userStorage.belongTo(nextPerson);
      person.current = nextPerson;
      effects[event]?.();
      // Coming back to the tab is announced as SIGNED_IN too: the same session stays the same object.
      const known = sessionStore.get().session;
      if (known && known.access_token === session?.access_token) return;
      sessionStore.set({ session, ...(changed && { profile: null, profileError: null }) });
    });
    return () => data.subscription.unsubscribe();
  }, [queryClient]);
}
