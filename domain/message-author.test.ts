import { expect, test } from 'vitest';
import { type Writer, writerOf } from './message-author.ts';

const ticket = { customer_id: 'ana', developer_id: 'eve' };

test.each<[string | null, boolean, 'customer' | 'developer', Writer]>([
  ['ana', false, 'customer', 'me'],
  ['ana', false, 'developer', 'customer'],
  ['eve', false, 'customer', 'unblocker'],
  ['eve', false, 'developer', 'me'],
  ['dan', false, 'customer', 'earlier_unblocker'],
  ['dan', false, 'developer', 'earlier_unblocker'],
  ['mo', true, 'customer', 'moderator'],
  [null, false, 'developer', 'product'],
])('%s, as a decision: %s, is for the %s: %s', (author_id, is_decision, relation, writer) => {
  expect(writerOf({ author_id, is_decision }, { ...ticket, relation })).toBe(writer);
});
