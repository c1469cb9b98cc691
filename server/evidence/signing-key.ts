import { createPrivateKey, hkdfSync } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import { canonicalJson } from '#domain/canonical-json.ts';
import type { EvidenceFile, EvidenceKey } from '#domain/evidence.ts';
import type { Config } from '../config/config.ts';
import type { Database, Reader } from '../database/database.ts';
import { mapInTurns } from './in-turns.ts';
import { hashOf, toSign } from './verify-evidence.ts';

/** The PKCS #8 header of a 32-byte Ed25519 key. Source: RFC 8410, section 7. */
const BEFORE_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Signs an evidence file. The key is derived from JWT_KEY, so that all servers have the same; its
 * public half is stored, so that signatures can be checked after JWT_KEY has changed.
 */
export async function sign(
  { config, db }: { config: Config; db: Database },
  unsigned: Omit<EvidenceFile, 'key' | 'signature'>,
): Promise<EvidenceFile> {
  const { secret, key } = await signingKey(config);
  const file = { ...unsigned, key };
  const { kid, x } = key;
  await db
    .insertInto('evidence_keys')
    .values({ kid, x })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const entries = await mapInTurns(file.entries, (entry) => hashOf(canonicalJson(entry)));
  const signature = await new CompactSign(Buffer.from(JSON.stringify(toSign(file, entries))))
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .sign(await importJWK(secret, 'EdDSA'));
  return { ...file, signature };
}

/** By which evidence files name the key that is made from a JWT_KEY. */
export async function keyIdOf(jwtKey: JWK): Promise<string> {
  return (await signingKey({ jwtKey })).key.kid;
}

async function signingKey({
  jwtKey,
}: Pick<Config, 'jwtKey'>): Promise<{ secret: JWK; key: EvidenceKey }> {
  const seed = Buffer.from(hkdfSync('sha256', jwtKey.d ?? '', '', 'unblock evidence', 32));
  const secret = createPrivateKey({
    key: Buffer.concat([BEFORE_SEED, seed]),
    format: 'der',
    type: 'pkcs8',
  }).export({ format: 'jwk' }) as JWK;
  const half = { kty: 'OKP', crv: 'Ed25519', x: secret.x ?? '' } as const;
  return { secret, key: { ...half, kid: await calculateJwkThumbprint(half) } };
}

/** The public keys that ever signed evidence files, newest first. */
export async function publicKeys(db: Reader): Promise<EvidenceKey[]> {
  const rows = await db
    .selectFrom('evidence_keys')
    .select(['kid', 'x'])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .limit(100)
    .execute();
  return rows.map((row) => ({ kty: 'OKP', crv: 'Ed25519', ...row }));
}
