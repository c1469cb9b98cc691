import { expect, test } from 'vitest';
import { publicProfileInputSchema } from './unblocker.ts';

const isGivenOut = (slug: string) => publicProfileInputSchema.shape.slug.safeParse(slug).success;

test.each(['ana-silva', 'jo-team', 'supporter', 'moderate-mo', 'ana-badmin'])(
  '%s is an address that anybody may choose',
  (slug) => expect(isGivenOut(slug)).toBe(true),
);

test.each([
  ...['support', 'unblock', 'pricing'],
  ...['unblock-support', 'support-unblock', 'unblock-team', 'the-unblock-people', 'unblocksupport'],
  ...['customer-support', 'official-help', 'moderator-1', 'chief-admin', 'verified-ana'],
])('%s would speak for us', (slug) => expect(isGivenOut(slug)).toBe(false));
