import { type ComponentType, useEffect, useState } from 'react';
import { useKnown } from '../api/session-store.ts';

/**
 * Parts that only signed-in people, or those about to be, have to load. They stay until the page goes.
 * Not by Suspense, which keeps what arrives back for 300 ms so that a page does not flicker: this
 * draws nothing, and every signed-in screen waits for it.
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
