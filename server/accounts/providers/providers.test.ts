import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_PASSWORD_YET } from '#domain/password.ts';
import {
  browser,
  call,
  createCustomer,
  fragmentOf,
  listeningWorld,
  mailTo,
  newAddress,
  signedInPerson,
} from '../../testing/accounts.ts';
import { addApp, api, got } from '../../testing/factors.ts';
import { untilWaiting } from '../../testing/lock-waits.ts';
import {
  OPENID_CLIENT,
  type OpenIdPeople,
  openIdProvider,
  signInAt,
} from '../../testing/openid.ts';
import type { World } from '../../testing/world.ts';
import { authProviders } from './registry.ts';

const CALLBACK = 'http://localhost:3000/auth/v1/callback';
const PAGE = 'http://localhost:3000/auth/callback';
const people: OpenIdPeople = {};
let provider: Awaited<ReturnType<typeof openIdProvider>>;
let world: World;
beforeAll(async () => {
  provider = await openIdProvider(people, CALLBACK);
  const { client_id, client_secret } = OPENID_CLIENT;
  world = await listeningWorld({
    providerKeys: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client_id,
      OIDC_CLIENT_SECRET: client_secret,
    },
  });
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

/** Somebody with an account at the provider. */
function someone(email = newAddress(), more: { email_verified?: boolean } = {}) {
  const login = `login-${Object.keys(people).length}`;
  people[login] = { email, email_verified: true, given_name: 'Robin', ...more };
  return { login, email };
}

type Client = ReturnType<typeof browser>;

/** As the browser does: to our server, to the provider, and back to our server with the cookie. */
async function begin(url: string, token?: string) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(url, { redirect: 'manual', headers });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { cookie, address: response.headers.get('location') ?? '' };
}

async function comeBack(back: URL, cookie: string): Promise<URL> {
  const answer = await fetch(`${world.url}${back.pathname}${back.search}`, {
    redirect: 'manual',
    headers: { cookie },
  });
  return new URL(answer.headers.get('location') ?? 'about:blank');
}

const options = { redirectTo: PAGE, skipBrowserRedirect: true };

async function throughProvider(client: Client, login: string) {
  const { url } = got(await client.signInWithOAuth({ provider: 'oidc' as never, options }));
  const { cookie, address } = await begin(url ?? '');
  const back = await signInAt(address, login);
  return { back, cookie, target: await comeBack(back, cookie) };
}

async function signIn(login: string) {
  const client = browser(world, 'pkce');
  const { target } = await throughProvider(client, login);
  const code = target.searchParams.get('code') ?? '';
  const { session } = got(await client.exchangeCodeForSession(code));
  return { client, session, target };
}

