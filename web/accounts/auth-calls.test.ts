import { beforeEach, expect, test, vi } from 'vitest';
import { sendResetLink } from './auth-calls.ts';
import { AuthProblem } from './auth-problem.ts';

const setItem = vi.fn();
const sent: { address: string; body: unknown }[] = [];
let answer: () => Response;

beforeEach(() => {
  sent.length = 0;
  answer = () => Response.json({});
  vi.stubGlobal('location', { origin: 'https://unblock.test' });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem, removeItem: vi.fn() });
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address === '/api/config') return Response.json({ anon_key: 'public' });
    expect(new Headers(init?.headers).get('apikey')).toBe('public');
    sent.push({ address, body: JSON.parse(String(init?.body)) });
    return answer();
  });
});

test('a reset link is bound to no browser, and asking for it leaves nothing in this one', async () => {
  await sendResetLink('ana@example.com');
  const back = encodeURIComponent('https://unblock.test/reset-password');
  expect(sent).toMatchObject([
    {
      address: `https://unblock.test/auth/v1/recover?redirect_to=${back}`,
      body: { email: 'ana@example.com', code_challenge: null, code_challenge_method: null },
    },
  ]);
  expect(setItem).not.toHaveBeenCalled();
});

test('a refusal to send one is told in its words', async () => {
  const problem = { code: 'over_email_send_rate_limit', message: 'Wait a minute.' };
  answer = () =>
    Response.json(problem, { status: 429, headers: { 'x-supabase-api-version': '2024-01-01' } });
  const sending = sendResetLink('ana@example.com');
  await expect(sending).rejects.toBeInstanceOf(AuthProblem);
  await expect(sending).rejects.toMatchObject({ message: 'Wait a minute.', code: problem.code });
});
