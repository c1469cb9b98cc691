import { expect, test } from 'vitest';
import { conversationName } from './conversation-name.ts';

const talk = (counterpart: string | null) =>
  conversationName({ id: '7', counterpart: counterpart === null ? null : { id: counterpart } });

test('what is begun of a conversation is of the request and the person it is written to', () => {
  expect(talk('dan')).toBe(talk('dan'));
  expect(new Set([talk('dan'), talk('eve'), talk(null)]).size).toBe(3);
  expect(talk(null)).toBe('7');
});