describe('an account elsewhere', () => {
  test('makes a confirmed customer of somebody new, and signs them in again later', async () => {
    const { login, email } = someone();
    const first = await signIn(login);
    expect(first.target.href.startsWith(`${PAGE}?code=`)).toBe(true);
    expect(first.session.user).toMatchObject({
      email,
      app_metadata: { providers: ['email', 'oidc'] },
    });
    const me = await api(world, first.session.access_token);
    expect(me.body).toMatchObject({ email, first_name: 'Robin', user_type: 'customer' });
    const again = await signIn(login);
    expect(again.session.user.id).toBe(first.session.user.id);
    const { identities } = got(await again.client.getUserIdentities());
    expect(identities.map((identity) => identity.provider)).toEqual(['email', 'oidc']);
  });

  test('says that there is no password yet where one is asked for', async () => {
    const { session } = await signIn(someone().login);
    const token = session?.access_token ?? '';
    const body = { password: 'blaue Wiese 8', current_password: 'is there one?' };
    expect(await call(world, '/user', { method: 'PUT', token, body })).toMatchObject({
      status: 400,
      body: { code: 'current_password_required', message: NO_PASSWORD_YET },
    });
    const leaving = await fetch(`${world.url}/api/me`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'is there one?' }),
    });
    expect(leaving.status).toBe(403);
    expect(await leaving.json()).toMatchObject({
      code: 'wrong_password',
      errors: [{ path: 'password', message: NO_PASSWORD_YET }],
    });
  });

  test('opens the confirmed account of its address, whose owner is told', async () => {
    const email = newAddress();
    const id = await createCustomer(world, email);
    const { session } = await signIn(someone(email.toUpperCase()).login);
    expect(session.user.id).toBe(id);
    expect((await mailTo(world, email)).subject).toBe('OpenID now signs you in');
  });

  test('opens nothing where its provider has not seen that the address is theirs', async () => {
    const email = newAddress();
    await createCustomer(world, email);
    const { login } = someone(email, { email_verified: false });
    const { target } = await throughProvider(browser(world, 'pkce'), login);
    expect(fragmentOf(target)).toMatchObject({ error_code: 'provider_email_needs_verification' });
    expect(target.searchParams.get('code')).toBeNull();
  });

  test('takes an address that was never confirmed from whoever had signed up with it', async () => {
    const email = newAddress();
    const stranger = browser(world);
    const data = { first_name: 'Stranger' };
    await stranger.signUp({ email, password: 'of a stranger 1', options: { data } });
    const { session } = await signIn(someone(email).login);
    const me = await api(world, session.access_token);
    expect(me).toMatchObject({ status: 200, body: { email, first_name: null } });
    const late = await stranger.signInWithPassword({ email, password: 'of a stranger 1' });
    expect(late.error).toMatchObject({ code: 'invalid_credentials' });
  });

  test('is not enough for a person who has an authenticator app', async () => {
    const person = await signedInPerson(world);
    await addApp(world, person.client);
    const { session } = await signIn(someone(person.email).login);
    expect((await api(world, session.access_token)).status).toBe(403);
  });

  test('of a suspended person signs nobody in', async () => {
    const { login } = someone();
    const { session } = await signIn(login);
    const until = new Date(Date.now() + 86_400_000);
    const suspend = world.context.db.updateTable('users').set({ banned_until: until });
    await suspend.where('id', '=', session.user.id).execute();
    const { target } = await throughProvider(browser(world, 'pkce'), login);
    expect(fragmentOf(target)).toMatchObject({ error_code: 'user_banned' });
  });
});

describe('connecting an account elsewhere', () => {
  async function link(person: Awaited<ReturnType<typeof signedInPerson>>, login: string) {
    const path = `/user/identities/authorize?provider=oidc&redirect_to=${encodeURIComponent(PAGE)}&code_challenge=${'a'.repeat(43)}&code_challenge_method=plain`;
    const { body, headers } = await call(world, path, { token: person.session.access_token });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const back = await signInAt(String(body.url), login);
    return { back, cookie, target: await comeBack(back, cookie) };
  }

  test('works with any address, signs in, and is undone', async () => {
    const person = await signedInPerson(world);
    const { login } = someone();
    await link(person, login);
    const { client, session } = await signIn(login);
    expect(session.user.id).toBe(person.user.id);
    const { identities } = got(await client.getUserIdentities());
    const [own, other] = identities;
    if (!own || !other) throw new Error('two ways in are expected');
    expect((await client.unlinkIdentity(own)).error).toMatchObject({
      code: 'single_identity_not_deletable',
    });
    expect((await client.unlinkIdentity(other)).error).toBeNull();
    expect((await mailTo(world, person.email)).subject).toBe('OpenID signs you in no longer');
    expect((await signIn(login)).session.user.id).not.toBe(person.user.id);
  });

  test('is not done for a session that ends while the provider is asked', async () => {
    const person = await signedInPerson(world);
    const { linking } = await world.context.db.transaction().execute(async (tx) => {
      const { id } = person.user;
      await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
      const linking = link(person, someone().login);
      await untilWaiting(world, 1);
      await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
      return { linking };
    });
    expect(fragmentOf((await linking).target)).toMatchObject({ error_code: 'session_not_found' });
  });

  test('of another person is refused, and so is removing it', async () => {
    const { login } = someone();
    const { client } = await signIn(login);
    const person = await signedInPerson(world);
    const { target } = await link(person, login);
    expect(fragmentOf(target)).toMatchObject({ error_code: 'identity_already_exists' });
    const theirs = got(await client.getUserIdentities()).identities[1];
    if (!theirs) throw new Error('an identity is expected');
    expect((await person.client.unlinkIdentity(theirs)).error).toMatchObject({
      code: 'identity_not_found',
    });
  });

  test('is finished by no other browser than the one that began', async () => {
    const person = await signedInPerson(world);
    const path = `/user/identities/authorize?provider=oidc&code_challenge=${'a'.repeat(43)}&code_challenge_method=plain`;
    const { body } = await call(world, path, { token: person.session.access_token });
    const back = await signInAt(String(body.url), someone().login);
    const target = await comeBack(back, `unblock_flow=${'a'.repeat(43)}`);
    expect(fragmentOf(target)).toMatchObject({ error_code: 'bad_oauth_state' });
    expect(got(await person.client.getUserIdentities()).identities).toHaveLength(1);
  });
});

