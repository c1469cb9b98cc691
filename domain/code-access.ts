import type { SnapshotKind, SnapshotState } from './code.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import type { Relation } from './rule-facts.ts';

/** All that decides what somebody reads of a version of a project. */
export interface CodeFacts {
  kind: SnapshotKind;
  state: SnapshotState;
  /** Whether the viewer brought it. */
  mine: boolean;
  /** What the viewer is to its request, if they may see that request. */
  relation: Relation | null;
  /** Whether the request is only reserved, and nobody has grabbed it yet. */
  reserved: boolean;
  /** Of a delivery: whether it was submitted, its round accepted or paid by a closing, and it paid to its own developer. */
  submitted: boolean;
  accepted: boolean;
  paid: boolean;
  /** Of a delivery: whether the viewer reads the conversation that it is part of. */
  reads: boolean;
}

/** What is open of a version; where it is not all, why. */
export type CodeDecision =
  | { opens: 'contents' }
  | { opens: 'names' | 'nothing'; code: RefusalCode; reason: string };

const CONTENTS: CodeDecision = { opens: 'contents' };

const closed = (opens: 'names' | 'nothing', code: RefusalCode): CodeDecision => ({
  opens,
  code,
  reason: refusals[code][1],
});

/**
 * What does this person read of this version now? Null says that they may not even know of it.
 * Source: contract, "Code"; docs/decisions/0069-the-code-room.md.
 */
export function decideCode(facts: CodeFacts): CodeDecision | null {
  const { relation, state, mine } = facts;
  if (relation === null || relation === 'stranger') return null;
  if (state !== 'ready') return mine ? closed('nothing', whyNotReady[state]) : null;
  if (relation === 'moderator') return CONTENTS;
  if (relation === 'customer') return forCustomer(facts);
  return relation === 'developer' || relation === 'candidate' ? forDeveloper(facts) : null;
}

const whyNotReady = {
  reading: 'code_being_read',
  blocked: 'file_held_back',
  failed: 'code_not_readable',
} as const satisfies Record<Exclude<SnapshotState, 'ready'>, RefusalCode>;

function forCustomer({ kind, submitted, paid }: CodeFacts): CodeDecision | null {
  if (kind === 'project') return CONTENTS;
  if (!submitted) return null;
  return paid ? CONTENTS : closed('names', 'code_locked_until_paid');
}

/** Whoever only thinks about taking it reads facts and names; what others delivered counts once accepted. */
function forDeveloper(facts: CodeFacts): CodeDecision | null {
  const { kind, relation, reserved, submitted, accepted, paid, mine, reads } = facts;
  const isProject = kind === 'project' || accepted;
  if (relation === 'candidate' || reserved)
    return isProject ? closed('names', 'code_not_taken') : null;
  if (isProject || mine) return CONTENTS;
  // What was never submitted is nobody's yet, and what is not paid not the customer's: they cannot share it.
  if (!reads || !submitted) return null;
  return paid ? CONTENTS : closed('names', 'code_locked_until_paid');
}
