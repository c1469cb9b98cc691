import { onDemand } from '../../shell/on-demand.tsx';
import { usePosting } from './posting.ts';

const Poster = onDemand(async () => (await import('./poster.tsx')).Poster, {
  // The draft stays; the dashboard offers it.
  onFailure: () => undefined,
});

/** Sees a request through that was submitted before its author had an account; else nothing. */
export function WhenPosting() {
  return usePosting() && <Poster />;
}
