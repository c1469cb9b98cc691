import {
  AuthApiError,
  AuthImplicitGrantRedirectError,
  AuthRetryableFetchError,
  AuthUnknownError,
  type Session,
} from '@supabase/auth-js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NETWORK_ERROR } from '../api/api-error.ts';

const TOKENS = { access_token: 'header.e30.', refresh_token: 'refresh', type: 'recovery' };

/** What the client answers to the tokens of the address, one after the other. */
const answers: ({ error: Error } | { session: Session })[] = [];
const given: unknown[] = [];
/** The session that this browser has kept, and what the service makes of it now. */
let kept: Session | null = null;
let renewed: { session: Session | null; error: Error | null };

/** Who the link is for, as the service says; what is answered to the question; what is ended. */
let person: { data: { user: { id: string; email: string } | null }; error: Error | null };
const ask = vi.fn<(people: object) => Promise<boolean>>();
const ended: string[] = [];

vi.mock('../api/auth.ts', () => ({
  auth: () => ({
    initialize: async () => ({ error: null }),
    getSession: async () => ({ data: { session: kept }, error: null }),
    getUser: async () => person,
    admin: { signOut: async (token: string) => void ended.push(token) },
    refreshSession: async () => ({ data: { session: renewed.session }, error: renewed.error }),
    setSession: async (tokens: unknown) => {
      given.push(tokens);
      const answer = answers.shift();
      if (answer && 'error' in answer) return { data: { session: null }, error: answer.error };
      return {
        data: { session: answer?.session ?? null, user: answer?.session.user },
        error: null,
      };
    },
  }),
}));

const session = sessionBy('otp');

/** A session whose token says by what it was opened. */
function sessionBy(method: string): Session {
  const claims = Buffer.from(JSON.stringify({ amr: [{ method }] })).toString('base64url');
  return { access_token: `header.${claims}.`, user: {} } as Session;
}

let address: { hash: string; pathname: string; search: string };

/** The page anew, as opened with `fragment`. */
async function openedWith(fragment: Record<string, string>) {
  vi.resetModules();
  address = { hash: `#${new URLSearchParams(fragment)}`, pathname: '/reset-password', search: '' };
  const replaceState = vi.fn();
  vi.stubGlobal('document', {});
  vi.stubGlobal('location', address);
  vi.stubGlobal('history', { state: null, replaceState });
  const { checkRecoveryLink } = await import('./recovery-link.ts');
  return { check: () => checkRecoveryLink(ask), replaceState };
}

