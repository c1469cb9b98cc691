import { expect, test } from 'vitest';
import { eventWords } from './acts.ts';
import { entryWords } from './evidence-words.ts';

const names = { person: () => null, milestone: () => 'Fix the login', check: () => null };
const said = (event: string) =>
  entryWords({ what: 'step', event, actor: 'clock', actor_id: null }, null, names);

test('an entry of the evidence says who took a step, also one that a timeline leaves out', () => {
  for (const event of Object.keys(eventWords)) expect(said(event)).toMatch(/^[A-Z“]/);
  expect(said('reminded')).toBe('Unblock reminded the side whose turn it was.');
  expect(said('address_looked_at')).toBe(
    'Unblock had the address of a check of “Fix the login” looked at.',
  );
  expect(said('something_new')).toBe('Unblock: something new');
});
