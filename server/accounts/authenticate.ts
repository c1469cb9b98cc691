import { Refusal } from '#domain/errors.ts';
import type { UserType } from '#domain/profile.ts';
import type { Category } from '#domain/ticket.ts';
import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { InvalidAccessToken, verifyAccessToken } from './access-token.ts';

/** The token of a bearer header, else null. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/**
 * Who sends a request, as the database knows them at this moment; null without a header.
 * @throws Refusal `no_session` for a token that is not valid, `session_ended` after a sign-out,
 *   `account_suspended`
 */
export async function authenticate(
  context: Context,
  authorization: string | undefined,
): Promise<Viewer | null> {
  if (authorization === undefined) return null;
  const claims = await verifyAccessToken(context.config, bearerToken(authorization) ?? '').catch(
    (error: unknown) => {
      throw error instanceof InvalidAccessToken ? new Refusal('no_session') : error;
    },
  );
  const row = await readViewer(context, claims);
  if (!row) throw new Refusal('session_ended');
  if (row.is_banned) throw new Refusal('account_suspended');
  const { is_banned: _, ...viewer } = row;
  return viewer;
}

interface ViewerRow {
  id: string;
  email: string;
  user_type: UserType;
  supported_categories: Category[];
  session_id: string;
  is_banned: boolean;
}

/** Runs for every call of the API, so PostgreSQL plans it once for each connection. */
async function readViewer(
  { pool }: Context,
  claims: { user_id: string; session_id: string },
): Promise<ViewerRow | undefined> {
  const { rows } = await pool.query<ViewerRow>({
    name: 'viewer',
    text: `select users.id, users.email, profiles.user_type, profiles.supported_categories,
        sessions.id as session_id, coalesce(users.banned_until > now(), false) as is_banned
      from sessions
      join users on users.id = sessions.user_id
      join profiles on profiles.id = users.id
      where sessions.id = $1 and sessions.user_id = $2`,
    values: [claims.session_id, claims.user_id],
  });
  return rows[0];
}
