import { describe, expect, it } from 'vitest';
import { FILE_PLACES, type FilePlace } from './file.ts';
import { decideOpen, knowsOfWork } from './file-access.ts';
import type { Relation } from './rule-facts.ts';

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
  delivery: ['customer', 'developer', 'moderator'],
  profile: [],
};

const BOTH = [true, false];
const CASES = FILE_PLACES.flatMap((place) =>
  RELATIONS.flatMap((relation) =>
    BOTH.flatMap((paid) =>
      BOTH.flatMap((mine) =>
        BOTH.flatMap((reserved) =>
          BOTH.flatMap((reads) =>
            BOTH.map((accepted) => ({ place, relation, paid, mine, reserved, reads, accepted })),
          ),
        ),
      ),
    ),
  ),
);

function isKeptFromDeveloper(facts: (typeof CASES)[number]): boolean {
  const { place, relation, reserved, reads, accepted } = facts;
  // A reservation is for talking: what an earlier developer has done opens with the grab.
  const isEarlierWork = reserved && (place === 'milestone' || place === 'delivery');
  // What was written and handed in with another developer, but for what was accepted.
  const isOthers = place === 'message' || (place === 'delivery' && !accepted);
  return relation === 'developer' && (isEarlierWork || (isOthers && !reads));
}

describe('an attached file', () => {
  it.each(CASES)(
    'of a $place, for the $relation, paid: $paid, own: $mine, reserved: $reserved, reads: $reads, accepted: $accepted',
    (facts) => {
      const { place, relation } = facts;
      const mayKnow = opens[place].includes(relation) && !isKeptFromDeveloper(facts);
      // The customer, and the next developer with whom they share it.
      const isForPay =
        place === 'delivery' &&
        (relation === 'customer' || (relation === 'developer' && !facts.mine && !facts.accepted));
      expect(decideOpen({ ...facts, state: 'ready' })).toMatchObject(
        mayKnow && (!isForPay || facts.paid)
          ? { allowed: true }
          : { allowed: false, code: mayKnow ? 'file_locked_until_paid' : 'not_found' },
      );
    },
  );
});

describe('an attached file that is not ready', () => {
  it.each(CASES)(
    'of a $place opens to its owner and moderators alone: $relation, paid: $paid, own: $mine',
    (facts) => {
      const ready = decideOpen({ ...facts, state: 'ready' });
      for (const state of ['checking', 'blocked'] as const) {
        const isKept = !facts.mine && facts.relation !== 'moderator' && ready.allowed;
        const code = state === 'checking' ? 'file_checking' : 'file_held_back';
        const expected = isKept ? { allowed: false, code } : ready;
        expect(decideOpen({ ...facts, state })).toMatchObject(expected);
      }
    },
  );
});

describe('an upload that is attached to nothing', () => {
  it.each(RELATIONS)('opens to its owner alone, whatever else they are: %s', (relation) => {
    const facts = {
      place: null,
      relation,
      paid: true,
      reserved: false,
      reads: true,
      accepted: true,
      state: 'blocked',
    } as const;
    expect(decideOpen({ ...facts, mine: true })).toEqual({ allowed: true });
    expect(decideOpen({ ...facts, mine: false })).toMatchObject({ code: 'not_found' });
  });
});

describe('what was handed in for a milestone', () => {
  it('is known to both sides, and to nobody who has not grabbed the request', () => {
    const knowing = (reserved: boolean) =>
      RELATIONS.filter((relation) => knowsOfWork(relation, reserved));
    expect(knowing(false)).toEqual(['customer', 'developer', 'moderator']);
    expect(knowing(true)).toEqual(['customer', 'moderator']);
  });
});
