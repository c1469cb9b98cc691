import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { AuthRefusal } from '../auth-error.ts';
import { type Members, members, textMember } from '../body-fields.ts';
import { limitCaller } from '../caller-limit.ts';
import { factorsOf, isVerifiedApp } from '../factors/factor-list.ts';
import { requireRecentProof, requireSecondFactor } from '../factors/own-factors.ts';
import { type Challenge, readChallenge } from '../pkce.ts';
import { redirectTarget } from '../redirects.ts';
import { requireSignedIn } from '../signed-in.ts';
import { beginFlow, secretsOf } from './flows.ts';
import type { AuthProvider } from './provider.ts';
import { authProviders } from './registry.ts';

/** Where providers send people back to. */
export function callbackOf({ publicUrl }: Config): string {
  return `${publicUrl}/auth/v1/callback`;
}

/**
 * GET /authorize?provider=: sends the browser on to the provider. Needs PKCE, so that the session goes to
 * the browser that began.
 * @throws AuthRefusal `validation_failed`
 */
export async function authorize(request: FastifyRequest, reply: FastifyReply) {
  await limitCaller(request, 'token');
  const url = await begin(request, reply, null);
  return reply.redirect(url.href, 302);
}

/**
 * GET /user/identities/authorize?provider=: the address at which a signed-in person connects an account
 * elsewhere with theirs.
 * @throws AuthRefusal `manual_linking_disabled` where no provider is set up, `validation_failed`,
 * `reauthentication_needed`, `insufficient_aal`
 */
export async function authorizeLink(request: FastifyRequest, reply: FastifyReply) {
  await limitCaller(request, 'token');
  const signedIn = await requireSignedIn(request);
  if (authProviders(request.server.context.config).size === 0)
    throw new AuthRefusal('manual_linking_disabled');
  requireRecentProof(signedIn);
  const factors = await factorsOf(request.server.context.db, signedIn.user.id);
  if (factors.some(isVerifiedApp)) {
    requireSecondFactor(signedIn, 'AAL2 required to connect another account');
  }
  const url = await begin(request, reply, signedIn.session.id);
  return { url: url.href };
}

async function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  session_id: string | null,
): Promise<URL> {
  const { config } = request.server.context;
  const query = members(request.query);
  const provider = requireProvider(config, textMember(query, 'provider'));
  const challenge = requireChallenge(query);
  const configuration = await provider.configuration().catch((error: unknown) => {
    request.log.error({ err: error, provider: provider.id }, 'a sign-in provider does not answer');
    throw new AuthRefusal('bad_oauth_callback', `${provider.label} does not answer at the moment.`);
  });
  const redirect_to = redirectTarget(config, request);
  const flow = { provider: provider.id, challenge, redirect_to, session_id };
  const state = await beginFlow(request, reply, flow);
  const { verifier, nonce } = secretsOf(config, state);
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
  return buildAuthorizationUrl(configuration, {
    redirect_uri: callbackOf(config),
    scope: provider.scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.hasIdToken && { nonce }),
  });
}

function requireProvider(config: Config, id: string | undefined): AuthProvider {
  const provider = authProviders(config).get(id ?? '');
  if (provider) return provider;
  throw new AuthRefusal('validation_failed', 'Unsupported provider: provider is not enabled');
}

function requireChallenge(query: Members): Challenge {
  const challenge = readChallenge(query);
  if (challenge) return challenge;
  throw new AuthRefusal(
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  );
}
