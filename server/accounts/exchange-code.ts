import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { isBanned } from '../database/banned.ts';
import type { Tx } from '../database/database.ts';
import { logEvent } from '../http/event-log.ts';
import { change } from '../lifecycle/change.ts';
import { AuthRefusal } from './auth-error.ts';
import { members, textMember } from './body-fields.ts';
import { deviceOf, keepDeviceCookie, noteDevice } from './devices.ts';
import { hashToken } from './mail-links.ts';
import { type Challenge, fulfils } from './pkce.ts';
import { type AuthSession, openSession, type SignInMethod } from './sessions.ts';

/** How long a code is valid. Source: auth wire contract, section 8. */
const CODE_SECONDS = 300;

/** POST /token?grant_type=pkce: a session for the code of a mail link and its verifier. */
export async function exchangeCode(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthSession> {
  const body = members(request.body);
  const code = textMember(body, 'auth_code');
  const verifier = textMember(body, 'code_verifier');
  if (!code || !verifier) {
    throw new AuthRefusal(
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    );
  }
  const user_agent = request.headers['user-agent'];
  const { context } = request.server;
  const device = deviceOf(request);
  const session = await change(context, async (change) => {
    const opened = await takeCode(change.tx, { code, verifier });
    const session = await openSession(change, { ...opened, user_agent });
    await noteDevice(change, opened.user_id, device);
    return session;
  });
  keepDeviceCookie(reply, context.config, device);
  logEvent(request, 'signed_in', { user_id: session.user.id, method: 'pkce' });
  return session;
}

async function takeCode(tx: Tx, { code, verifier }: { code: string; verifier: string }) {
  const row = await tx
    .deleteFrom('auth_codes')
    .using('users')
    .whereRef('users.id', '=', 'auth_codes.user_id')
    .where('code_hash', '=', hashToken(code))
    .returning(['user_id', 'code_challenge', 'code_challenge_method', 'method', 'banned_until'])
    .returning(
      sql<boolean>`auth_codes.created_at < now() - make_interval(secs => ${CODE_SECONDS})`.as(
        'late',
      ),
    )
    .executeTakeFirst();
  // A refusal from here on restores the code: only the right verifier uses it up.
  if (!row) throw new AuthRefusal('flow_state_not_found');
  if (row.late) throw new AuthRefusal('flow_state_expired');
  if (!fulfils(verifier, row as Challenge)) throw new AuthRefusal('bad_code_verifier');
  if (isBanned(row)) throw new AuthRefusal('user_banned', undefined, { status: 400 });
  const method = row.method as SignInMethod;
  return { user_id: row.user_id, method, is_recovery: method === 'recovery' };
}
