import { Secret, TOTP } from 'otpauth';

/** What every authenticator app understands: RFC 6238 with its defaults. */
const TERMS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Clocks differ, and typing takes a while: the code before and the one after count too. */
const WINDOW = 1;

/** A new secret, in the base32 that people can type. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address in the QR code, by which an app takes the secret over. */
export function secretUri(secret: string, names: { issuer: string; account: string }): string {
  return new TOTP({ ...TERMS, ...labels(names), secret: Secret.fromBase32(secret) }).toString();
}

/**
 * Which 30 seconds a code stands for, counted from 1970; null for a wrong code. A code may be taken
 * once only: remember the step, and take none that is not later.
 */
export function stepOf(secret: string, code: string, timestamp = Date.now()): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ ...TERMS, secret: Secret.fromBase32(secret) });
  const offset = totp.validate({ token, timestamp, window: WINDOW });
  return offset === null ? null : totp.counter({ timestamp }) + offset;
}

/** A colon parts the issuer from the account in what the app reads. */
function labels({ issuer, account }: { issuer: string; account: string }) {
  return { issuer: issuer.replaceAll(':', ' '), label: account };
}
