import { expect, test } from 'vitest';
import type { ChangedCode } from '#domain/code.ts';
import { changesText } from './pack-texts.ts';

test('files that are too many to be named are counted, however many there are', () => {
  const file = (at: number): ChangedCode => ({
    path: `${at}.ts`,
    old_path: null,
    kind: 'added',
    added: 1,
    removed: 0,
    is_binary: false,
    hunks: null,
    viewed: false,
  });
  const listed = Array.from({ length: 2000 }, (_, at) => file(at));
  const about = { why: 'Help', milestones: [], rules: [], isNew: false };
  const text = changesText({ ...about, files: listed, count: 12_000 });
  expect(text).toContain('- `499.ts`: added, +1 −0\n- and 11500 more, all in changes.patch\n');
});
