/// <reference path="./oidc-provider.d.ts" />
import { createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import type { CallContext, Interaction, Payload, Provider } from 'oidc-provider';
import { paths } from '#domain/paths.ts';
import { CONNECTED_PREFIX, REFRESH_PREFIX, scopes } from '#domain/program.ts';
import type { Config } from '../../config/config.ts';
import { LookFailed, lookAt } from '../../http/guarded-look.ts';
import { mcpAddress } from '../../http/program-addresses.ts';
import type { Context } from '../../lifecycle/context.ts';
import { keepToRules } from './client-rules.ts';
import { endConnection } from './connections.ts';
import { errorPage } from './error-page.ts';
import { recordsOf } from './records.ts';
import { asWanted } from './wanted.ts';

const DAY = 24 * 3600;

/** How long each is good for, in seconds. */
const LIVES = {
  // Long enough to sign in, or to make an account, in another tab.
  Interaction: 3600,
  AuthorizationCode: 60,
  // Long enough to find another device, and to sign in there.
  DeviceCode: 600,
  AccessToken: 3600,
  // Without use; each use brings a new one.
  RefreshToken: 30 * DAY,
  Grant: 365 * DAY,
  // Kept nowhere: our own session says who somebody is.
  Session: 60,
};

export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  device_authorization: '/oauth/device',
  metadata: '/.well-known/oauth-authorization-server',
} as const;

/** What a program on a page calls. It sends its person to the others, which know them by a cookie. */
export const FOR_PAGES: readonly string[] = [
  OAUTH_PATHS.metadata,
  OAUTH_PATHS.registration,
  OAUTH_PATHS.token,
  OAUTH_PATHS.revocation,
];

/** What belongs to a program. */
interface Owned {
  clientId: string;
}

/** How often a device asks whether its code was typed, in seconds. */
const POLLED_EVERY = 5;

interface OAuthServer {
  provider: Provider;
  /** Answers a call. */
  answer: RequestListener;
}

const started = new WeakMap<Context, Promise<OAuthServer>>();

/** The OAuth server of this process. Made with the first call, as most servers never get one. */
export function oauthServer(context: Context): Promise<OAuthServer> {
  const running = started.get(context) ?? startServer(context);
  started.set(context, running);
  return running;
}

async function startServer(context: Context): Promise<OAuthServer> {
  const library = await import('oidc-provider');
  const provider = new library.Provider(
    context.config.publicUrl,
    await settingsFor(context, library),
  );
  // Host and protocol are those of PUBLIC_URL, which the routes write into each call.
  provider.proxy = true;
  provider.use(shaped);
  provider.on('server_error', (_, error) => context.log.error({ err: error }, 'OAuth failed'));
  // So that people, and tools that look for keys, recognise one.
  const access = provider.AccessToken.prototype;
  access.generateTokenId = function opaque(this: typeof access) {
    this.format = 'opaque';
    return CONNECTED_PREFIX + randomLetters();
  };
  const followed = secretOf(context.config.jwtKey, 'unblock oauth refresh');
  provider.RefreshToken.prototype.generateTokenId = () => {
    const shown = library.Provider.ctx?.oidc.entities.RotatedRefreshToken;
    return REFRESH_PREFIX + (shown ? lettersAfter(shown.jti, followed) : randomLetters());
  };
  return { provider, answer: provider.callback() };
}

async function settingsFor(context: Context, library: typeof import('oidc-provider')) {
  const { config, db } = context;
  const { errors } = library;
  const resource = mcpAddress(config);
  const { metadata: _, ...routes } = OAUTH_PATHS;
  const keeper = {
    db,
    end: (id: string) => endConnection(context, id),
    noLongerGood: (why: string) => new errors.InvalidGrant(why),
    notKept: (why: string) => new errors.InvalidRequest(why),
  };
  return {
    adapter: (model: string) => recordsOf(model, keeper),
    routes,
    scopes: [...scopes],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    ttl: LIVES,
    ...(await nothingSigned()),
    cookies: cookiesFor(config),
    interactions: { policy: everybodyIsAsked(library), url: askedAt },
    findAccount: (_: CallContext, id: string) => accountOf(context, id),
    loadExistingGrant: grantOfAnswer,
    pkce: { required: () => true },
    // Our routes say which pages may read what.
    clientBasedCORS: () => true,
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: () => false,
    // One token that is taken back, or used twice, ends its connection.
    revokeGrantPolicy: () => true,
    renderError: (call: CallContext, _: object, error: Error) => {
      call.type = 'html';
      call.body = errorPage(error);
    },
    extraClientMetadata: {
      properties: ['software_id'],
      validator: (_: CallContext, __: string, ___: unknown, metadata: Payload) =>
        keepToRules(metadata, (why) => new errors.InvalidClientMetadata(why)),
    },
    fetch: (address: string) => fetchDocument(address, config),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // Its code is typed on a page of ours; see device.ts.
      deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****' },
      revocation: {
        enabled: true,
        allowedPolicy: (_: CallContext, by: Owned, token: Owned) => by.clientId === token.clientId,
      },
      registration: {
        enabled: true,
        issueRegistrationAccessToken: false,
        idFactory: () => randomBytes(16).toString('base64url'),
      },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        getResourceServerInfo: (_: CallContext, asked: string) => {
          if (asked !== resource) throw new errors.InvalidTarget(`the resource is ${resource}`);
          const lives = { accessTokenTTL: LIVES.AccessToken, accessTokenFormat: 'opaque' };
          return { scope: scopes.join(' '), audience: resource, ...lives };
        },
      },
    },
  };
}

