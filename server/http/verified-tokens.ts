import type { JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.ts';
import { type AccessClaims, verifyAccessToken } from './access-token.ts';

/** Signed-in people per process, at about 1 kB each. */
const MAX_KEPT = 5000;

const verified = new WeakMap<JWK, LRUCache<string, AccessClaims>>();

/**
 * The claims of a token whose signature is verified only the first time: verifying takes longer than
 * most calls, and it stays valid until it expires.
 * @throws InvalidAccessToken
 */
export async function claimsOf(config: Config, token: string): Promise<AccessClaims> {
  const kept = keptFor(config);
  const known = kept.get(token);
  if (known && known.expires_at * 1000 > Date.now()) return known;
  const claims = await verifyAccessToken(config, token);
  kept.set(token, claims);
  return claims;
}

function keptFor({ jwtKey }: Config): LRUCache<string, AccessClaims> {
  const kept = verified.get(jwtKey) ?? new LRUCache({ max: MAX_KEPT });
  verified.set(jwtKey, kept);
  return kept;
}
