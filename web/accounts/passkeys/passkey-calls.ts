import { isAuthError, type PasskeyListItem } from '@supabase/auth-js';
import { auth } from '../../api/auth.ts';
import { api } from '../../api/client.ts';
import { authErrorText } from '../auth-error.ts';
import { AuthProblem } from '../auth-problem.ts';

// Each rejects with an AuthProblem. The browser's own part is in the sign-in client.

export type Passkey = PasskeyListItem;

/** Signs in; in a field the browser offers its passkeys there, until `signal` ends it. */
export async function signInByPasskey(field?: { signal: AbortSignal }): Promise<void> {
  answerOf(
    await auth().signInWithPasskey(
      field && { options: { mediation: 'conditional', signal: field.signal } },
    ),
  );
}

/** The same in place of a code; the session that had shown none ends. */
export async function replaceSessionByPasskey(): Promise<void> {
  const { data } = await auth().getSession();
  await signInByPasskey();
  const before = data.session?.access_token;
  if (before) await auth().admin.signOut(before, 'local');
}

/** Shows who is there before they change how they sign in. */
export async function confirmByPasskey(): Promise<void> {
  const { challenge_id, options } = answerOf(await auth().passkey.startAuthentication());
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new AuthProblem(NOT_USED, undefined);
  await api.post('/api/me/confirm-passkey', {
    body: { challenge_id, credential: { ...credential.toJSON() } },
  });
}

export async function listPasskeys(): Promise<Passkey[]> {
  return answerOf(await auth().passkey.list());
}

/** Has the browser make one; its name is the browser's until it gets another. */
export async function addPasskey(): Promise<Passkey> {
  return answerOf(await auth().registerPasskey()) as Passkey;
}

export async function namePasskey(passkeyId: string, friendlyName: string): Promise<void> {
  answerOf(await auth().passkey.update({ passkeyId, friendlyName }));
}

export async function removePasskey(passkeyId: string): Promise<void> {
  const { error } = await auth().passkey.delete({ passkeyId });
  if (error) throw problem(error);
}

const NOT_USED = 'No passkey was used. Please try again.';

function answerOf<Data>({ data, error }: { data: Data; error: unknown }): NonNullable<Data> {
  if (!error && data) return data;
  throw problem(error);
}

/** What the browser itself refuses is written for developers. */
function problem(error: unknown): AuthProblem {
  const isOurs = isAuthError(error) && error.status !== undefined;
  if (isOurs) return new AuthProblem(authErrorText(error), error.code);
  const isThere =
    error instanceof Error && /PREVIOUSLY_REGISTERED/.test(String(Reflect.get(error, 'code')));
  return new AuthProblem(
    isThere ? 'This device has a passkey for your account already.' : NOT_USED,
    undefined,
  );
}
