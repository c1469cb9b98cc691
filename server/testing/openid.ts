/** A real OpenID provider on this machine, and a browser that signs in there. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** People of the provider by their login, with what it says about them. */
export type OpenIdPeople = Record<
  string,
  { email: string; email_verified: boolean; given_name?: string }
>;

export const OPENID_CLIENT = { client_id: 'unblock', client_secret: 'a secret between both of us' };

/** Listens on 127.0.0.1 until it is closed. */
export async function openIdProvider(people: OpenIdPeople, callback: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...OPENID_CLIENT, redirect_uris: [callback] }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name'] },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people[sub] }),
    }),
    cookies: { keys: ['of a test'] },
  });
  server.on('request', provider.callback());
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { issuer, close };
}

/** Goes to the provider's address, signs in as `login`, agrees, and returns where it sends the browser. */
export async function signInAt(address: string, login: string): Promise<URL> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  };
  let next = address;
  let form: Record<string, string> | undefined;
  for (let steps = 0; steps < 12; steps += 1) {
    const response = await fetch(next, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      body: form ? new URLSearchParams(form) : null,
    });
    response.headers.getSetCookie().forEach(keep);
    const location = response.headers.get('location');
    form = location ? undefined : formIn(await response.text(), login);
    if (!location) continue;
    next = new URL(location, origin).href;
    if (!next.startsWith(origin)) return new URL(next);
  }
  throw new Error('the provider leads nowhere');
}

/** What a person would send of the page that the provider shows. */
function formIn(page: string, login: string): Record<string, string> {
  const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
  if (!prompt) throw new Error(`the provider answered ${page.slice(0, 300)}`);
  return prompt === 'login' ? { prompt, login, password: 'any' } : { prompt };
}
