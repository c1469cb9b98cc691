import { type ComponentType, useEffect, useState } from 'react';
import { posting, usePosting } from './posting.ts';

/**
 * Sees a request through that was submitted before its author had an account; else nothing. Not by
 * `onDemand`, which brings the code of toasts to every public page.
 */
export function WhenPosting() {
  const stage = usePosting()?.stage;
  const [Poster, setPoster] = useState<ComponentType>();
  useEffect(() => {
    // Also after another try.
    if (stage !== 'account' || Poster) return;
    import('./poster.tsx').then(
      (loaded) => setPoster(() => loaded.Poster),
      // The draft stays, and the notice offers another try.
      () => posting.show({ stage: 'failed' }),
    );
  }, [stage, Poster]);
  return stage && Poster ? <Poster /> : null;
}
