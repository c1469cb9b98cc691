import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { actPath } from '#domain/acts.ts';
import { lifecycle, type Rule } from '#domain/lifecycle.ts';
import { CONNECTED_PREFIX, type Scope, TOKEN_PREFIX } from '#domain/program.ts';
import { Refusal } from '#domain/refusals.ts';
import { isGone } from '../database/database-errors.ts';
import type { AccessClaims } from './access-token.ts';

/** A token is looked up again after so long (ms), which notes that it is in use. */
const KEPT_MS = 60_000;
const MAX_KEPT = 5000;

/**
 * What is open to programs: requests, and what belongs to them. Everything else is for people alone:
 * how they sign in, their money, moderation, leaving, and what has been added and not been thought of.
 */
const OPEN =
  /^(?:\/api\/(?:tickets|drafts|milestones|messages|changes|snapshots|attempts|deliveries|files|notifications|secrets|evidence)|\/files)(?:\/|$)/;
const READABLE = ['/api/me', '/api/me/unread', '/api/live', '/api/config', '/api/profiles/:id'];
/**
 * Steps that move money, and those by which somebody approves what will be paid, proposes how held money
 * is shared, which the other side has only to agree to, or leaves it held.
 */
const isAboutMoney = ({ money, plan, proposal, keeps_held }: Rule): boolean =>
  (money !== undefined && money !== 'void') ||
  plan === 'approved' ||
  proposal === 'made' ||
  keeps_held === true;

/** What cannot be taken back, and what is about money: people do it themselves. */
const CLOSED = new Set([
  'DELETE /api/tickets/:id',
  'POST /api/milestones/:id/checkout',
  ...lifecycle.filter(isAboutMoney).map(({ action }) => `POST /api${actPath(action, ':id')}`),
]);

interface ProgramClaims extends AccessClaims {
  scopes: readonly Scope[];
  /** What its owner reads. */
  name: string;
}

const known = new WeakMap<pg.Pool, LRUCache<string, ProgramClaims>>();

/** The hash by which a token is stored. It is long and random, so that it needs no salt. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Whose program a token is. Whether its session still exists is asked with each call, so that a revoked
 * one ends at once.
 * @throws Refusal `no_session` for an unknown token, or one that has expired
 */
export async function programClaims(context: Sources, token: string): Promise<ProgramClaims> {
  const { pool } = context;
  const kept = known.get(pool) ?? new LRUCache({ max: MAX_KEPT, ttl: KEPT_MS });
  known.set(pool, kept);
  const claims = kept.get(token) ?? (await readClaims(context, token));
  if (!claims || claims.expires_at * 1000 <= Date.now()) throw new Refusal('no_session');
  kept.set(token, claims, { noUpdateTTL: true });
  return claims;
}

/** Whether it looks like a token of a program, and not like one of a browser. */
export function isOfProgram(token: string): boolean {
  return token.startsWith(TOKEN_PREFIX) || token.startsWith(CONNECTED_PREFIX);
}

/** The primary, and a standby, or the primary again. */
interface Sources {
  pool: pg.Pool;
  late: { pool: pg.Pool };
}

/** Statements that look a token up by its hash: one notes that it is in use, the other only reads. */
interface LookUps {
  noting: { name: string; text: string };
  reading: { name: string; text: string };
}

const OWN = `id as session_id, user_id, 'aal2' as level, scopes, name,
  coalesce(extract(epoch from expires_at), 'infinity')::float8 as expires_at`;
const OWN_IS_GOOD = 'token_hash = $1 and (expires_at is null or expires_at > now())';
const OWN_TOKEN: LookUps = {
  noting: {
    name: 'program',
    text: `update access_tokens set last_used_at = now() where ${OWN_IS_GOOD} returning ${OWN}`,
  },
  reading: {
    name: 'program, late',
    text: `select ${OWN} from access_tokens where ${OWN_IS_GOOD}`,
  },
};
const CONNECTED = `connected.id as session_id, connected.user_id, 'aal2' as level, connected.name,
  string_to_array(token.payload ->> 'scope', ' ') as scopes,
  extract(epoch from token.expires_at)::float8 as expires_at`;
const CONNECTED_IS_GOOD = `token.model = 'AccessToken' and token.id_hash = $1
  and token.expires_at > now() and connected.id = token.connection_id`;
const CONNECTED_TOKEN: LookUps = {
  noting: {
    name: 'connected program',
    text: `update connected_programs as connected set last_used_at = now()
      from oauth_records as token where ${CONNECTED_IS_GOOD} returning ${CONNECTED}`,
  },
  reading: {
    name: 'connected program, late',
    text: `select ${CONNECTED} from connected_programs as connected, oauth_records as token
      where ${CONNECTED_IS_GOOD}`,
  },
};

/**
 * Its session has all that its owner had proved when they made it, or let the program in. While the primary
 * is gone, a standby answers.
 */
async function readClaims(
  { pool, late }: Sources,
  token: string,
): Promise<ProgramClaims | undefined> {
  const { noting, reading } = token.startsWith(CONNECTED_PREFIX) ? CONNECTED_TOKEN : OWN_TOKEN;
  const values = [tokenHash(token)];
  const { rows } = await pool
    .query<ProgramClaims>({ ...noting, values })
    .catch((error: unknown) => {
      if (late.pool === pool || !isGone(error)) throw error;
      return late.pool.query<ProgramClaims>({ ...reading, values });
    });
  return rows[0];
}

/** @throws Refusal `not_for_programs`, `scope_missing` */
export function requireScope(request: FastifyRequest, scopes: readonly Scope[]): void {
  const needed = scopeOf(request.method, request.routeOptions.url ?? '');
  if (needed === null) throw new Refusal('not_for_programs');
  if (needed === 'write' && !scopes.includes('write')) throw new Refusal('scope_missing');
}

/** What a program needs for a call; null where it is not for programs. */
export function scopeOf(method: string, url: string): Scope | null {
  // What its tools do is asked for when they do it.
  if (url === '/mcp') return 'read';
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && READABLE.includes(url)) return 'read';
  if (!OPEN.test(url) || CLOSED.has(`${method} ${url}`)) return null;
  return isRead ? 'read' : 'write';
}
