import type { Category } from './category.ts';
import type { UserType } from './profile.ts';
import { Refusal } from './refusals.ts';
import type { Relation } from './rule-facts.ts';

// A person's relation to a request, and what it lets them see. `server/lifecycle/visibility.ts` has the
// same rules for lists.

/** A person, as far as these rules need. */
export interface Asker {
  id: string;
  user_type: UserType;
  supported_categories: readonly Category[];
}

export const SIDES = ['customer', 'developer'] as const;
export type Side = (typeof SIDES)[number];

/** The two sides of a request. */
export interface Sides {
  customer_id: string;
  developer_id: string | null;
}

/** Its current pairing: another developer begins another one. */
export interface Paired extends Sides {
  pairing_id: string | null;
}

/** One customer with one developer, and their conversation. */
export interface Pairing {
  id: string;
  /** Null for messages of moderators to a customer whose request had no developer so far. */
  developer_id: string | null;
  /** The later pairing that the customer shares it with. */
  shared_with: string | null;
}

interface Suiting extends Sides {
  categories: readonly Category[];
  /** Former developers who may not take it again. */
  replaced: readonly string[];
  /** Developers with a running quote, or invited: it is open to them whatever their categories. */
  quoted_by: readonly string[];
  invited: readonly string[];
  /** Until then it is open to these alone, whom it fits best; null where nobody comes first. */
  first_until: Date | null;
  first_for: readonly string[];
}

interface Seen extends Suiting {
  status: string;
}

/** A person's relation to a request. Source: specification 6; "available tickets" of 5. */
export function relationOf(person: Asker, ticket: Suiting): Relation {
  const side = sideIn(ticket, person.id);
  if (side) return side;
  if (person.user_type === 'moderator') return 'moderator';
  const isReplaced = ticket.replaced.includes(person.id);
  return isAsked(person, ticket) && !isReplaced ? 'candidate' : 'stranger';
}

/** Whether a request suits a developer, or its customer already deals with them. */
function isAsked(person: Asker, ticket: Suiting): boolean {
  if (person.user_type !== 'developer') return false;
  const isNamed = [...ticket.quoted_by, ...ticket.invited].includes(person.id);
  return isNamed || (isSuited(person, ticket.categories) && !isForOthersFirst(person, ticket));
}

/** Whether those whom a request fits better see it before this person does. */
function isForOthersFirst({ id }: Asker, { first_until, first_for }: Suiting): boolean {
  return first_until !== null && first_until > new Date() && !first_for.includes(id);
}

/** A person's current side of a request; null for everyone else. */
export function sideIn(
  ticket: { customer_id: string | null; developer_id: string | null },
  personId: string,
): Side | null {
  if (ticket.customer_id === personId) return 'customer';
  return ticket.developer_id === personId ? 'developer' : null;
}

/** The current sides of a request. */
export function sidesOf(ticket: Sides): string[] {
  return [ticket.customer_id, ticket.developer_id].filter((person) => person !== null);
}

/** Whether a person can take requests of these categories. */
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
 * A person's relation to a request that they may see.
 * @throws Refusal `not_found` for everyone else, and for a missing request
 */
export function asSeeing(person: Asker, ticket: Seen | undefined): Relation {
  const relation = ticket && relationOf(person, ticket);
  if (!relation || !maySee(relation, ticket)) throw new Refusal('not_found');
  return relation;
}

/**
 * A person's side of a request, for what only its sides may see, such as its discussion: a candidate
 * only sees the request.
 * @throws Refusal `not_found` for everyone else, and for a missing request
 */
export function asSide(person: Pick<Asker, 'id'>, ticket: Sides | null | undefined): Side {
  const side = ticket && sideIn(ticket, person.id);
  if (!side) throw new Refusal('not_found');
  return side;
}

/**
 * Whether a person reads a conversation of a request: the customer all; a developer their own, also
 * former ones, those that the customer shared with them, and messages from before the first developer,
 * which have no pairing. Source: product decisions, "A conversation belongs to two people".
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
 * Whether a person takes part in a conversation: writes, is notified, reports and counts its messages.
 * A developer takes no part in one that they can only read.
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

/** The sides who are notified about a conversation. */
export function sidesInPairing(ticket: Paired, pairingId: string | null): string[] {
  return sidesOf(ticket).filter((id) => isInPairing({ id }, ticket, pairingId));
}

/** Whether this relation is one of the two sides. */
export function isSide(relation: Relation): relation is Side {
  return relation === 'customer' || relation === 'developer';
}
