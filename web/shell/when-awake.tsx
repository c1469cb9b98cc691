import { type ComponentType, useEffect, useState } from 'react';
import { useKnown } from '../api/session-store.ts';

/**
 * Parts for people who are signed in, or about to be. They stay as long as the page. Not by Suspense,
 * which delays new content by 300 ms: this renders nothing, and every signed-in screen waits for it.
 */
export function WhenAwake() {
  const { awake } = useKnown();
  const [Parts, setParts] = useState<ComponentType>();
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    if (!awake) return;
    import('./awake-parts.tsx').then(({ AwakeParts }) => setParts(() => AwakeParts), setFailure);
  }, [awake]);

  if (failure) throw failure;
  return Parts && <Parts />;
}
