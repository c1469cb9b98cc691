import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costCents } from './money.ts';
import {
  differingFields,
  type MilestoneSnapshot,
  planDifferences,
  tallyOf,
  tallyWords,
  versionWords,
} from './plan-difference.ts';

const HOUR_CENTS = 5000;
const idOf = (letter: string) => `01890000-0000-4000-8000-00000000000${letter}`;

function piece(letter: string, changes: Partial<MilestoneSnapshot> = {}): MilestoneSnapshot {
  const estimated_minutes = changes.estimated_minutes ?? 60;
  const hourly_rate_cents = changes.hourly_rate_cents ?? HOUR_CENTS;
  const cost_cents = costCents(hourly_rate_cents, estimated_minutes);
  const words = { title: `Part ${letter}`, description: 'As described' };
  return {
    ...words,
    named_due_at: null,
    checks: [],
    ...changes,
    id: idOf(letter),
    estimated_minutes,
    hourly_rate_cents,
    cost_cents,
  };
}

const kinds = (before: MilestoneSnapshot[], after: MilestoneSnapshot[]) =>
  planDifferences(before, after).map(({ kind, milestone_id }) => `${kind} ${milestone_id.at(-1)}`);
const inWords = (before: MilestoneSnapshot[], after: MilestoneSnapshot[]) =>
  tallyWords(tallyOf(planDifferences(before, after)));

test('a plan that comes again says what was added, removed, changed and moved', () => {
  const [a, b, c] = [piece('a'), piece('b'), piece('c')];
  expect(kinds([a, b], [a, b, c])).toEqual(['added c']);
  expect(kinds([a, b, c], [a, c])).toEqual(['removed b']);
  expect(kinds([a, b], [a, piece('b', { description: 'Another' })])).toEqual(['changed b']);
  expect(kinds([a, b, c], [c, a, b])).toEqual(['moved c']);
  expect(kinds([a, b], [b, a])).toHaveLength(1);
  // What only gave way to something else was not moved.
  expect(kinds([b], [a, b])).toEqual(['added a']);
  expect(kinds([a, b], [b])).toEqual(['removed a']);
});

test('a line that was changed and put elsewhere says both', () => {
  const [a, b] = [piece('a'), piece('b')];
  const longer = piece('b', { estimated_minutes: 120 });
  expect(planDifferences([a, piece('c'), b], [longer, a, piece('c')])).toMatchObject([
    {
      kind: 'changed',
      fields: ['estimated_minutes', 'cost_cents'],
      moved: { from: 3, to: 1 },
      before: { cost_cents: 5000 },
      after: { cost_cents: 10_000 },
    },
  ]);
});

test('it is said in short with the price: more, less, or the same', () => {
  const [a, b] = [piece('a'), piece('b')];
  expect(inWords([a], [piece('a', { title: 'Other' }), b])).toBe('1 added, 1 changed, $50.00 more');
  expect(inWords([a, b], [a])).toBe('1 removed, $50.00 less');
  expect(inWords([a, b], [b, a])).toBe('1 moved, same price');
  expect(inWords([a], [a])).toBe('nothing changed');
  expect(versionWords(2, tallyOf(planDifferences([], [a])))).toBe('Plan 2: 1 added, $50.00 more');
  const refunded = planDifferences([a], []).map((each) => ({ ...each, refunded_cents: 2500 }));
  expect(tallyWords(tallyOf(refunded))).toBe('1 removed, $50.00 less, $25.00 refunded');
});

test('what differs between any two plans leads from the one to the other', () => {
  const plan = fc
    .uniqueArray(
      fc.record({ letter: fc.constantFrom(...'abcdef'), hours: fc.integer({ min: 1, max: 3 }) }),
      { selector: ({ letter }) => letter },
    )
    .map((all) => all.map(({ letter, hours }) => piece(letter, { estimated_minutes: hours * 60 })));
  fc.assert(
    fc.property(plan, plan, (before, after) => {
      const differences = planDifferences(before, after);
      const touched = new Set(differences.map(({ milestone_id }) => milestone_id));
      expect(touched.size).toBe(differences.length);
      const same = (all: MilestoneSnapshot[]) => all.filter(({ id }) => !touched.has(id));
      expect(same(before)).toEqual(same(after));
      const total = (all: MilestoneSnapshot[]) =>
        all.reduce((sum, { cost_cents }) => sum + cost_cents, 0);
      const tally = tallyOf(differences);
      expect(tally.cents).toBe(total(after) - total(before));
      expect(before.length + tally.added - tally.removed).toBe(after.length);
      for (const { kind, before: old, after: now, fields } of differences)
        if (old && now) {
          expect(fields).toEqual(differingFields(old, now));
          expect(kind).toBe(fields.length > 0 ? 'changed' : 'moved');
        }
    }),
  );
});
