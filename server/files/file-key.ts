import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';

const KEY_BYTES = 24;

/** 192 random bits, in 32 characters that mean nothing to any file system or address. */
export function newFileKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/** The key of what we make of a file once: as unguessable, and the same every time. */
export function madeFrom(config: Config, key: string): string {
  const made = createHmac('sha256', fileSecret(config, 'made from')).update(key).digest();
  return made.subarray(0, KEY_BYTES).toString('base64url');
}

/** The same on every server that shares JWT_KEY, and of no use for anything else. */
export function fileSecret({ jwtKey }: Config, purpose: 'links' | 'made from'): Buffer {
  return Buffer.from(hkdfSync('sha256', jwtKey.d ?? '', '', `unblock files: ${purpose}`, 32));
}
