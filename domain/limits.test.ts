import { expect, test } from 'vitest';
import { PASSWORD_TOO_SHORT } from './password.ts';
import { refusals } from './refusals.ts';

test('the numbers in refusals read as the specification and the product decisions have them', () => {
  expect([
    refusals.too_many_dropped_reservations[1],
    refusals.too_many_reservations[1],
    refusals.too_many_milestones[1],
    refusals.message_fixed[1],
    refusals.file_too_large[1],
    refusals.storage_used_up[1],
    PASSWORD_TOO_SHORT,
  ]).toEqual([
    'You left 5 reserved requests within 24 hours. You can still grab one, or reserve again later.',
    'You hold 3 requests already. Grab or abandon one first.',
    'A plan has at most 50 milestones.',
    'Messages can be edited and deleted for 10 minutes.',
    'Files may be at most 20MB.',
    'Your files together may be at most 2GB. Remove some that you do not need any more, and try again.',
    'Password must be at least 6 characters',
  ]);
});
