import type { Category } from './category.ts';
import type { UserType } from './profile.ts';
import { Refusal } from './refusals.ts';
import type { Relation } from './rule-facts.ts';

// Who a person is to a request, and what they see of it by that. `server/lifecycle/visibility.ts`
// has the same rules for whole lists.

/** All that matters of a person here. */
export interface Asker {
  id: string;
  user_type: UserType;
  supported_categories: readonly Category[];
}

export const SIDES = ['customer', 'developer'] as const;
export type Side = (typeof SIDES)[number];

/** Who stands on the two sides of a request. */
export interface Sides {
  customer_id: string;
  developer_id: string | null;
}

/** Who they are now: a request that changes hands begins another pairing. */
export interface Paired extends Sides {
  pairing_id: string | null;
}

/** One customer with one developer, whose conversation it is. */
export interface Pairing {
  id: string;
  /** Null for what moderators tell a customer whose request nobody has had yet. */
  developer_id: string | null;
  /** The later pairing in which the customer has shown it. */
  shared_with: string | null;
}

interface Suiting extends Sides {
  categories: readonly Category[];
  /** Developers whom it was taken from: it is not theirs to take again. */
  replaced: readonly string[];
}

interface Seen extends Suiting {
  status: string;
}

/** What a person is to a request. Source: specification 6; "available tickets" of 5. */
export function relationOf(person: Asker, ticket: Suiting): Relation {
  const side = sideIn(ticket, person.id);
  if (side) return side;
  if (person.user_type === 'moderator') return 'moderator';
  const isReplaced = ticket.replaced.includes(person.id);
  return isSuited(person, ticket.categories) && !isReplaced ? 'candidate' : 'stranger';
}

/** Which side of a request a person is at this moment; null for everyone else. */
export function sideIn(
  ticket: { customer_id: string | null; developer_id: string | null },
  personId: string,
): Side | null {
  if (ticket.customer_id === personId) return 'customer';
  return ticket.developer_id === personId ? 'developer' : null;
}

/** The two sides of a request at this moment. */
export function sidesOf(ticket: Sides): string[] {
  return [ticket.customer_id, ticket.developer_id].filter((person) => person !== null);
}

/** Whether requests of these categories are for this person to take. */
export function isSuited(
  { user_type, supported_categories }: Omit<Asker, 'id'>,
  categories: readonly Category[],
): boolean {
  return (
    user_type === 'developer' &&
    categories.some((category) => supported_categories.includes(category))
  );
}

/** Whether a request can still be taken. */
export function isOpen(ticket: Pick<Seen, 'status' | 'developer_id'>): boolean {
  return ticket.status === 'AWAITING_ASSIGNMENT' && ticket.developer_id === null;
}

/** Whether a person may see a request and its plan: its two sides, and candidates while it is open. */
export function maySee(relation: Relation, ticket: Pick<Seen, 'status' | 'developer_id'>): boolean {
  return isSide(relation) || (relation === 'candidate' && isOpen(ticket));
}

/**
 * What a person is to a request that they may see.
 * @throws Refusal `not_found` for everyone else, and where there is none
 */
export function asSeeing(person: Asker, ticket: Seen | undefined): Relation {
  const relation = ticket && relationOf(person, ticket);
  if (!relation || !maySee(relation, ticket)) throw new Refusal('not_found');
  return relation;
}

/**
 * The side of a request that a person is, for what only the two may see, such as its discussion: a
 * candidate sees the request itself and no more.
 * @throws Refusal `not_found` for everyone else, and where there is none
 */
export function asSide(person: Pick<Asker, 'id'>, ticket: Sides | null | undefined): Side {
  const side = ticket && sideIn(ticket, person.id);
  if (!side) throw new Refusal('not_found');
  return side;
}

/**
 * Whether a person reads a conversation of a request: its customer every one; its developer their own,
 * also from a time before, what the customer has shown them, and what was said to the request itself
 * while nobody had it, which is no pairing's.
 * Source: product decisions, "A conversation belongs to two people".
 */
export function readsPairing(
  person: Pick<Asker, 'id'>,
  ticket: Paired,
  pairing: Pairing | null,
): boolean {
  const side = sideIn(ticket, person.id);
  if (side !== 'developer' || pairing === null) return side !== null;
  const { developer_id, shared_with } = pairing;
  return developer_id === person.id || (shared_with !== null && shared_with === ticket.pairing_id);
}

/**
 * Whether a person has a part in a conversation: writes in it, is told of it, reports and counts what
 * is in it. A developer has none in what they only read.
 */
export function isInPairing(
  person: Pick<Asker, 'id'>,
  ticket: Paired,
  pairingId: string | null,
): boolean {
  const side = sideIn(ticket, person.id);
  if (side !== 'developer') return side === 'customer';
  return pairingId === null || pairingId === ticket.pairing_id;
}

/** Those of the two sides who are told of what happens in a conversation. */
export function sidesInPairing(ticket: Paired, pairingId: string | null): string[] {
  return sidesOf(ticket).filter((id) => isInPairing({ id }, ticket, pairingId));
}

/** Whether somebody in this relation is one of the two. */
export function isSide(relation: Relation): relation is Side {
  return relation === 'customer' || relation === 'developer';
}