describe('coming back from a provider is refused', () => {
  const refused = { error_code: 'bad_oauth_state' };

  test('a second time', async () => {
    const { back, cookie } = await throughProvider(browser(world, 'pkce'), someone().login);
    expect(fragmentOf(await comeBack(back, cookie))).toMatchObject(refused);
  });

  test('with a state, a code or an issuer that is not the provider’s', async () => {
    for (const [name, value, code] of [
      ['state', 'a'.repeat(43), 'bad_oauth_state'],
      ['code', 'invented', 'bad_oauth_callback'],
      ['iss', 'https://elsewhere.example', 'bad_oauth_callback'],
    ] as const) {
      const client = browser(world, 'pkce');
      const { url } = got(await client.signInWithOAuth({ provider: 'oidc' as never, options }));
      const { cookie, address } = await begin(url ?? '');
      const back = await signInAt(address, someone().login);
      back.searchParams.set(name, value);
      expect(fragmentOf(await comeBack(back, cookie))).toMatchObject({ error_code: code });
    }
  });

  test('with an error of the provider, and leads to the page that began', async () => {
    const client = browser(world, 'pkce');
    const { url } = got(await client.signInWithOAuth({ provider: 'oidc' as never, options }));
    const { cookie, address } = await begin(url ?? '');
    const state = new URL(address).searchParams.get('state') ?? '';
    const target = await comeBack(
      new URL(`${CALLBACK}?error=access_denied&state=${state}`),
      cookie,
    );
    expect(target.href.startsWith(PAGE)).toBe(true);
    expect(fragmentOf(target)).toMatchObject({ error_code: 'bad_oauth_callback' });
  });
});

test('beginning leads to no other site, and needs a known provider and PKCE', async () => {
  const client = browser(world, 'pkce');
  const far = { redirectTo: 'https://evil.example/x', skipBrowserRedirect: true };
  const { url } = got(await client.signInWithOAuth({ provider: 'oidc' as never, options: far }));
  const { cookie, address } = await begin(url ?? '');
  const target = await comeBack(await signInAt(address, someone().login), cookie);
  expect(target.host).toBe('localhost:3000');
  expect((await call(world, '/authorize?provider=github')).status).toBe(400);
  expect((await call(world, '/authorize?provider=oidc')).body).toMatchObject({
    code: 'validation_failed',
  });
});

test('the public settings name the providers whose keys are set, and a half set one stops the start', async () => {
  expect((await api(world, '', '/api/config')).body).toMatchObject({
    sign_in_providers: [{ id: 'oidc', label: 'OpenID' }],
  });
  const { config } = world.context;
  const half = (providerKeys: Record<string, string>) => () =>
    authProviders({ ...config, providerKeys });
  expect(half({ GITHUB_CLIENT_ID: 'x' })).toThrow('GITHUB_CLIENT_SECRET is missing');
  expect(half({ GOOGLE_CLIENT_SECRET: 'x' })).toThrow('GOOGLE_CLIENT_ID is missing');
  expect(half({ OIDC_ISSUER: 'https://x.example' })).toThrow('go together');
  const both = { GITHUB_CLIENT_ID: 'x', GITHUB_CLIENT_SECRET: 'y' };
  expect([...authProviders({ ...config, providerKeys: both }).keys()]).toEqual(['github']);
});
