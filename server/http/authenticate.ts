import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Category } from '#domain/category.ts';
import { Refusal } from '#domain/errors.ts';
import type { UserType } from '#domain/profile.ts';
import type { Config } from '../config/config.ts';
import { type AccessClaims, InvalidAccessToken } from './access-token.ts';
import { claimsOf } from './verified-tokens.ts';
import { requireAccess, SecondFactorOwed, type Viewer } from './viewer.ts';

/** The token of a bearer header, else null. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/**
 * Who sends a request, as the database knows them at this moment; null without a header.
 * @throws Refusal `no_session` for a token that is not valid, `session_ended` after a sign-out,
 *   `account_suspended`, `password_needed`
 * @throws SecondFactorOwed where the password alone is not enough
 */
export async function authenticate(
  context: { config: Config; pool: pg.Pool },
  authorization: string | undefined,
): Promise<Viewer | null> {
  if (authorization === undefined) return null;
  const claims = await claimsIn(context, authorization);
  return asViewer(await readViewer(context, claims), claims, context);
}

/**
 * Looks up who sends a request, and whether they may make this call.
 * @throws Refusal
 */
export async function lookUpViewer(request: FastifyRequest): Promise<void> {
  const { headers, server } = request;
  // Public calls work with a session that has ended, too.
  request.viewer = await authenticate(server.context, headers.authorization).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );
  requireAccess(request);
}

/**
 * What a bearer header says; whether its session still lives, only the database knows.
 * @throws Refusal `no_session`
 */
export async function claimsIn(
  { config }: { config: Config },
  authorization: string | undefined,
): Promise<AccessClaims> {
  try {
    return await claimsOf(config, bearerToken(authorization) ?? '');
  } catch (error) {
    throw error instanceof InvalidAccessToken ? new Refusal('no_session') : error;
  }
}

/**
 * @throws Refusal `session_ended`, `account_suspended`, `password_needed`
 * @throws SecondFactorOwed
 */
export function asViewer(
  row: ViewerRow | undefined,
  { level }: AccessClaims,
  { config }: { config: Config },
): Viewer {
  if (!row) throw new Refusal('session_ended');
  if (row.is_banned) throw new Refusal('account_suspended');
  if (row.owes_password) throw new Refusal('password_needed');
  const { is_banned: _, owes_password: __, is_raised, has_app, ...viewer } = row;
  // A token from before the code was entered may have been stolen: it stays worth what it was.
  if (is_raised && level === 'aal2') return viewer;
  if (has_app) throw new SecondFactorOwed(viewer, 'code');
  const isRequired = viewer.user_type === 'moderator' && config.moderatorMfa === 'required';
  if (isRequired) throw new SecondFactorOwed(viewer, 'set-up');
  return viewer;
}

export interface ViewerRow {
  id: string;
  email: string;
  user_type: UserType;
  supported_categories: Category[];
  session_id: string;
  is_banned: boolean;
  owes_password: boolean;
  is_raised: boolean;
  has_app: boolean;
}

/** SQL for who is behind a session of a person, both told as SQL. */
export const viewerOfSession = (
  session: string,
  person: string,
) => `select users.id, users.email, profiles.user_type,
    profiles.supported_categories, sessions.id as session_id,
    coalesce(users.banned_until > now(), false) as is_banned,
    users.owes_password,
    sessions.second_factor_at is not null as is_raised,
    exists (select from factors where factors.user_id = users.id
      and factor_type = 'totp' and status = 'verified') as has_app
  from sessions
  join users on users.id = sessions.user_id
  join profiles on profiles.id = users.id
  where sessions.id = ${session} and sessions.user_id = ${person}`;

const VIEWER = viewerOfSession('$1', '$2');

/** Runs for nearly every call of the API, so PostgreSQL plans it once for each connection. */
async function readViewer(
  { pool }: { pool: pg.Pool },
  claims: AccessClaims,
): Promise<ViewerRow | undefined> {
  const { rows } = await pool.query<ViewerRow>({
    name: 'viewer',
    text: VIEWER,
    values: [claims.session_id, claims.user_id],
  });
  return rows[0];
}
