import { AuthClient, type GoTrueClient, isAuthRetryableFetchError } from '@supabase/auth-js';
import { networkError } from './api-error.ts';
import { signedInAgain } from './lapse.ts';
import { sessionStore, wakeSession } from './session-store.ts';
import { isFresh, SESSION_KEY, storedSession } from './stored-session.ts';

let client: GoTrueClient | undefined;

/** The sign-in client. Created on first use, as public pages are also built without a browser. */
export function auth(): GoTrueClient {
  client ??= makeClient();
  return client;
}

/**
 * Requests links that any browser can open, also the phone's: without PKCE. It stores nothing and opens
 * no session.
 */
export function linkAsker(): GoTrueClient {
  return new AuthClient({
    url: authUrl(),
    flowType: 'implicit',
    storageKey: `${SESSION_KEY}.none`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    skipAutoInitialize: true,
    fetch: fetchWithKey,
  });
}

function authUrl(): string {
  return `${location.origin}/auth/v1`;
}

function makeClient(): GoTrueClient {
  wakeSession();
  sessionStore.set({ hasClient: true });
  return new AuthClient({
    url: authUrl(),
    flowType: 'pkce',
    experimental: { recoveryCodes: true },
    storage: localStorage,
    storageKey: SESSION_KEY,
    fetch: fetchWithKey,
    // The client exchanges codes. From fragments it reads only errors: tokens in the address are only
    // accepted where a recovery link may bring them, see email-links.ts.
    detectSessionInUrl: (_url, found) => Boolean(found.error || found.error_code),
  });
}

/**
 * The API token, refreshed when it is about to expire; null when signed out. A screen that waits for
 * its person to sign in again has one when they are back.
 */
export async function accessToken(signal?: AbortSignal | null): Promise<string | null> {
  await signedInAgain(signal);
  if (isOutOfDateOffline()) throw networkError();
  const { data, error } = await auth().getSession();
  if (isAuthRetryableFetchError(error)) throw networkError();
  if (sessionStore.get().lapsed) return accessToken(signal);
  // Another tab's sign-in is announced before storage has its session.
  const session = data.session ?? sessionStore.get().session;
  return session?.access_token ?? null;
}

/** The client would try for half a minute to renew it. */
function isOutOfDateOffline(): boolean {
  const session = navigator.onLine ? null : storedSession();
  return session !== null && !isFresh(session);
}

/** A new token although the old one looked valid; null when the session is over. */
export async function renewedToken(refused: string): Promise<string | null> {
  const { data, error } = await auth().refreshSession();
  if (isAuthRetryableFetchError(error)) throw networkError();
  if (data.session) return data.session.access_token;
  // When another tab renews it at the same moment, the client discards its own answer.
  const kept = await auth().getSession();
  const token = kept.data.session?.access_token ?? null;
  return token === refused ? null : token;
}

let anonKey: Promise<string> | undefined;

/** Calls to the auth service carry the public key, which the server provides. */
async function fetchWithKey(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  anonKey ??= loadAnonKey();
  const headers = new Headers(init?.headers);
  try {
    headers.set('apikey', await anonKey);
  } catch (cause) {
    anonKey = undefined;
    throw cause;
  }
  return fetch(input, { ...init, headers });
}

async function loadAnonKey(): Promise<string> {
  const response = await fetch('/api/config');
  if (!response.ok) throw new Error(`The configuration answered ${response.status}`);
  const config = (await response.json()) as { anon_key: string };
  return config.anon_key;
}
