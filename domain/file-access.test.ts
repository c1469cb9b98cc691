import { describe, expect, it } from 'vitest';
import type { Relation } from './facts.ts';
import { FILE_PLACES, type FilePlace } from './file.ts';
import { decideOpen } from './file-access.ts';

const RELATIONS = [
  ...([
    'customer',
    'developer',
    'candidate',
    'moderator',
    'stranger',
    'clock',
    'provider',
  ] as const),
  null,
] satisfies (Relation | null)[];

/** Who opens a file of what, written a second time from the product's decisions. */
const opens: Record<FilePlace, readonly (Relation | null)[]> = {
  request: ['customer', 'developer', 'candidate', 'moderator'],
  message: ['customer', 'developer', 'moderator'],
  milestone: ['customer', 'developer', 'moderator'],
  delivery: ['developer', 'moderator'],
  profile: [],
};

const CASES = FILE_PLACES.flatMap((place) =>
  RELATIONS.flatMap((relation) =>
    [true, false].flatMap((paid) => [true, false].map((mine) => ({ place, relation, paid, mine }))),
  ),
);

describe('an attached file', () => {
  it.each(CASES)('of a $place, for the $relation, paid: $paid, own: $mine', (facts) => {
    const isDeliveryToCustomer = facts.place === 'delivery' && facts.relation === 'customer';
    const mayOpen = opens[facts.place].includes(facts.relation);
    expect(decideOpen(facts)).toMatchObject(
      mayOpen || (isDeliveryToCustomer && facts.paid)
        ? { allowed: true }
        : { allowed: false, code: isDeliveryToCustomer ? 'file_locked_until_paid' : 'not_found' },
    );
  });
});

describe('an upload that is attached to nothing', () => {
  it.each(RELATIONS)('opens to its owner alone, whatever else they are: %s', (relation) => {
    const facts = { place: null, relation, paid: true };
    expect(decideOpen({ ...facts, mine: true })).toEqual({ allowed: true });
    expect(decideOpen({ ...facts, mine: false })).toMatchObject({ code: 'not_found' });
  });
});
