/** What the tests of this folder share: the real auth client against a listening server. */
import { AuthClient } from '@supabase/auth-js';
import { createUser, hashPassword } from '../accounts/people.ts';
import { openWorld, type World } from './world.ts';

export const PASSWORD = 'grüne Wiese 7';

type Settings = Parameters<typeof openWorld>[0];

/** A world that listens, so that the unmodified client can call it. */
export async function listeningWorld(settings: Settings = {}): Promise<World> {
  const world = await openWorld(settings);
  await world.listen();
  return world;
}

/** Where the client keeps the session in its storage. */
const SESSION_KEY = 'supabase.auth.token';

/** One browser: an `@supabase/auth-js` client with a storage of its own. */
export function browser(world: World, flowType: 'implicit' | 'pkce' = 'implicit') {
  return clientOf(world, flowType, new Map());
}

/** Tabs of one browser, in whose storage that session lies. */
export function tabsWith(world: World, session: object, count: number) {
  const kept = new Map([[SESSION_KEY, JSON.stringify(session)]]);
  return Array.from({ length: count }, () => clientOf(world, 'implicit', kept));
}

function clientOf({ url }: World, flowType: 'implicit' | 'pkce', kept: Map<string, string>) {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return new AuthClient({
    url: `${url}/auth/v1`,
    flowType,
    storage,
    autoRefreshToken: false,
    experimental: { recoveryCodes: true },
    detectSessionInUrl: false,
  });
}

/** All have the same password, and its hash takes long by design: made once. */
let passwordHash: Promise<string> | undefined;
const hashOfPassword = () => (passwordHash ??= hashPassword(PASSWORD));

let people = 0;

/** An address that nobody has used. */
export function newAddress(): string {
  people += 1;
  return `person-${process.pid}-${people}@example.com`;
}

/** A confirmed customer who is signed in with a password. */
export async function signedInPerson(world: World) {
  const email = newAddress();
  const client = browser(world);
  await createCustomer(world, email);
  const { data, error } = await client.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { email, client, session: data.session, user: data.user };
}

/** A confirmed customer, made without any call. */
export async function createCustomer({ context }: World, email: string): Promise<string> {
  const password_hash = await hashOfPassword();
  const user = await context.db.transaction().execute((tx) =>
    createUser(tx, {
      email,
      password_hash,
      user_type: 'customer',
      confirmed: true,
      first_name: null,
      last_name: null,
    }),
  );
  return user.id;
}

/**
 * The newest mail of a kind to an address that still has its words: of two written at once, the one that
 * began later may be the one whose link has ended.
 */
export async function mailTo(world: World, email: string, kind?: string) {
  const mails = (await world.mails()).filter(
    ({ recipient, body_text }) => recipient === email && body_text !== '',
  );
  const mail = mails.findLast((mail) => !kind || mail.kind === kind);
  if (!mail) throw new Error(`no mail ${kind ?? ''} to ${email}`);
  return mail;
}

/** The link in the newest mail to an address, as the mail has it. */
export async function linkTo(world: World, email: string): Promise<URL> {
  const { body_text } = await mailTo(world, email);
  const [link = ''] = /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(body_text) ?? [];
  return new URL(link);
}

/** The six digits in the newest mail to an address. */
export async function codeTo(world: World, email: string): Promise<string> {
  const { body_text } = await mailTo(world, email);
  return /\b\d{6}\b/.exec(body_text)?.[0] ?? '';
}

/** Opens a link as a mail program does; returns where it leads. */
export async function open(world: World, link: URL): Promise<{ status: number; target: URL }> {
  const response = await fetch(`${world.url}${link.pathname}${link.search}`, {
    redirect: 'manual',
  });
  const target = new URL(response.headers.get('location') ?? 'about:blank');
  return { status: response.status, target };
}

/** The values in the fragment of an address. */
export function fragmentOf(target: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
}

interface Call {
  method?: string;
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

/** A call without the client; JSON in and out. */
export async function call(world: World, path: string, request: Call = {}) {
  const { method = request.body === undefined ? 'GET' : 'POST', body, token } = request;
  const response = await fetch(`${world.url}/auth/v1${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      'x-supabase-api-version': '2024-01-01',
      ...request.headers,
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const json = (text === '' ? null : JSON.parse(text)) as Record<string, unknown>;
  return { status: response.status, body: json, headers: response.headers };
}

/** Gives a person of a test the password that all have here. */
export async function givePassword({ context }: World, { id }: { id: string }): Promise<void> {
  const password_hash = await hashOfPassword();
  await context.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
}
