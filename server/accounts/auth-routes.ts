import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { publicKeys } from '../http/access-token.ts';
import { AuthRefusal, sendAuthError } from './auth-error.ts';
import { authTransport, PASSWORD_TIMEOUT_MS } from './auth-transport.ts';
import { type AuthUser, authUser, waysOf } from './auth-user.ts';
import { members, textMember } from './body-fields.ts';
import { limitCaller } from './caller-limit.ts';
import { exchangeCode } from './exchange-code.ts';
import {
  backupCodeStatus,
  forgetBackupCodes,
  makeBackupCodes,
  renewBackupCodes,
  verifyBackupCode,
} from './factors/backup-code-calls.ts';
import { challengeFactor } from './factors/challenge.ts';
import { enrollFactor } from './factors/enroll.ts';
import { unenrollFactor } from './factors/unenroll.ts';
import { verifyFactor } from './factors/verify.ts';
import { listPasskeys, removePasskey, renamePasskey } from './passkeys/manage.ts';
import { finishRegistration, startRegistration } from './passkeys/register.ts';
import { finishPasskeySignIn, startPasskeySignIn } from './passkeys/sign-in.ts';
import { challengeSchema, newChallenge } from './proof-of-work.ts';
import { authorize, authorizeLink } from './providers/authorize.ts';
import { callback } from './providers/callback.ts';
import { authProviders } from './providers/registry.ts';
import { unlinkIdentity } from './providers/unlink.ts';
import { reauthenticate } from './reauthenticate.ts';
import { recover } from './recover.ts';
import { refreshSession } from './refresh.ts';
import { resend } from './resend.ts';
import type { AuthSession } from './sessions.ts';
import { signInWithPassword } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { requireSignedIn } from './signed-in.ts';
import { updateUser } from './update-user.ts';
import { verifyLink } from './verify-link.ts';
import { verifyToken } from './verify-token.ts';

/**
 * Everything under /auth/v1 that the unmodified `@supabase/auth-js` calls. Source: auth wire contract.
 */
export const authRoutes: FastifyPluginAsync = async (app) => {
  authTransport(app);
  app.setErrorHandler(sendAuthError);
  openRoutes(app);
  signedInRoutes(app);
  factorRoutes(app);
  passkeyRoutes(app);
  providerRoutes(app);
  informationRoutes(app);
  // Otherwise unknown calls would get a page of the web app.
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    handler: async () => {
      throw new AuthRefusal('not_found');
    },
  });
};

/** Sign-up, sign-in and mail links. */
function openRoutes(app: FastifyInstance): void {
  app.post('/signup', signUp);
  app.post('/token', { handlerTimeout: PASSWORD_TIMEOUT_MS }, token);
  app.post('/resend', resend);
  app.post('/recover', recover);
  app.post('/verify', verifyToken);
  // Mail programs check links with HEAD before a person clicks: that must not use them up.
  app.get('/verify', { exposeHeadRoute: false }, verifyLink);
}

/** Calls about one's own account. */
function signedInRoutes(app: FastifyInstance): void {
  app.post('/logout', signOut);
  app.get('/user', readUser);
  app.put('/user', { handlerTimeout: PASSWORD_TIMEOUT_MS }, updateUser);
  app.get('/reauthenticate', { exposeHeadRoute: false }, reauthenticate);
}

/** Public settings and keys. Source: section 9. */
function informationRoutes(app: FastifyInstance): void {
  const { config } = app.context;
  app.get('/health', async () => ({
    version: '1',
    name: 'Unblock',
    description: 'Accounts of Unblock',
  }));
  app.get('/settings', async () => ({
    external: {
      email: true,
      phone: false,
      anonymous_users: false,
      ...Object.fromEntries([...authProviders(config).keys()].map((id) => [id, true])),
    },
    disable_signup: false,
    mailer_autoconfirm: !config.confirmEmail,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }));
  app.get('/challenge', { schema: { response: { 200: challengeSchema } } }, async () =>
    newChallenge(config),
  );
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    void reply.header('cache-control', 'public, max-age=600');
    return publicKeys(config);
  });
}

async function readUser(request: FastifyRequest): Promise<AuthUser> {
  const { user } = await requireSignedIn(request);
  return authUser(user, await waysOf(request.server.context.db, user.id));
}

/** Ways to get a session, by `grant_type`. */
const grants = new Map<
  string | undefined,
  (request: FastifyRequest, reply: FastifyReply) => Promise<AuthSession>
>([
  ['password', signInWithPassword],
  ['refresh_token', refreshSession],
  ['pkce', exchangeCode],
]);

async function token(request: FastifyRequest, reply: FastifyReply): Promise<AuthSession> {
  await limitCaller(request, 'token');
  const open = grants.get(textMember(members(request.query), 'grant_type'));
  if (!open) throw new AuthRefusal('invalid_credentials', 'unsupported_grant_type');
  return open(request, reply);
}

/** Passkeys for `@supabase/auth-js`: docs/decisions/0073-passkeys.md. */
function passkeyRoutes(app: FastifyInstance): void {
  app.post('/passkeys/authentication/options', startPasskeySignIn);
  app.post('/passkeys/authentication/verify', finishPasskeySignIn);
  app.post('/passkeys/registration/options', startRegistration);
  app.post('/passkeys/registration/verify', finishRegistration);
  app.get('/passkeys', listPasskeys);
  app.patch('/passkeys/:id', renamePasskey);
  app.delete('/passkeys/:id', removePasskey);
}

/** Accounts elsewhere, for `@supabase/auth-js`: docs/decisions/0074-other-providers.md. */
function providerRoutes(app: FastifyInstance): void {
  // What is set by half stops the start.
  authProviders(app.context.config);
  app.get('/authorize', { exposeHeadRoute: false }, authorize);
  app.get('/callback', { exposeHeadRoute: false }, callback);
  app.get('/user/identities/authorize', { exposeHeadRoute: false }, authorizeLink);
  app.delete('/user/identities/:id', unlinkIdentity);
}

/** Two-step sign-in for `@supabase/auth-js`: docs/decisions/0021-two-step-sign-in.md. */
function factorRoutes(app: FastifyInstance): void {
  app.post('/factors', enrollFactor);
  app.post('/factors/:id/challenge', challengeFactor);
  app.post('/factors/:id/verify', verifyFactor);
  app.delete('/factors/:id', unenrollFactor);
  app.get('/factors/recovery-codes', backupCodeStatus);
  app.post('/factors/recovery-codes', makeBackupCodes);
  app.post('/factors/recovery-codes/regenerate', renewBackupCodes);
  app.post('/factors/recovery-codes/verify', verifyBackupCode);
  app.delete('/factors/recovery-codes', forgetBackupCodes);
}
