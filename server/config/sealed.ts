import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import type { Config } from './config.ts';

const IV = 12;
const TAG = 16;

/** What is sealed, and the row that it belongs to: it opens nowhere else. */
export interface Place {
  purpose: 'factors' | 'mails' | 'code' | 'webhooks' | 'answers';
  id: string;
}

/** A secret as the database keeps it: AES-256-GCM under a key that is made from JWT_KEY. */
export function seal(config: Config, place: Place, secret: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(config.jwtKey, place), iv).setAAD(
    Buffer.from(place.id),
  );
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** What was sealed; null when it was under a JWT_KEY that is not ours any more. */
export function unseal(config: Config, place: Place, sealed: Buffer): string | null {
  const { jwtKey, jwtKeyOld } = config;
  const secret = openUnder(jwtKey, place, sealed);
  return secret ?? (jwtKeyOld && openUnder(jwtKeyOld, place, sealed));
}

/** The same under JWT_KEY, where it is still sealed under the key before; null where there is nothing to do. */
export function sealAnew(config: Config, place: Place, sealed: Buffer): Buffer | null {
  const { jwtKey, jwtKeyOld } = config;
  if (jwtKeyOld === null || openUnder(jwtKey, place, sealed) !== null) return null;
  const secret = openUnder(jwtKeyOld, place, sealed);
  return secret === null ? null : seal(config, place, secret);
}

/** Null when it is not sealed under this key. */
export function openUnder(jwtKey: JWK, place: Place, sealed: Buffer): string | null {
  const key = sealingKey(jwtKey, place);
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV))
    .setAAD(Buffer.from(place.id))
    .setAuthTag(sealed.subarray(IV, IV + TAG));
  try {
    return decipher.update(sealed.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

/** The same on every server that shares JWT_KEY, and of no use for anything else. */
function sealingKey({ d }: JWK, { purpose }: Place): Buffer {
  return Buffer.from(hkdfSync('sha256', d ?? '', '', `unblock ${purpose}`, 32));
}
