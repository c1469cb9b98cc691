import { lazy, Suspense, useSyncExternalStore } from 'react';
import { sessionStore } from '../api/session-store.ts';

const AwakeParts = lazy(async () => {
  const { AwakeParts: parts } = await import('./awake-parts.tsx');
  return { default: parts };
});

/** What only somebody who is signed in, or about to be, has to load. It stays until the page goes. */
export function WhenAwake() {
  const { awake } = useSyncExternalStore(
    sessionStore.subscribe,
    sessionStore.get,
    sessionStore.getBuilt,
  );
  return (
    awake && (
      <Suspense>
        <AwakeParts />
      </Suspense>
    )
  );
}
