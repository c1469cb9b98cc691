import { expect, test } from 'vitest';
import type { Actions } from './actions.ts';
import { endingAct } from './way-out.ts';

const allowed = { allowed: true, reason: null };
const refused = { allowed: false, reason: 'Not now.' };

test.each<[Actions, string | null]>([
  [{ cancel: allowed, 'get-help': allowed }, 'cancel'],
  [{ cancel: refused, 'ask-to-cancel': allowed, 'get-help': allowed }, 'ask-to-cancel'],
  [{ abandon: allowed }, 'abandon'],
  [{ 'give-back': allowed, 'ask-to-cancel': allowed }, 'give-back'],
  [{ 'get-help': allowed }, 'get-help'],
  [{ cancel: refused, message: allowed }, null],
  [{}, null],
])('out of a request with %j leads %s', (actions, act) => {
  expect(endingAct(actions)).toBe(act);
});
