import { randomUUID } from 'node:crypto';
import { expect, type RealServer } from './server.ts';

export const PASSWORD = 'correct horse 7';

export function newAddress(who: string): string {
  return `${who}-${randomUUID().slice(0, 8)}@example.com`;
}

/** A customer who has signed up and confirmed, by the calls that the screens make. */
export async function newCustomer(server: RealServer, email = newAddress('customer')) {
  await post(server, '/auth/v1/signup', { email, password: PASSWORD });
  const mail = await server.mail(email, /confirm/i);
  await fetch(linkIn(mail.text, /\/auth\/v1\/verify\S+/), { redirect: 'manual' });
  return email;
}

/** A developer who has joined by an invitation of the demo moderator. */
export async function newDeveloper(server: RealServer, email = newAddress('developer')) {
  const link = await invite(server, email);
  const token = link.split('/').at(-1);
  await post(server, `/api/invitations/${token}/accept`, { password: PASSWORD });
  return email;
}

/** The same, who sees requests about the web. */
export async function newUnblocker(server: RealServer): Promise<string> {
  const email = await newDeveloper(server);
  const token = await signInByCall(server, email);
  const answer = await fetch(`${server.url}/api/me`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ supported_categories: ['web'], first_name: 'Nia' }),
  });
  expect(answer.ok).toBe(true);
  return email;
}

/** A moderator who has joined by an invitation of the demo moderator. */
export async function newModerator(
  server: RealServer,
  name: { first_name: string; last_name: string },
): Promise<string> {
  const email = newAddress('moderator');
  const token = (await invite(server, email, 'moderator')).split('/').at(-1);
  await post(server, `/api/invitations/${token}/accept`, { password: PASSWORD, ...name });
  return email;
}

/** The link of an invitation of the demo moderator. */
export async function invite(
  server: RealServer,
  email: string,
  role: 'developer' | 'moderator' = 'developer',
): Promise<string> {
  const moderator = await signInByCall(server, 'moderator@example.com', 'unblock-demo');
  await post(server, '/api/moderation/invitations', { email, role }, moderator);
  return linkIn((await server.mail(email, /join unblock/i)).text, /\/join\/[\w-]+/);
}

/** Signs in as another device would; returns its token. */
export async function signInByCall(server: RealServer, email: string, password = PASSWORD) {
  const credentials = { email, password };
  const session = await post(server, '/auth/v1/token?grant_type=password', credentials);
  return String(session.access_token);
}

export function linkIn(text: string, path: RegExp): string {
  const link = new RegExp(`https?://[^\\s/]+${path.source}`).exec(text)?.[0];
  expect(link, `a link like ${path} in: ${text}`).toBeDefined();
  return link ?? '';
}

async function post(
  server: RealServer,
  path: string,
  body: object,
  token?: string,
): Promise<Record<string, unknown>> {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'curl/8.5.0',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  expect(answer.ok, `${path} answered ${answer.status}`).toBe(true);
  return (await answer.json()) as Record<string, unknown>;
}
