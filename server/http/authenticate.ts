import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import { Refusal } from '#domain/refusals.ts';
import type { Config } from '../config/config.ts';
import { textOf } from '../database/sql-text.ts';
import { type AccessClaims, InvalidAccessToken } from './access-token.ts';
import { isOfProgram, programClaims, requireScope } from './program-access.ts';
import { claimsOf } from './verified-tokens.ts';
import { requireAccess, SecondFactorOwed, type Viewer } from './viewer.ts';

/** The token of an Authorization header, else null. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/**
 * The current person behind a request; null without a header.
 * @throws Refusal `no_session` for an invalid token, `session_ended` after a sign-out,
 * `account_suspended`, `password_needed`, `not_for_programs`, `scope_missing`
 * @throws SecondFactorOwed where the password alone is not enough
 */
export async function authenticate(request: FastifyRequest): Promise<Viewer | null> {
  const { context } = request.server;
  if (request.headers.authorization === undefined) return null;
  const claims = await claimsIn(request);
  return asViewer(await readViewer(context, claims), context);
}

/**
 * Looks up who sends a request, and checks that they may make this call.
 * @throws Refusal
 */
export async function lookUpViewer(request: FastifyRequest): Promise<void> {
  // Public calls also work with an ended session.
  request.viewer = await authenticate(request).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
  requireAccess(request);
}

/**
 * The claims of a request's token; only the database knows whether the session still exists. A
 * program's token is only good for calls that are open to programs.
 * @throws Refusal `no_session`, `not_for_programs`, `scope_missing`
 */
export async function claimsIn(request: FastifyRequest): Promise<AccessClaims> {
  const { context } = request.server;
  const token = bearerToken(request.headers.authorization) ?? '';
  if (isOfProgram(token)) {
    const { scopes, name, ...claims } = await programClaims(context, token);
    requireScope(request, scopes);
    const { session_id: id, user_id, expires_at } = claims;
    request.program = { id, user_id, name, expires_at };
    return claims;
  }
  try {
    return await claimsOf(context.config, token);
  } catch (error) {
    throw error instanceof InvalidAccessToken ? new Refusal('no_session') : error;
  }
}

/**
 * @throws Refusal `session_ended`, `account_suspended`, `password_needed`
 * @throws SecondFactorOwed
 */
export function asViewer(row: ViewerRow | undefined, { config }: { config: Config }): Viewer {
  if (!row) throw new Refusal('session_ended');
  const { refused_for, ...viewer } = row;
  if (refused_for === 'code') throw new SecondFactorOwed(viewer, refused_for);
  if (refused_for !== null && refused_for !== 'set-up') throw new Refusal(refused_for);
  const isRequired = config.moderatorMfa === 'required';
  if (refused_for === 'set-up' && isRequired) throw new SecondFactorOwed(viewer, refused_for);
  return viewer;
}

export interface ViewerRow extends Viewer {
  /** Why the session may not act; `set-up` only where moderators must have two steps. */
  refused_for: 'account_suspended' | 'password_needed' | 'code' | 'set-up' | null;
}

/** Whether a person of `users` has an authenticator app. */
export const hasApp = sql<boolean>`exists (select from factors where factors.user_id = users.id
  and factor_type = 'totp' and status = 'verified')`;
const HAS_APP = textOf(hasApp);

/**
 * SQL for the person of a session, and why it may not act; no row if the session has ended. A token
 * from before the second factor keeps its old level, as it may have been stolen.
 * @param token its session, its person and whether it has a second factor, each as SQL
 */
export const viewerOfSession = (token: { session: string; person: string; isRaised: string }) => `
  select users.id, users.email, profiles.user_type, profiles.supported_categories,
    sessions.id as session_id, case
      when users.banned_until > now() then 'account_suspended'
      when users.owes_password then 'password_needed'
      when sessions.second_factor_at is not null and ${token.isRaised} then null
      when ${HAS_APP} then 'code'
      when profiles.user_type = 'moderator' then 'set-up' end as refused_for
  from sessions
  join users on users.id = sessions.user_id
  join profiles on profiles.id = users.id
  where sessions.id = ${token.session} and sessions.user_id = ${token.person}`;

/** The same with the first three parameters of a statement. */
export const VIEWER = viewerOfSession({ session: '$1', person: '$2', isRaised: '$3::boolean' });

/** Those parameters. */
function valuesOf({ session_id, user_id, level }: AccessClaims) {
  return [session_id, user_id, level === 'aal2'];
}

/** Runs for nearly every call of the API, so PostgreSQL plans it once per connection. */
async function readViewer(
  { pool }: { pool: pg.Pool },
  claims: AccessClaims,
): Promise<ViewerRow | undefined> {
  const { rows } = await pool.query<ViewerRow>({
    name: 'viewer',
    text: VIEWER,
    values: valuesOf(claims),
  });
  return rows[0];
}
