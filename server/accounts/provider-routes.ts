import type { FastifyInstance } from 'fastify';
import { authorize, authorizeLink } from './providers/authorize.ts';
import { callback } from './providers/callback.ts';
import { authProviders } from './providers/registry.ts';
import { unlinkIdentity } from './providers/unlink.ts';

/** Accounts elsewhere, for `@supabase/auth-js`: docs/decisions/0074-other-providers.md. */
export function providerRoutes(app: FastifyInstance): void {
  // What is set by half stops the start.
  authProviders(app.context.config);
  app.get('/authorize', { exposeHeadRoute: false }, authorize);
  app.get('/callback', { exposeHeadRoute: false }, callback);
  app.get('/user/identities/authorize', { exposeHeadRoute: false }, authorizeLink);
  app.delete('/user/identities/:id', unlinkIdentity);
}
