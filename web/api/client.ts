import { errorFrom, orNetworkError } from './api-error.ts';
import { authorizedFetch } from './authorized-fetch.ts';
import type { Calls } from './calls.generated.ts';
import { firstData } from './first-answers.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Paths of the server's routes for a method. */
export type Address<Verb extends Method> = {
  [At in keyof Calls]: Verb extends keyof Calls[At] ? At : never;
}[keyof Calls];

type CallOf<Verb, At> = At extends keyof Calls
  ? Verb extends keyof Calls[At]
    ? Calls[At][Verb]
    : never
  : never;

/** The answer of a call. */
export type Answer<Verb, At> = CallOf<Verb, At> extends { answer: infer Result } ? Result : never;

/** The body of a call. */
export type Body<Verb, At> = CallOf<Verb, At> extends { body?: infer Sent } ? Sent : never;

type Named<At> = At extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;

type PathOf<At> = [Named<At>] extends [never] ? unknown : { path: Record<Named<At>, string> };

type Sent<Call> = Pick<Call, Extract<keyof Call, 'body' | 'query'>>;

/** Path parameters, query and body of a call. */
export type Options<Verb, At> = CallOptions & PathOf<At> & Sent<CallOf<Verb, At>>;

type Said<Verb, At> =
  object extends Options<Verb, At> ? [options?: Options<Verb, At>] : [options: Options<Verb, At>];

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Makes repeated calls idempotent; see `idempotencyKey()`. */
  idempotencyKey?: string;
}

export interface AnyOptions extends CallOptions {
  path?: Record<string, string> | undefined;
  query?: object | undefined;
  body?: unknown;
}

const verb =
  <Verb extends Method>(method: Verb) =>
  <At extends Address<Verb>>(address: At, ...[options]: Said<Verb, At>) =>
    call<Answer<Verb, At>>(method, address, options);

/**
 * The API client, typed by the server's routes: see calls.generated.ts. All calls reject with an
 * ApiError.
 */
export const api = {
  get: verb('GET'),
  post: verb('POST'),
  put: verb('PUT'),
  patch: verb('PATCH'),
  delete: verb('DELETE'),
};

/** The URL of a GET that is not made by `api`. */
export function addressOf<At extends Address<'GET'>>(
  address: At,
  ...[options]: Said<'GET', At>
): string {
  return filledIn(address, options);
}

/** The answer of a GET that came while the code still loaded; undefined for most. */
export function firstAnswerOf<At extends Address<'GET'>>(
  address: At,
  ...[options]: Said<'GET', At>
): Answer<'GET', At> | undefined {
  return firstData(filledIn(address, options)) as Answer<'GET', At> | undefined;
}

/** A new key for one act of a person; keep it for its retries. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}

/** `api` for a path that is only known as one of many: the caller names the result. */
export async function call<Result>(
  method: Method,
  address: string,
  options: AnyOptions = {},
): Promise<Result> {
  const { body } = options;
  const asked = authorizedFetch(filledIn(address, options), {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  });
  const response = await orNetworkError(asked);
  if (!response.ok) throw await errorFrom(response);
  return response.status === 204 ? (undefined as Result) : orNetworkError<Result>(response.json());
}

/** The URL of a call. */
export function filledIn(address: string, { path = {}, query = {} }: AnyOptions = {}): string {
  const filled = address.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  return asked.length > 0 ? `${filled}?${search}` : filled;
}
