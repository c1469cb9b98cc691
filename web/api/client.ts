import { ApiError, errorFrom, networkError } from './api-error.ts';
import { authorizedFetch } from './authorized-fetch.ts';
import type { Calls } from './calls.generated.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The addresses that can be called in this way, as the server's routes name them. */
export type Address<Verb extends Method> = {
  [At in keyof Calls]: Verb extends keyof Calls[At] ? At : never;
}[keyof Calls];

type CallOf<Verb, At> = At extends keyof Calls
  ? Verb extends keyof Calls[At]
    ? Calls[At][Verb]
    : never
  : never;

/** What a call answers. */
export type Answer<Verb, At> = CallOf<Verb, At> extends { answer: infer Result } ? Result : never;

/** What a call takes as its body. */
export type Body<Verb, At> = CallOf<Verb, At> extends { body?: infer Sent } ? Sent : never;

type Named<At> = At extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;

type PathOf<At> = [Named<At>] extends [never] ? unknown : { path: Record<Named<At>, string> };

type Sent<Call> = Pick<Call, Extract<keyof Call, 'body' | 'query'>>;

/** What has to be said of a call: what its address leaves open, its query and its body. */
export type Options<Verb, At> = CallOptions & PathOf<At> & Sent<CallOf<Verb, At>>;

type Said<Verb, At> =
  object extends Options<Verb, At> ? [options?: Options<Verb, At>] : [options: Options<Verb, At>];

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Makes sending twice do it once; see `idempotencyKey()`. */
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
 * The one door to the API, typed by the routes of the server: see calls.generated.ts. Each rejects
 * with an ApiError.
 */
export const api = {
  get: verb('GET'),
  post: verb('POST'),
  put: verb('PUT'),
  patch: verb('PATCH'),
  delete: verb('DELETE'),
};

/** Where a GET goes, for what is not fetched by `api`. */
export function addressOf<At extends Address<'GET'>>(
  address: At,
  ...[options]: Said<'GET', At>
): string {
  return filledIn(address, options);
}

/** A fresh key for one act of a person; keep it while the same act is tried again. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}

/** `api` where the address is known only as one of many: the caller says what is answered. */
export async function call<Result>(
  method: Method,
  address: string,
  options: AnyOptions = {},
): Promise<Result> {
  const { body } = options;
  const response = await fetchOrNetworkError(filledIn(address, options), {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  });
  if (!response.ok) throw await errorFrom(response);
  return response.status === 204 ? (undefined as Result) : ((await response.json()) as Result);
}

function filledIn(address: string, { path = {}, query = {} }: AnyOptions = {}): string {
  const filled = address.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  return asked.length > 0 ? `${filled}?${search}` : filled;
}

async function fetchOrNetworkError(path: string, init: RequestInit): Promise<Response> {
  try {
    return await authorizedFetch(path, init);
  } catch (cause) {
    const aborted = cause instanceof DOMException && cause.name === 'AbortError';
    throw aborted || cause instanceof ApiError ? cause : networkError();
  }
}
