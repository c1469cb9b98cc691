import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { JWK } from 'jose';
import { type MailChoice, mailChoices } from '#domain/mail-preferences.ts';
import type { Config } from '../config/config.ts';

export interface Subscription {
  personId: string;
  choice: MailChoice;
}

const SIGNATURE_BYTES = 16;
const TOKEN = /^([\w-]{22})\.([a-z_]+)\.([\w-]{22})$/;

/**
 * A link by which one person turns off one kind of mail without signing in. It is valid as long as
 * JWT_KEY: mails are kept for years, and it can do nothing else.
 */
export function unsubscribeUrl(config: Config, subscription: Subscription): string {
  const { personId, choice } = subscription;
  const person = Buffer.from(personId.replaceAll('-', ''), 'hex').toString('base64url');
  return `${config.publicUrl}/unsubscribe/${person}.${choice}.${sign(config.jwtKey, subscription)}`;
}

/** What one of our links is for; null for anything else. */
export function subscriptionOf(config: Config, token: string): Subscription | null {
  const [, person = '', name, signature = ''] = TOKEN.exec(token) ?? [];
  const choice = mailChoices.find((known) => known === name);
  if (!choice) return null;
  const hex = Buffer.from(person, 'base64url').toString('hex');
  const personId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const keys = config.jwtKeyOld ? [config.jwtKey, config.jwtKeyOld] : [config.jwtKey];
  const isOurs = keys.some((key) => isSame(signature, sign(key, { personId, choice })));
  return isOurs ? { personId, choice } : null;
}

function isSame(shown: string, expected: string): boolean {
  return (
    shown.length === expected.length && timingSafeEqual(Buffer.from(shown), Buffer.from(expected))
  );
}

function sign({ d }: JWK, { personId, choice }: Subscription): string {
  const secret = hkdfSync('sha256', d ?? '', '', 'unblock unsubscribe links', 32);
  return createHmac('sha256', Buffer.from(secret))
    .update(`${personId}\n${choice}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
    .toString('base64url');
}
