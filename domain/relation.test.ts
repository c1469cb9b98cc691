import { describe, expect, it } from 'vitest';
import { Refusal } from './refusals.ts';
import {
  type Asker,
  asSeeing,
  asSide,
  isInPairing,
  isOpen,
  isSuited,
  maySee,
  type Pairing,
  readsPairing,
  relationOf,
  sidesInPairing,
  sidesOf,
} from './relation.ts';

const person = (id: string, user_type: Asker['user_type'] = 'developer'): Asker => ({
  id,
  user_type,
  supported_categories: user_type === 'developer' ? ['web'] : [],
});
const customer = person('c', 'customer');
const developer = person('d');
const other = person('o');
const moderator = person('m', 'moderator');
const mobile: Asker = { ...other, supported_categories: ['mobile'] };
const ticket = {
  customer_id: 'c',
  developer_id: 'd',
  pairing_id: 'now',
  categories: ['web'] as const,
  replaced: ['former'],
  quoted_by: [] as string[],
  invited: [] as string[],
  first_until: null as Date | null,
  first_for: [] as string[],
  status: 'AWAITING_ASSIGNMENT',
};
const open = { ...ticket, developer_id: null };

describe('what somebody is to a request', () => {
  it('is a side, a moderator, a candidate whom it suits, or a stranger', () => {
    expect(
      [
        customer,
        developer,
        moderator,
        other,
        mobile,
        person('former'),
        person('x', 'customer'),
      ].map((one) => relationOf(one, ticket)),
    ).toEqual([
      ...['customer', 'developer', 'moderator', 'candidate'],
      ...['stranger', 'stranger', 'stranger'],
    ]);
    expect(isSuited({ user_type: 'customer', supported_categories: ['web'] }, ['web'])).toBe(false);
    expect(sidesOf(ticket)).toEqual(['c', 'd']);
    expect(sidesOf(open)).toEqual(['c']);
  });

  it('is a candidate whatever their categories where they have quoted, or were invited', () => {
    for (const list of ['quoted_by', 'invited'])
      expect(relationOf(mobile, { ...ticket, [list]: ['o'] })).toBe('candidate');
    expect(relationOf(person('x', 'customer'), { ...ticket, invited: ['x'] })).toBe('stranger');
    expect(relationOf(person('former'), { ...ticket, invited: ['former'] })).toBe('stranger');
  });

  it('is a candidate only once the best fitting had their time, unless they are one of them or asked', () => {
    const soon = { ...open, first_until: new Date(Date.now() + 60_000), first_for: ['best'] };
    expect(relationOf(other, soon)).toBe('stranger');
    expect(relationOf(person('best'), soon)).toBe('candidate');
    expect(relationOf(other, { ...soon, invited: ['o'] })).toBe('candidate');
    expect(relationOf(customer, soon)).toBe('customer');
    expect(relationOf({ ...mobile, id: 'best' }, soon)).toBe('stranger');
    expect(relationOf(other, { ...soon, first_until: new Date(Date.now() - 1) })).toBe('candidate');
  });

  it('lets both sides see it always, and candidates while it is open to all', () => {
    const seen = (one: typeof ticket | typeof open) =>
      (['customer', 'developer', 'candidate', 'moderator', 'stranger'] as const).filter(
        (relation) => maySee(relation, one),
      );
    expect(seen(open)).toEqual(['customer', 'developer', 'candidate']);
    expect(seen(ticket)).toEqual(['customer', 'developer']);
    expect(seen({ ...open, status: 'CUSTOMER_REJECTED' })).toEqual(['customer', 'developer']);
    expect(isOpen(open)).toBe(true);
    expect(asSeeing(other, open)).toBe('candidate');
    for (const [who, what] of [
      [other, ticket],
      [moderator, open],
      [customer, undefined],
    ] as const)
      expect(() => asSeeing(who, what)).toThrow(Refusal);
  });

  it('is asked of its sides alone where only they may look', () => {
    expect(asSide(customer, ticket)).toBe('customer');
    expect(asSide(developer, ticket)).toBe('developer');
    for (const nobody of [other, moderator]) expect(() => asSide(nobody, ticket)).toThrow(Refusal);
    for (const none of [null, undefined]) expect(() => asSide(customer, none)).toThrow(Refusal);
  });
});

describe('a conversation', () => {
  const own: Pairing = { id: 'now', developer_id: 'd', shared_with: null };
  const earlier: Pairing = { id: 'before', developer_id: 'o', shared_with: null };
  const shared = { ...earlier, shared_with: 'now' };
  const sharedBefore = { ...earlier, shared_with: 'between' };
  const all = [null, own, earlier, shared, sharedBefore];
  const readBy = (one: Asker) => all.map((pairing) => readsPairing(one, ticket, pairing));

  it('is read by the customer, and by a developer where it is theirs or shared with them', () => {
    expect(readBy(customer)).toEqual([true, true, true, true, true]);
    expect(readBy(developer)).toEqual([true, true, false, true, false]);
    expect(readBy(other)).toEqual([false, false, false, false, false]);
    const none = { ...ticket, pairing_id: null };
    expect(readsPairing(developer, none, earlier)).toBe(false);
  });

  it('has two people who take part: a developer only in the one that goes on', () => {
    const part = (one: Asker) =>
      [null, 'now', 'before'].map((pairing) => isInPairing(one, ticket, pairing));
    expect(part(customer)).toEqual([true, true, true]);
    expect(part(developer)).toEqual([true, true, false]);
    expect(part(other)).toEqual([false, false, false]);
    expect(sidesInPairing(ticket, 'now')).toEqual(['c', 'd']);
    expect(sidesInPairing(ticket, 'before')).toEqual(['c']);
  });
});
