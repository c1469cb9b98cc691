import { randomUUID } from 'node:crypto';
import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { Config } from '../config/config.ts';

/** Life of an access token, in seconds. Source: auth wire contract, section 3. */
export const ACCESS_TOKEN_SECONDS = 3600;
const ALGORITHM = 'ES256';
const AUDIENCE = 'authenticated';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A token that is invalid or expired; the message is for its bearer. */
export class InvalidAccessToken extends Error {}

interface Keys {
  kid: string;
  sign: Awaited<ReturnType<typeof importJWK>>;
  verify: Awaited<ReturnType<typeof importJWK>>;
  public: JWK;
}

/** Keys are imported once per private key. */
const imported = new WeakMap<JWK, Promise<Keys>>();

/** Password or mail alone, or with a second factor as well. */
export type Level = 'aal1' | 'aal2';

/** The claims of a token: person, session, level and expiry (Unix seconds). */
export interface AccessClaims {
  user_id: string;
  session_id: string;
  level: Level;
  expires_at: number;
}

/** How a session proved who the person is. */
export interface SessionProof {
  id: string;
  method: string;
  created_at: Date;
  second_method: string | null;
  second_factor_at: Date | null;
}

/** The person's part of a token. */
interface TokenUser {
  id: string;
  role: string;
  email: string;
  phone: string;
  app_metadata: object;
  user_metadata: object;
}

/** Signs an access token for a session; also returns its expiry (Unix seconds). */
export async function signAccessToken(
  config: Config,
  { user, session }: { user: TokenUser; session: SessionProof },
): Promise<{ token: string; expires_at: number }> {
  const keys = await keysOf(config.jwtKey);
  const now = Math.floor(Date.now() / 1000);
  const expires_at = now + ACCESS_TOKEN_SECONDS;
  const token = await new SignJWT({
    session_id: session.id,
    role: user.role,
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    aal: (session.second_factor_at ? 'aal2' : 'aal1') satisfies Level,
    amr: methodsOf(session),
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: keys.kid })
    .setIssuer(issuer(config))
    .setSubject(user.id)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(expires_at)
    .setJti(randomUUID())
    .sign(keys.sign);
  return { token, expires_at };
}

/**
 * Checks signature, key, algorithm, type, issuer, audience and time of a token. Only the database knows
 * whether its session still exists.
 * @throws InvalidAccessToken
 */
export async function verifyAccessToken(config: Config, token: string): Promise<AccessClaims> {
  const accepted = await acceptedKeys(config);
  try {
    if (!isCanonical(token)) throw new InvalidAccessToken('token is malformed');
    // A token with an unknown key id is checked with the current key, which names the actual problem.
    const { kid } = decodeProtectedHeader(token);
    const keys = accepted.find((own) => own.kid === kid) ?? accepted[0];
    const { payload, protectedHeader } = await jwtVerify(token, keys.verify, {
      algorithms: [ALGORITHM],
      typ: 'JWT',
      issuer: issuer(config),
      audience: AUDIENCE,
      requiredClaims: ['sub', 'exp', 'iat', 'session_id'],
    });
    const { sub, session_id, role, aal, exp } = payload;
    if (protectedHeader.kid !== keys.kid) throw new InvalidAccessToken('unrecognized JWT kid');
    // Both are used as UUIDs: anything else is no person and no session.
    if (!isUuid(sub) || !isUuid(session_id) || !exp || role !== AUDIENCE) {
      throw new InvalidAccessToken('token has invalid claims');
    }
    const level = aal === 'aal2' ? 'aal2' : 'aal1';
    return { user_id: sub, session_id, level, expires_at: exp };
  } catch (error) {
    throw error instanceof InvalidAccessToken ? error : new InvalidAccessToken(reason(error));
  }
}

/** The public keys for `/.well-known/jwks.json`. Source: section 9. */
export async function publicKeys(config: Config): Promise<{ keys: JWK[] }> {
  return { keys: (await acceptedKeys(config)).map((keys) => keys.public) };
}

/** The signing key first. */
async function acceptedKeys({ jwtKey, jwtKeyOld }: Config): Promise<[Keys, ...Keys[]]> {
  const old = jwtKeyOld ? [await keysOf(jwtKeyOld)] : [];
  return [await keysOf(jwtKey), ...old];
}

/** How the person proved who they are, latest first. */
function methodsOf({ method, created_at, second_method, second_factor_at }: SessionProof) {
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
  const first = { method, timestamp: seconds(created_at) };
  if (second_method === null || second_factor_at === null) return [first];
  return [{ method: second_method, timestamp: seconds(second_factor_at) }, first];
}

function issuer(config: Config): string {
  return `${config.publicUrl}/auth/v1`;
}

function keysOf(jwtKey: JWK): Promise<Keys> {
  const kept = imported.get(jwtKey) ?? importKeys(jwtKey);
  imported.set(jwtKey, kept);
  return kept;
}

async function importKeys(jwk: JWK): Promise<Keys> {
  const { kty, crv, x, y } = jwk as Required<Pick<JWK, 'kty' | 'crv' | 'x' | 'y'>>;
  const kid = await calculateJwkThumbprint({ kty, crv, x, y });
  return {
    kid,
    sign: await importJWK(jwk, ALGORITHM),
    verify: await importJWK({ kty, crv, x, y }, ALGORITHM),
    public: { kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] },
  };
}

/** The last letter of a signature has unused bits: otherwise three other letters would be accepted. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

function isUuid(claim: unknown): claim is string {
  return typeof claim === 'string' && UUID.test(claim);
}

function reason(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'token is expired';
  if (error instanceof errors.JWTClaimValidationFailed) return 'token has invalid claims';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'signing method is invalid';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature is invalid';
  return 'token is malformed';
}
