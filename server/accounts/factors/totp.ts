import { Secret, TOTP } from 'otpauth';

/** The defaults of RFC 6238, which every authenticator app knows. */
const TERMS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** The previous and the next code count too: clocks differ, and typing takes a while. */
const WINDOW = 1;

/** A new secret in base32, so that people can type it. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URI in the QR code. */
export function secretUri(secret: string, names: { issuer: string; account: string }): string {
  return new TOTP({ ...TERMS, ...labels(names), secret: Secret.fromBase32(secret) }).toString();
}

/**
 * The 30-second step of a code, counted from 1970; null for a wrong code. Store it and take only later
 * ones, so that a code works once.
 */
export function stepOf(secret: string, code: string, timestamp = Date.now()): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ ...TERMS, secret: Secret.fromBase32(secret) });
  const offset = totp.validate({ token, timestamp, window: WINDOW });
  return offset === null ? null : totp.counter({ timestamp }) + offset;
}

/** A colon separates issuer and account, so labels have none. */
function labels({ issuer, account }: { issuer: string; account: string }) {
  return { issuer: issuer.replaceAll(':', ' '), label: account };
}
