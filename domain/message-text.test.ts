import { expect, it } from 'vitest';
import { messageInputSchema } from './message.ts';
import { messageProblem } from './message-text.ts';

it('the composer refuses exactly what the server refuses, in the same words', () => {
  const texts = ['', ' \n\t', 'It works', 'a'.repeat(20_000), 'a'.repeat(20_001), 'a\0b', '\ud800'];
  for (const text of texts) {
    const checked = messageInputSchema.safeParse({ text });
    expect(messageProblem(text)).toBe(checked.error?.issues[0]?.message ?? null);
  }
});
