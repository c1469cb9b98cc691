import { firstAnswer } from './first-answers.ts';
import { sessionStore } from './session-store.ts';
import { freshSession, hasStoredSession } from './stored-session.ts';

/**
 * `fetch` with the signed-in person's token, if any. When their session is lost over a form, it goes on
 * once they are signed in again.
 */
export async function authorizedFetch(
  url: string | URL,
  init: RequestInit = {},
): Promise<Response> {
  const send = (token: string | null) => fetch(url, { ...init, headers: withToken(init, token) });
  const { session, lapsed } = sessionStore.get();
  // Signed-out visitors need not load the sign-in client.
  if (!hasStoredSession() && !session && !lapsed) return send(null);
  const token = await tokenFor(init.signal);
  const early = token && isPlainRead(init) ? await firstAnswer(String(url), token) : null;
  if (early) return early;
  const response = await send(token);
  if (response.status !== 401 || !token) return response;
  const answer = await sendRenewed(send, response, token);
  return sessionStore.get().lapsed ? authorizedFetch(url, init) : answer;
}

async function tokenFor(signal: RequestInit['signal']): Promise<string | null> {
  const stored = storedToken();
  if (stored === null) return clientsToken(signal);
  // What a screen asks that is just going away is withdrawn by then, and never sent.
  if (signal) await new Promise((resolve) => setTimeout(resolve));
  return stored;
}

/** Of this screen's person, without the sign-in client; null where only that knows. */
function storedToken(): string | null {
  const { session, lapsed } = sessionStore.get();
  const fresh = lapsed ? null : freshSession();
  return fresh && fresh.user.id === session?.user.id ? fresh.access_token : null;
}

async function clientsToken(signal: RequestInit['signal']): Promise<string | null> {
  const { accessToken } = await import('./auth.ts');
  return accessToken(signal);
}

/**
 * The token was refused although it looked valid: the clocks differ, or the session has ended. If a new
 * token is refused too, the session is removed.
 */
async function sendRenewed(
  send: (token: string) => Promise<Response>,
  refused: Response,
  refusedToken: string,
): Promise<Response> {
  const { auth, renewedToken } = await import('./auth.ts');
  if (sessionStore.get().lapsed) return refused;
  const token = await renewedToken(refusedToken);
  const response = token ? await send(token) : refused;
  if (response.status === 401 && !sessionStore.get().lapsed)
    await auth().signOut({ scope: 'local' });
  return response;
}

function isPlainRead({ method = 'GET' }: RequestInit): boolean {
  return method === 'GET';
}

function withToken(init: RequestInit, token: string | null): Headers {
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  return headers;
}
