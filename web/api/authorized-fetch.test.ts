import { beforeEach, expect, test, vi } from 'vitest';
import { SESSION_KEY } from './stored-session.ts';

const clientsToken = vi.fn(async () => 'of the client');
vi.mock('./auth.ts', () => ({ accessToken: clientsToken }));

const HOUR = 3600;
const stored = new Map<string, string>();
const sent = vi.fn(async (_url: string, _init: { headers: Headers }) => new Response('{}'));

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', sent);
});

/** With what the screen shows and what is stored: whose token goes with a call, and was the client loaded? */
async function tokenFor(
  shown: string | null,
  kept: { person: string; seconds: number } | null,
): Promise<{ token: string | null; client: number }> {
  stored.clear();
  sent.mockClear();
  clientsToken.mockClear();
  if (kept)
    stored.set(
      SESSION_KEY,
      JSON.stringify({
        access_token: `of ${kept.person}`,
        expires_at: Math.floor(Date.now() / 1000) + kept.seconds,
        user: { id: kept.person },
      }),
    );
  const { sessionStore } = await import('./session-store.ts');
  sessionStore.set({ session: shown ? ({ user: { id: shown } } as never) : null });
  const { authorizedFetch } = await import('./authorized-fetch.ts');
  await authorizedFetch('/api/me');
  const token = sent.mock.lastCall?.[1].headers.get('authorization') ?? null;
  return { token, client: clientsToken.mock.calls.length };
}

test.each([
  [
    'a fresh token of the screen’s person',
    'ana',
    { person: 'ana', seconds: HOUR },
    'Bearer of ana',
    0,
  ],
  [
    'a token that is about to expire',
    'ana',
    { person: 'ana', seconds: 60 },
    'Bearer of the client',
    1,
  ],
  [
    'somebody else’s, of another tab',
    'ana',
    { person: 'ben', seconds: HOUR },
    'Bearer of the client',
    1,
  ],
  [
    'a screen that does not know yet whose it is',
    null,
    { person: 'ana', seconds: HOUR },
    'Bearer of the client',
    1,
  ],
  ['no session', null, null, null, 0],
] as const)('%s', async (_, shown, kept, token, client) => {
  expect(await tokenFor(shown, kept)).toEqual({ token, client });
});
