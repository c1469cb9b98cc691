import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import type { Config } from '../../config.ts';

const IV = 12;
const TAG = 16;

/** A secret as the database keeps it: AES-256-GCM, bound to its factor. */
export function sealSecret(config: Config, factorId: string, secret: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(config.jwtKey), iv).setAAD(
    Buffer.from(factorId),
  );
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** The secret of a factor; null when it was sealed under a JWT_KEY that is not ours any more. */
export function openSecret(config: Config, factorId: string, sealed: Buffer): string | null {
  const { jwtKey, jwtKeyOld } = config;
  const secret = openUnder(jwtKey, factorId, sealed);
  return secret ?? (jwtKeyOld && openUnder(jwtKeyOld, factorId, sealed));
}

function openUnder(jwtKey: JWK, factorId: string, sealed: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(jwtKey), sealed.subarray(0, IV))
    .setAAD(Buffer.from(factorId))
    .setAuthTag(sealed.subarray(IV, IV + TAG));
  try {
    return decipher.update(sealed.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

/** The same on every server that shares JWT_KEY, and of no use for anything else. */
function sealingKey({ d }: JWK): Buffer {
  return Buffer.from(hkdfSync('sha256', d ?? '', '', 'unblock factors', 32));
}
