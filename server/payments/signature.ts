import { createHmac, timingSafeEqual } from 'node:crypto';

/** Older or further ahead than this, an event may be one that somebody recorded. */
const TOLERANCE_SECONDS = 300;

/** The header of an event: when it was signed, and HMAC-SHA256 over that time and the raw bytes. */
export function sign(payload: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${hmac(seconds, Buffer.from(payload), secret).toString('hex')}`;
}

/**
 * Whether an event comes from the provider and from now. Of several signatures (while a secret is
 * being replaced) one has to fit. Source: Stripe, "Verify webhook signatures manually".
 */
export function isSigned(raw: Buffer, header: unknown, secret: string, now: Date): boolean {
  if (typeof header !== 'string' || header.length > 4000) return false;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const all = (name: string) => parts.flatMap(([key, value]) => (key === name ? [value] : []));
  const [time = ''] = all('t');
  if (!/^\d{1,12}$/.test(time)) return false;
  const seconds = Number(time);
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS) return false;
  const expected = hmac(seconds, raw, secret);
  return all('v1').some((signature) => {
    const given = Buffer.from(signature ?? '', 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function hmac(seconds: number, raw: Buffer, secret: string): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest();
}
