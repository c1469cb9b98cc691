import type { Viewer } from '../http/viewer.ts';

/** Who acts: a person, or one of the two that are none. */
export type Actor = Viewer | 'clock' | 'provider';

export function isMachine(actor: Actor): actor is 'clock' | 'provider' {
  return typeof actor === 'string';
}
