import { useState } from 'react';

/** A part whose code is fetched when it is first wanted, so that the page opens without it. */
export function useOnDemand<Part>(load: () => Promise<Part>) {
  const [part, setPart] = useState<Part | null>(null);
  const [fetching, setFetching] = useState(false);
  return {
    /** Null until it was fetched. */
    part,
    fetching,
    /** Worth calling when it is likely to be wanted soon. */
    warmUp: () => void load().catch(() => undefined),
    /** Whether it is there now; without a connection it is not, and another try may succeed. */
    async fetch(): Promise<boolean> {
      setFetching(true);
      const loaded = await load().catch(() => null);
      if (loaded) setPart(() => loaded);
      setFetching(false);
      return loaded !== null;
    },
  };
}
