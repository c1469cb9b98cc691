/**
 * Refresh tokens and what is stored of them: docs/decisions/0004-refresh-tokens.md. A token is the
 * session's id, the session's secret (the same in all its tokens) and a key that is new in each token,
 * 16 bytes each, and 8 of a checksum; in base64url.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Stored in the session's row. */
export interface KeptToken {
  secret_hash: Buffer;
  token_hash: Buffer;
  parent_hash: Buffer | null;
  sealed_token: Buffer;
}

export interface ParsedToken {
  session_id: string;
  secret: Buffer;
  key: Buffer;
}

const PART = 16;
const MARK = 8;
const IV = 12;
const TAG = 16;

/** The first token of a session. */
export function firstToken(session_id: string): { token: string; kept: KeptToken } {
  return nextToken({ session_id, secret: randomBytes(PART) });
}

/** A new token for the session of `current`, or its first one. */
export function nextToken(
  lineage: Pick<ParsedToken, 'session_id' | 'secret'>,
  current: Pick<KeptToken, 'token_hash'> | null = null,
): { token: string; kept: KeptToken } {
  const key = randomBytes(PART);
  return {
    token: write({ ...lineage, key }),
    kept: {
      secret_hash: digest(lineage.secret),
      token_hash: digest(key),
      parent_hash: current?.token_hash ?? null,
      sealed_token: seal(lineage, key),
    },
  };
}

/** The parts of a well-formed refresh token, else null. */
export function parseToken(token: string): ParsedToken | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 3 * PART + MARK || bytes.toString('base64url') !== token) return null;
  if (!bytes.subarray(3 * PART).equals(mark(bytes.subarray(0, 3 * PART)))) return null;
  const hex = bytes.toString('hex', 0, PART);
  return {
    session_id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    secret: bytes.subarray(PART, 2 * PART),
    key: bytes.subarray(2 * PART, 3 * PART),
  };
}

/** Compares a token with its session. `forged`: it lacks the session's secret. */
export function placeOf(
  token: ParsedToken,
  kept: KeptToken,
): 'current' | 'parent' | 'older' | 'forged' {
  if (!timingSafeEqual(digest(token.secret), kept.secret_hash)) return 'forged';
  const hash = digest(token.key);
  if (timingSafeEqual(hash, kept.token_hash)) return 'current';
  return kept.parent_hash && timingSafeEqual(hash, kept.parent_hash) ? 'parent' : 'older';
}

/** The session's current token, decrypted with any token of the session. */
export function currentToken(token: ParsedToken, { sealed_token }: KeptToken): string {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(token), sealed_token.subarray(0, IV));
  decipher.setAuthTag(sealed_token.subarray(IV, IV + TAG));
  const key = Buffer.concat([decipher.update(sealed_token.subarray(IV + TAG)), decipher.final()]);
  return write({ ...token, key });
}

function seal(lineage: Pick<ParsedToken, 'session_id' | 'secret'>, key: Buffer): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(lineage), iv);
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

function sealingKey({ session_id, secret }: Pick<ParsedToken, 'session_id' | 'secret'>): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, session_id, 'unblock refresh token', 32));
}

function write({ session_id, secret, key }: ParsedToken): string {
  const id = Buffer.from(session_id.replaceAll('-', ''), 'hex');
  const parts = Buffer.concat([id, secret, key]);
  return Buffer.concat([parts, mark(parts)]).toString('base64url');
}

/** Without it, a damaged token of a session would be taken for an old one. */
function mark(parts: Buffer): Buffer {
  return digest(parts).subarray(0, MARK);
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
