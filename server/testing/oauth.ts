/** Programs that ask to be let in by OAuth, and the browser of the person whom they ask. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Person, World } from './world.ts';

export const CALLBACK = 'http://127.0.0.1:33418/callback';

/** Addresses of the OAuth server are those of PUBLIC_URL: where the test listens. */
export async function oauthWorld(open: () => Promise<World>): Promise<World> {
  const world = await open();
  world.context.config.publicUrl = world.url;
  return world;
}

/** A registered program, which is known by its id. */
export async function register(world: World, about: object = {}) {
  const answer = await fetch(`${world.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Test Editor', redirect_uris: [CALLBACK], ...about }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

export async function newProgram(world: World, about: object = {}): Promise<string> {
  const { body } = await register(world, about);
  return String(body.client_id);
}

/** A browser's cookies, which go where their path says. */
export class Cookies {
  readonly #kept: { name: string; value: string; path: string }[] = [];

  keep(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
      this.#kept.push({ name, value, path });
    }
  }

  for(path: string): string {
    const sent = this.#kept.filter((cookie) => path.startsWith(cookie.path));
    return [...new Map(sent.map(({ name, value }) => [name, value]))]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  }
}

type Asked = Record<string, string | undefined>;

export interface Question {
  status: number;
  /** Where the browser was sent. */
  location: URL;
  id: string;
  cookies: Cookies;
  verifier: string;
  client_id: string;
}

/** A browser opens the address that a program has made; `changes` of its parameters, undefined to leave one out. */
export async function ask(world: World, client_id: string, changes: Asked = {}): Promise<Question> {
  const verifier = randomBytes(32).toString('base64url');
  const all: Asked = {
    response_type: 'code',
    client_id,
    redirect_uri: CALLBACK,
    scope: 'read write',
    state: 'as it was',
    resource: `${world.url}/mcp`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  };
  const given = Object.entries(all).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const answer = await fetch(`${world.url}/oauth/authorize?${new URLSearchParams(given)}`, {
    redirect: 'manual',
  });
  const cookies = new Cookies();
  cookies.keep(answer);
  const location = new URL(answer.headers.get('location') ?? 'about:blank', world.url);
  const id = location.pathname.split('/').at(-1) ?? '';
  return { status: answer.status, location, id, cookies, verifier, client_id };
}

/** The person's browser reads or answers the question. */
export function consent(person: Person, { id, cookies }: Question, allow?: boolean) {
  const path = `/api/me/programs/asking/${id}`;
  const headers = { cookie: cookies.for(path) };
  return allow === undefined
    ? person.call('GET', path, undefined, headers)
    : person.call<{ location: string }>('POST', path, { allow }, headers);
}

/** Goes on with the answer; where the browser is sent is the program's own address. */
export async function goOn({ cookies }: Question, location: string): Promise<URL> {
  const answer = await fetch(location, {
    redirect: 'manual',
    headers: { cookie: cookies.for(new URL(location).pathname) },
  });
  return new URL(answer.headers.get('location') ?? 'about:blank');
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  token_type: string;
}

/** A form that a program sends. */
export async function send(world: World, path: string, form: Record<string, string>) {
  const answer = await fetch(world.url + path, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}

/** Exchanges the code that the program was sent. */
export function exchange(world: World, question: Question, back: URL, changes: object = {}) {
  return send(world, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: question.client_id,
    code: back.searchParams.get('code') ?? '',
    redirect_uri: CALLBACK,
    code_verifier: question.verifier,
    ...changes,
  });
}

/** The whole way: asked, allowed, and with tokens. */
export async function connect(world: World, person: Person, changes: Asked = {}) {
  const client_id = await newProgram(world);
  const question = await ask(world, client_id, changes);
  const { body } = await consent(person, question, true);
  const back = await goOn(question, String(body.location));
  const { body: tokens } = await exchange(world, question, back);
  return { client_id, tokens: tokens as Tokens };
}

export function refresh(world: World, client_id: string, refresh_token: string, more: object = {}) {
  const form = { grant_type: 'refresh_token', client_id, refresh_token, ...more };
  return send(world, '/oauth/token', form);
}

/** Does the work while the database has no room for what a person has granted. */
export async function withoutGrants<Result>(
  { context: { db } }: World,
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`create function no_room() returns trigger language plpgsql as
    'begin raise exception ''no room''; end'`.execute(db);
  await sql`create trigger no_room before insert on oauth_records
    for each row when (new.model = 'Grant') execute function no_room()`.execute(db);
  return work().finally(() => sql`drop function no_room cascade`.execute(db));
}

/** What a call with a program's token is answered. */
export async function useToken(
  world: World,
  token: string,
  method = 'GET',
  path = '/api/me',
  body?: object,
): Promise<number> {
  const answer = await fetch(world.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.status;
}
