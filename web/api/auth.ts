import { AuthClient, type GoTrueClient, isAuthRetryableFetchError } from '@supabase/auth-js';
import { networkError } from './api-error.ts';
import { sessionStore, wakeSession } from './session-store.ts';
import { SESSION_KEY } from './stored-session.ts';

let client: GoTrueClient | undefined;

/**
 * The browser's one sign-in client. Made on first use, because public pages are also built without a
 * browser.
 */
export function auth(): GoTrueClient {
  client ??= makeClient();
  return client;
}

/**
 * Asks for links that any browser may open, the phone's too: without a challenge that only this one
 * could answer. It stores nothing and opens no session.
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
  return new AuthClient({
    url: authUrl(),
    flowType: 'pkce',
    experimental: { recoveryCodes: true },
    storage: localStorage,
    storageKey: SESSION_KEY,
    fetch: fetchWithKey,
    // Codes are exchanged by the client. Of fragments it may read only errors: tokens in the address
    // are taken solely where a recovery link may bring them, see email-links.ts.
    detectSessionInUrl: (_url, found) => Boolean(found.error || found.error_code),
  });
}

/** The token for the API, refreshed when it is about to run out; null when signed out. */
export async function accessToken(): Promise<string | null> {
  const { data, error } = await auth().getSession();
  if (isAuthRetryableFetchError(error)) throw networkError();
  // Another tab's sign-in is announced before its session can be read from the storage.
  const session = data.session ?? sessionStore.get().session;
  return session?.access_token ?? null;
}

/** Asks for a new token although the old one seemed good; null when the session is over. */
export async function renewedToken(refused: string): Promise<string | null> {
  const { data, error } = await auth().refreshSession();
  if (isAuthRetryableFetchError(error)) throw networkError();
  if (data.session) return data.session.access_token;
  // When another tab renews it at the same moment, the client discards its own answer for that one's.
  const kept = await auth().getSession();
  const token = kept.data.session?.access_token ?? null;
  return token === refused ? null : token;
}

let anonKey: Promise<string> | undefined;

/** Every call to the auth service carries the public key, which the server hands out. */
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
