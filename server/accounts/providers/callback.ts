import type { FastifyReply, FastifyRequest } from 'fastify';
import { logEvent } from '../../http/event-log.ts';
import { change } from '../../lifecycle/change.ts';
import { AuthRefusal } from '../auth-error.ts';
import { members, textMember } from '../body-fields.ts';
import { limitCaller } from '../caller-limit.ts';
import { handOutCode } from '../follow-link.ts';
import { withFragment, withQuery } from '../redirects.ts';
import { callbackOf } from './authorize.ts';
import { type Flow, secretsOf, takeFlow } from './flows.ts';
import { linkIdentity, personBehind } from './person-behind.ts';
import type { AuthProvider, Claims } from './provider.ts';
import { authProviders } from './registry.ts';

/**
 * GET /callback: the browser comes back from a provider. Leads on to the page that began, with a code
 * for a session, or with what went wrong.
 */
export async function callback(request: FastifyRequest, reply: FastifyReply) {
  await limitCaller(request, 'token');
  const { db, config } = request.server.context;
  const state = textMember(members(request.query), 'state') ?? '';
  const flow = await takeFlow(db, request, state).catch(() => null);
  if (!flow)
    return reply.redirect(
      problemAt(`${config.publicUrl}/`, new AuthRefusal('bad_oauth_state')),
      303,
    );
  const target = await finish(request, flow, state).catch((error: unknown) => {
    if (!(error instanceof AuthRefusal)) throw error;
    logEvent(request, 'sign_in_refused');
    return problemAt(flow.redirect_to, error);
  });
  return reply.redirect(target, 303);
}

async function finish(request: FastifyRequest, flow: Flow, state: string): Promise<string> {
  const { context } = request.server;
  const provider = authProviders(context.config).get(flow.provider);
  if (!provider) throw new AuthRefusal('bad_oauth_callback');
  const claims = await claimsFrom(request, provider, state);
  const { user_id, code } = await change(context, async (change) => {
    const user_id = flow.session_id
      ? await linkIdentity(change, { provider, claims, session_id: flow.session_id })
      : await personBehind(change, provider, claims);
    const code = await handOutCode(change.tx, { user_id, method: 'oauth', ...flow.challenge });
    return { user_id, code };
  });
  logEvent(request, flow.session_id ? 'identity_linked' : 'link_followed', {
    user_id,
    method: provider.id,
  });
  return withQuery(flow.redirect_to, { code });
}

/** What the provider answers for its code. Nothing of ours is locked meanwhile. */
async function claimsFrom(
  request: FastifyRequest,
  provider: AuthProvider,
  state: string,
): Promise<Claims> {
  const { config } = request.server.context;
  const { verifier, nonce } = secretsOf(config, state);
  const { search } = new URL(request.url, config.publicUrl);
  try {
    const { authorizationCodeGrant } = await import('openid-client');
    const configuration = await provider.configuration();
    const tokens = await authorizationCodeGrant(
      configuration,
      new URL(callbackOf(config) + search),
      {
        expectedState: state,
        pkceCodeVerifier: verifier,
        ...(provider.hasIdToken && { expectedNonce: nonce, idTokenExpected: true }),
      },
    );
    const idClaims = { ...tokens.claims() };
    return await provider.claimsOf({ configuration, accessToken: tokens.access_token, idClaims });
  } catch (error) {
    request.log.warn({ err: error, provider: provider.id }, 'a sign-in by a provider failed');
    throw new AuthRefusal('bad_oauth_callback');
  }
}

/** As GoTrue says it, in query and fragment. */
function problemAt(target: string, { code, message }: AuthRefusal): string {
  const problem = { error: 'access_denied', error_code: code, error_description: message };
  return withFragment(withQuery(target, problem), { ...problem, sb: '' });
}