beforeEach(() => {
  answers.length = given.length = ended.length = 0;
  ask.mockReset();
  kept = null;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test.each([
  ['the service refuses the tokens', new AuthApiError('no', 403, 'bad_jwt')],
  ['the link is used up', new AuthImplicitGrantRedirectError('Email link is invalid')],
])('a link is invalid when %s', async (_, error) => {
  const { check } = await openedWith(TOKENS);
  answers.push({ error });
  expect(await check()).toEqual({ stage: 'invalid' });
  expect(await check()).toEqual({ stage: 'invalid' });
  expect(given).toHaveLength(1);
});

test.each([
  ['a lost network', new AuthRetryableFetchError('Failed to fetch', 0), NETWORK_ERROR],
  ['a stumbling server', new AuthRetryableFetchError('Try later', 503), 'Try later'],
  ['too many requests', new AuthApiError('Slowly', 429, 'over_request_rate_limit'), 'Slowly'],
  ['an answer of something else', new AuthUnknownError('Odd', null), 'Odd'],
])('%s says nothing about the link, which works at the next try', async (_, error, text) => {
  const { check, replaceState } = await openedWith(TOKENS);
  expect(replaceState).toHaveBeenCalledWith(null, '', '/reset-password');
  answers.push({ error }, { session });
  expect(await check()).toEqual({ stage: 'failed', text });
  expect(await check()).toEqual({ stage: 'form' });
  expect(given).toEqual([TOKENS, TOKENS]);
});

test('no link, or one of another kind, is invalid', async () => {
  const { check } = await openedWith({});
  expect(await check()).toEqual({ stage: 'invalid' });
  const other = await openedWith({ ...TOKENS, type: 'signup' });
  expect(await other.check()).toEqual({ stage: 'invalid' });
  expect(given).toEqual([]);
});

test.each([
  ['was not used yet', { session, error: null }, { stage: 'form' }],
  ['has chosen a password', { session: sessionBy('password'), error: null }, { stage: 'invalid' }],
  [
    'was ended elsewhere',
    { session: null, error: new AuthApiError('no', 400, 'refresh_token_not_found') },
    { stage: 'invalid' },
  ],
  [
    'cannot be asked about',
    { session: null, error: new AuthRetryableFetchError('Failed to fetch', 0) },
    { stage: 'failed', text: NETWORK_ERROR },
  ],
])('a page that is opened again, whose link %s', async (_, answer, outcome) => {
  const { check } = await openedWith({});
  kept = session;
  renewed = answer;
  expect(await check()).toEqual(outcome);
});

test('a session that a password opened is no link', async () => {
  const { check } = await openedWith({});
  kept = sessionBy('password');
  expect(await check()).toEqual({ stage: 'invalid' });
});

describe('a link for another person than is signed in', () => {
  const ana = { ...sessionBy('password'), user: { id: 'ana', email: 'ana@example.com' } };
  beforeEach(() => {
    kept = ana as Session;
    person = { data: { user: { id: 'eve', email: 'eve@example.com' } }, error: null };
    answers.push({ session });
  });

  test('changes nothing when they stay, and is used up', async () => {
    const { check } = await openedWith(TOKENS);
    ask.mockResolvedValue(false);
    expect(await check()).toEqual({ stage: 'kept' });
    expect(ask).toHaveBeenCalledWith({ here: 'ana@example.com', link: 'eve@example.com' });
    expect(given).toEqual([]);
    expect(ended).toEqual([TOKENS.access_token]);
  });

  test('signs them out when they go on', async () => {
    const { check } = await openedWith(TOKENS);
    ask.mockResolvedValue(true);
    expect(await check()).toEqual({ stage: 'form' });
    expect(given).toEqual([TOKENS]);
    expect(ended).toEqual([ana.access_token]);
  });

  test('is not even asked about where the service refuses it', async () => {
    const { check } = await openedWith(TOKENS);
    person = { data: { user: null }, error: new AuthApiError('no', 403, 'bad_jwt') };
    expect(await check()).toEqual({ stage: 'invalid' });
    expect([ask.mock.calls, given, ended]).toEqual([[], [], []]);
  });

  test('asks again after a lost network, and until then they stay', async () => {
    const { check } = await openedWith(TOKENS);
    person = { data: { user: null }, error: new AuthRetryableFetchError('Failed to fetch', 0) };
    expect(await check()).toEqual({ stage: 'failed', text: NETWORK_ERROR });
    expect([ask.mock.calls, given, ended]).toEqual([[], [], []]);
  });

  test('is not asked about where it is their own', async () => {
    const { check } = await openedWith(TOKENS);
    person = { data: { user: { id: 'ana', email: 'ana@example.com' } }, error: null };
    expect(await check()).toEqual({ stage: 'form' });
    expect(ask).not.toHaveBeenCalled();
  });

  test('is no link of their own because its token says so', async () => {
    const claims = Buffer.from(JSON.stringify({ sub: 'ana', exp: 1 })).toString('base64url');
    const { check } = await openedWith({ ...TOKENS, access_token: `header.${claims}.` });
    person = { data: { user: null }, error: new AuthApiError('no', 403, 'bad_jwt') };
    expect(await check()).toEqual({ stage: 'invalid' });
    expect(given).toEqual([]);
  });
});
