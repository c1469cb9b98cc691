import type { FilePlace, FileState } from './file.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import type { Relation } from './rule-facts.ts';

/** What decides who may open a file. */
export interface FileFacts {
  /** Null until it is attached. */
  place: FilePlace | null;
  /** Whether the viewer uploaded it. */
  mine: boolean;
  /** The viewer's relation to its request, if they may see that. */
  relation: Relation | null;
  /** Whether a delivery is paid, by what its own developer is paid. */
  paid: boolean;
  /** The state of its scan for keys. */
  state: FileState;
  /** Whether the request is reserved and not grabbed. */
  reserved: boolean;
  /** For a message or delivery: whether the viewer reads its conversation. */
  reads: boolean;
  /** For a delivery: whether its round is accepted, or paid by a closing. */
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
 * Whether a person may open a file now. `not_found`: they may not even know of it. Source: product
 * decisions, "Deliverables"; docs/decisions/0008-files.md.
 */
export function decideOpen(facts: FileFacts): FileDecision {
  const decision = decideByPlace(facts);
  const { mine, relation, state } = facts;
  if (!decision.allowed || mine || relation === 'moderator' || state === 'ready') return decision;
  return refuse(state === 'checking' ? 'file_checking' : 'file_held_back');
}

function decideByPlace(facts: Omit<FileFacts, 'state'>): FileDecision {
  const { place, mine, relation, paid, accepted } = facts;
  if (place === null) return mine ? YES : refuse('not_found');
  if (place === 'profile') return refuse('not_found');
  if (relation === 'moderator') return YES;
  const isLocked = place === 'delivery' && !paid;
  if (relation === 'developer') {
    const decision = decideForDeveloper(place, facts);
    // What a customer may not open yet does not open to the next developer either, whom they share it with.
    return decision.allowed && isLocked && !mine && !accepted
      ? refuse('file_locked_until_paid')
      : decision;
  }
  if (relation === 'customer') return isLocked ? refuse('file_locked_until_paid') : YES;
  // Candidates judge the work by the request's files, and see nothing else yet.
  return relation === 'candidate' && place === 'request' ? YES : refuse('not_found');
}

function decideForDeveloper(
  place: FilePlace,
  { reserved, reads, accepted }: Pick<FileFacts, 'reserved' | 'reads' | 'accepted'>,
): FileDecision {
  // Earlier work is for the next developer, not for one who has only reserved the request.
  if (reserved && isWork(place)) return refuse('not_found');
  // Of former developers' deliveries, those that are done are part of the request.
  const isOthers = place === 'message' || (place === 'delivery' && !accepted);
  return isOthers && !reads ? refuse('not_found') : YES;
}

/**
 * Whether somebody may know about a milestone's plan and deliveries: the words of a delivery are as
 * visible as its files.
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