/** Where a person is asked. The cookie shows later that it is the browser that was sent there. */
function askedAt({ cookies }: CallContext, { uid }: Interaction): string {
  const path = `/api/me/programs/asking/${uid}`;
  const rules = { path, httpOnly: true, sameSite: 'lax', maxAge: LIVES.Interaction * 1000 };
  cookies.set(ASKED_COOKIE, uid, rules);
  return paths.connect(uid);
}

const ASKED_COOKIE = 'unblock_asked';

function cookiesFor({ jwtKey, jwtKeyOld }: Config) {
  const keys = [jwtKey, jwtKeyOld].flatMap((key) =>
    key?.d ? [secretOf(key, 'unblock oauth')] : [],
  );
  return {
    keys: keys.map((key) => key.toString('base64url')),
    names: {
      interaction: ASKED_COOKIE,
      resume: 'unblock_answered',
      session: 'unblock_oauth',
    },
  };
}

/** Nobody is remembered: each time a person says who they are, by our own session, and whether they agree. */
function everybodyIsAsked({ interactionPolicy }: typeof import('oidc-provider')) {
  const { Prompt, Check } = interactionPolicy;
  const unasked = new Check(
    'unasked',
    'the person has not been asked',
    ({ oidc }) => !oidc.result?.consent,
  );
  const asked = (name: string, ...checks: object[]) =>
    new Prompt({ name, requestable: true }, ...checks);
  return [asked('login'), asked('select_account'), asked('consent', unasked)];
}

async function grantOfAnswer({ oidc }: CallContext) {
  const id = oidc.result?.consent?.grantId;
  return id === undefined ? undefined : oidc.provider.Grant.find(id);
}

async function accountOf({ db }: Context, id: string) {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where((is) => is.or([is('banned_until', 'is', null), is('banned_until', '<', new Date())]))
    .executeTakeFirst();
  return found && { accountId: id, claims: async () => ({ sub: id }) };
}

/** Without OpenID there is nothing to sign, but the library wants a key. */
async function nothingSigned() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    jwks: { keys: [await exportJWK(privateKey)] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
  };
}

/** The document by which a program describes itself, at an address that it has named. */
async function fetchDocument(address: string, { publicUrl, looksAtLoopback }: Config) {
  const userAgent = `Unblock-OAuth/1 (+${publicUrl})`;
  try {
    const { status, body } = await lookAt(address, { looksAtLoopback, userAgent, follows: false });
    return new Response(new Uint8Array(body), { status });
  } catch (error) {
    throw error instanceof LookFailed ? new TypeError(error.message) : error;
  }
}

/** What is told of the server: that of OAuth, and nothing of OpenID. */
const TOLD = [
  ...['issuer', 'authorization_endpoint', 'token_endpoint', 'registration_endpoint'],
  ...['revocation_endpoint', 'device_authorization_endpoint', 'response_types_supported'],
  ...['grant_types_supported', 'token_endpoint_auth_methods_supported'],
  ...['code_challenge_methods_supported', 'authorization_response_iss_parameter_supported'],
  'client_id_metadata_document_supported',
];

async function shaped(call: CallContext, next: () => Promise<void>): Promise<void> {
  if (call.path === OAUTH_PATHS.authorization) call.query = asWanted(call.query);
  await next();
  // It would name whatever site asks. Which answers pages may read, our routes have said already.
  if (!FOR_PAGES.includes(call.path)) call.remove('access-control-allow-origin');
  if (call.status !== 200) return;
  if (call.path === OAUTH_PATHS.device_authorization) call.body = typedAtOurs(call);
  if (call.path !== OAUTH_PATHS.metadata) return;
  const all = Object.entries(call.body as object).filter(([name]) => TOLD.includes(name));
  const also = {
    scopes_supported: scopes,
    response_modes_supported: ['query'],
    revocation_endpoint_auth_methods_supported: ['none'],
  };
  call.body = { ...Object.fromEntries(all), ...also };
}

/** Where the code is typed. */
function typedAtOurs({ body, oidc }: CallContext): object {
  const answer = body as { user_code: string };
  const page = new URL(paths.connectByCode(), oidc.provider.issuer);
  const filledIn = new URL(paths.connectByCode(answer.user_code), oidc.provider.issuer);
  return {
    ...answer,
    verification_uri: page.href,
    verification_uri_complete: filledIn.href,
    interval: POLLED_EVERY,
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * One refresh token is followed by the same one, however often it is shown: two processes of a program that
 * renew at once both have the way on, and so has one whose answer was lost.
 */
function lettersAfter(shown: string, secret: Buffer): string {
  const made = createHmac('sha512', secret).update(shown).digest();
  return Array.from(made.subarray(0, 40), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** The same on every server that shares JWT_KEY. */
function secretOf({ d = '' }: Config['jwtKey'], purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', d, '', purpose, 32));
}

function randomLetters(): string {
  return Array.from({ length: 40 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
