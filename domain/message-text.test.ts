import { expect, it } from 'vitest';
import { messageInputSchema } from './message.ts';
import { messageProblem } from './message-text.ts';

it('a text that nobody could see is empty', () => {
  for (const text of [
    '\u200b',
    '\u3164\u115f',
    '\u2800',
    '\u202e\u2066',
    '\ufe0f',
    '\u{e0041}',
    '\u00ad',
  ]) {
    expect(messageProblem(text), JSON.stringify(text)).toBe('Message text cannot be empty');
  }
});

it('the composer refuses exactly what the server refuses, in the same words', () => {
  const invisible = [
    '\u200b\u200d',
    '\u3164',
    '\u2800 \u2800',
    '\u202e',
    '\ufe0f',
    '\u{e0041}',
    '\ufeff',
  ];
  const texts = [
    ...invisible,
    '',
    ' \n\t',
    'It works',
    '👩\u200d💻',
    '٣',
    '\u0301',
    'a'.repeat(20_000),
    'a'.repeat(20_001),
    'a\0b',
    '\ud800',
  ];
  for (const text of texts) {
    const checked = messageInputSchema.safeParse({ text });
    expect(messageProblem(text)).toBe(checked.error?.issues[0]?.message ?? null);
  }
});
