import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import { AuthRefusal } from '../auth-error.ts';
import { hashToken } from '../mail-links.ts';
import type { Challenge } from '../pkce.ts';

/** How long somebody may take at a provider. */
const FLOW_SECONDS = 600;
/** Ties a flow to the browser that began it: nobody finishes it for somebody else. */
const COOKIE = 'unblock_flow';
const VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`);

/** A browser on its way to a provider. */
export interface Flow {
  provider: string;
  challenge: Challenge;
  /** Validated. */
  redirect_to: string;
  /** The session whose account gets another way in; null for a sign-in. */
  session_id: string | null;
}

/** Begins a flow, and returns its state, which the provider gives back. */
export async function beginFlow(
  request: FastifyRequest,
  reply: FastifyReply,
  { challenge, ...flow }: Flow,
): Promise<string> {
  const { db, config } = request.server.context;
  const state = randomBytes(32).toString('base64url');
  const browser = browserOf(request) ?? randomBytes(32).toString('base64url');
  await db
    .insertInto('provider_flows')
    .values({
      ...flow,
      ...challenge,
      state_hash: hashToken(state),
      browser_hash: hashToken(browser),
    })
    .execute();
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';
  const rules = `Path=/auth/v1; Max-Age=${FLOW_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  void reply.header('set-cookie', `${COOKIE}=${browser}; ${rules}`);
  return state;
}

/**
 * Uses a flow up; only the browser that began it may.
 * @throws AuthRefusal `bad_oauth_state`
 */
export async function takeFlow(
  db: Database,
  request: FastifyRequest,
  state: string,
): Promise<Flow> {
  const browser = browserOf(request);
  const taken = browser
    ? await db
        .deleteFrom('provider_flows')
        .where('state_hash', '=', hashToken(state))
        .where('browser_hash', '=', hashToken(browser))
        .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${FLOW_SECONDS})`)
        .returningAll()
        .executeTakeFirst()
    : undefined;
  if (!taken) throw new AuthRefusal('bad_oauth_state');
  const { provider, redirect_to, session_id, code_challenge } = taken;
  const code_challenge_method = taken.code_challenge_method as Challenge['code_challenge_method'];
  return {
    provider,
    redirect_to,
    session_id,
    challenge: { code_challenge, code_challenge_method },
  };
}

/** What we prove to the provider later, made of the state: nothing of it stands in the database. */
export function secretsOf({ jwtKey }: Config, state: string): { verifier: string; nonce: string } {
  const key = Buffer.from(hkdfSync('sha256', jwtKey.d ?? '', '', 'unblock providers', 32));
  const made = (word: string) =>
    createHmac('sha256', key).update(`${word} ${state}`).digest('base64url');
  return { verifier: made('verifier'), nonce: made('nonce') };
}

function browserOf({ headers }: FastifyRequest): string | undefined {
  return VALUE.exec(headers.cookie ?? '')?.[1];
}
