import type { RefusalCode } from './refusals.ts';
import type { Relation } from './rule-facts.ts';
import { isFinal, type TicketStatus } from './ticket-status.ts';

/** All that decides what somebody may do with what the AI already tried. */
export interface AttemptFacts {
  /** What the person is to the request, if they may see it, or look into it as a moderator. */
  relation: Relation | null;
  status: TicketStatus;
  /** Whether the request is only reserved, and nobody has grabbed it yet. */
  reserved: boolean;
}

export type AttemptAct = 'read' | 'add' | 'remove';

/**
 * Why somebody may not do this; null where they may. Its customer adds while the request runs, and
 * takes away at any time; whoever has grabbed the request reads, and candidates do not even know of it.
 */
export function attemptRefusal(
  act: AttemptAct,
  { relation, status, reserved }: AttemptFacts,
): RefusalCode | null {
  if (relation === null) return 'not_found';
  if (relation === 'customer') return act === 'add' && isFinal(status) ? 'wrong_state' : null;
  const reads = relation === 'moderator' || (relation === 'developer' && !reserved);
  if (act === 'read') return reads ? null : 'not_found';
  // They see the request, and that it is not theirs to add to.
  return relation === 'moderator' || (act === 'remove' && !reads) ? 'not_found' : 'not_your_part';
}
