import { type ComponentType, useEffect, useState } from 'react';
import { useKnown } from '../api/session-store.ts';
import { untilFetched } from '../ui/until-fetched.ts';

/**
 * Parts for people who are signed in, or about to be. They stay as long as the page. Not by Suspense,
 * which delays new content by 300 ms: this renders nothing, and every signed-in screen waits for it.
 */
export function WhenAwake() {
  const { awake } = useKnown();
  const [Parts, setParts] = useState<ComponentType>();

  useEffect(() => {
    if (!awake) return;
    return untilFetched(
      () => import('./awake-parts.tsx'),
      ({ AwakeParts }) => setParts(() => AwakeParts),
    );
  }, [awake]);

  return Parts && <Parts />;
}
