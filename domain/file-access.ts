import type { FilePlace, FileState } from './file.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import type { Relation } from './rule-facts.ts';

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
  /** Whether it was looked through for keys. */
  state: FileState;
  /** Whether the request is only reserved, and nobody has grabbed it yet. */
  reserved: boolean;
  /** Of a message or a delivery: whether the viewer reads the conversation that it is part of. */
  reads: boolean;
  /** Of a delivery: whether the customer has accepted it. */
  accepted: boolean;
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
export function decideOpen(facts: FileFacts): FileDecision {
  const decision = decideByPlace(facts);
  const { mine, relation, state } = facts;
  if (!decision.allowed || mine || relation === 'moderator' || state === 'ready') return decision;
  return refuse(state === 'checking' ? 'file_checking' : 'file_held_back');
}

function decideByPlace(facts: Omit<FileFacts, 'state'>): FileDecision {
  const { place, mine, relation, paid } = facts;
  if (place === null) return mine ? YES : refuse('not_found');
  if (place === 'profile') return refuse('not_found');
  if (relation === 'moderator') return YES;
  if (relation === 'developer') return decideForDeveloper(place, facts);
  if (relation === 'customer') {
    return place !== 'delivery' || paid ? YES : refuse('file_locked_until_paid');
  }
  // They must judge the work before they take it, and have no part in the rest yet.
  return relation === 'candidate' && place === 'request' ? YES : refuse('not_found');
}

function decideForDeveloper(
  place: FilePlace,
  { reserved, reads, accepted }: Pick<FileFacts, 'reserved' | 'reads' | 'accepted'>,
): FileDecision {
  // Of a request that somebody left, earlier work is for whoever goes on with it, not for who asks.
  if (reserved && isWork(place)) return refuse('not_found');
  // Of what others handed in before, what was accepted is part of the request.
  const isOthers = place === 'message' || (place === 'delivery' && !accepted);
  return isOthers && !reads ? refuse('not_found') : YES;
}

/**
 * Whether somebody may know of what was planned and handed in for a milestone: the words of its
 * deliveries follow the files of them.
 */
export function knowsOfWork(relation: Relation | null, reserved: boolean): boolean {
  const work = {
    place: 'delivery',
    mine: false,
    paid: false,
    reads: true,
    accepted: false,
  } as const;
  const decision = decideByPlace({ ...work, relation, reserved });
  return decision.allowed || decision.code !== 'not_found';
}

function isWork(place: FilePlace): boolean {
  return place === 'milestone' || place === 'delivery';
}
