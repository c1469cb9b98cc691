import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followLive } from './live.ts';
import { useSession } from './session.tsx';

/** Keeps one live stream open while this person is signed in. */
export function useLive(): void {
  const queryClient = useQueryClient();
  const person = useSession().session?.user.id;
  useEffect(() => (person ? followLive(queryClient) : undefined), [person, queryClient]);
}
