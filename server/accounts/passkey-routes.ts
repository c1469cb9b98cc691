import type { FastifyInstance } from 'fastify';
import { listPasskeys, removePasskey, renamePasskey } from './passkeys/manage.ts';
import { finishRegistration, startRegistration } from './passkeys/register.ts';
import { finishPasskeySignIn, startPasskeySignIn } from './passkeys/sign-in.ts';

/** Passkeys for `@supabase/auth-js`: docs/decisions/0073-passkeys.md. */
export function passkeyRoutes(app: FastifyInstance): void {
  app.post('/passkeys/authentication/options', startPasskeySignIn);
  app.post('/passkeys/authentication/verify', finishPasskeySignIn);
  app.post('/passkeys/registration/options', startRegistration);
  app.post('/passkeys/registration/verify', finishRegistration);
  app.get('/passkeys', listPasskeys);
  app.patch('/passkeys/:id', renamePasskey);
  app.delete('/passkeys/:id', removePasskey);
}
