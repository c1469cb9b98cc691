import { sessionStore } from './session-store.ts';
import { hasStoredSession } from './stored-session.ts';

/** `fetch` with the signed-in person's token, if any. */
export async function authorizedFetch(url: string | URL, init: RequestInit = {}) {
  const send = (token: string | null) => fetch(url, { ...init, headers: withToken(init, token) });
  // Signed-out visitors need not load the sign-in client.
  if (!hasStoredSession() && !sessionStore.get().session) return send(null);
  const { accessToken } = await import('./auth.ts');
  const token = await accessToken();
  const response = await send(token);
  return response.status === 401 && token ? sendRenewed(send, response, token) : response;
}

/**
 * The token was refused although it looked valid: the clocks differ, or the session has ended. If a new
 * token is refused too, the session is removed.
 */
async function sendRenewed(
  send: (token: string) => Promise<Response>,
  refused: Response,
  refusedToken: string,
) {
  const { auth, renewedToken } = await import('./auth.ts');
  const token = await renewedToken(refusedToken);
  const response = token ? await send(token) : refused;
  if (response.status === 401) await auth().signOut({ scope: 'local' });
  return response;
}

function withToken(init: RequestInit, token: string | null): Headers {
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  return headers;
}
