import { beforeEach, expect, test, vi } from 'vitest';
import { SESSION_KEY } from './stored-session.ts';

const stored = new Map<string, string>();
/** What the service answers to a request for a new token. */
let renew: () => Response;

beforeEach(() => {
  vi.resetModules();
  stored.clear();
  vi.stubGlobal('location', { origin: 'https://unblock.test' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/api/config' ? Response.json({ anon_key: 'public' }) : renew(),
  );
  keep('old');
});

const sessionOf = (name: string) => ({
  access_token: token(name),
  refresh_token: `refresh ${name}`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id: 'ana' },
});

function token(name: string): string {
  return `header.${Buffer.from(JSON.stringify({ name })).toString('base64url')}.signature`;
}

function keep(name: string): void {
  stored.set(SESSION_KEY, JSON.stringify(sessionOf(name)));
}

async function renewed(): Promise<string | null> {
  const { renewedToken } = await import('./auth.ts');
  return renewedToken(token('old'));
}

test('a token that was refused is renewed', async () => {
  renew = () => Response.json(sessionOf('new'));
  expect(await renewed()).toBe(token('new'));
});

test('when another tab renews it at the same moment, that one counts', async () => {
  renew = () => {
    keep("another tab's");
    return Response.json(sessionOf('new'));
  };
  expect(await renewed()).toBe(token("another tab's"));
});

test('when the session has ended, there is none', async () => {
  renew = () =>
    Response.json(
      { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' },
      { status: 400, headers: { 'x-supabase-api-version': '2024-01-01' } },
    );
  expect(await renewed()).toBeNull();
});
