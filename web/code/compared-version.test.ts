import { expect, test } from 'vitest';
import type { Snapshot } from '#domain/code.ts';
import { asCompared } from './compared-version.ts';

const version = (opens: Snapshot['opens'], milestone_id = 'one') =>
  ({
    opens,
    milestone_id,
    why_closed: opens === 'contents' ? null : `Pay ${milestone_id}`,
  }) as Snapshot;

test('the lines of a change are open where both of its versions are', () => {
  const open = version('contents');
  expect(asCompared(open, version('contents'))).toBe(open);
  expect(asCompared(open, undefined)).toBe(open);
});

test('a change is as closed as the version that it is compared with, for the reason of that one', () => {
  expect(asCompared(version('contents'), version('names', 'two'))).toMatchObject({
    opens: 'names',
    why_closed: 'Pay two',
    milestone_id: 'two',
  });
});

test('a version that is closed itself says why itself', () => {
  const closed = version('names');
  expect(asCompared(closed, version('names', 'two'))).toBe(closed);
});
