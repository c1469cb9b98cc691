import { type RefusalCode, refusals } from './errors.ts';
import type { Relation } from './facts.ts';
import type { FilePlace } from './file.ts';

/** All that decides who may open a file. */
export interface FileFacts {
  /** Null while it is not attached to anything. */
  place: FilePlace | null;
  /** Whether the viewer uploaded it. */
  mine: boolean;
  /** What the viewer is to the request that it belongs to, if they may see that request. */
  relation: Relation | null;
  /** Whether the milestone of a delivery is paid. */
  paid: boolean;
}

export type FileDecision =
  | { allowed: true }
  | { allowed: false; code: RefusalCode; reason: string };

const refuse = (code: RefusalCode): FileDecision => ({
  allowed: false,
  code,
  reason: refusals[code][1],
});
const YES: FileDecision = { allowed: true };

/**
 * May this person open this file now? `not_found` says that they may not even know of it.
 * Source: product decisions, "Deliverables"; docs/decisions/0008-files.md.
 */
export function decideOpen({ place, mine, relation, paid }: FileFacts): FileDecision {
  if (place === null) return mine ? YES : refuse('not_found');
  if (place === 'profile') return refuse('not_found');
  if (relation === 'developer' || relation === 'moderator') return YES;
  if (relation === 'customer') {
    return place !== 'delivery' || paid ? YES : refuse('file_locked_until_paid');
  }
  // They must judge the work before they take it, and have no part in the rest yet.
  return relation === 'candidate' && place === 'request' ? YES : refuse('not_found');
}
