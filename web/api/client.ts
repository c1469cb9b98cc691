import { ApiError, errorFrom, networkError } from './api-error.ts';
import { authorizedFetch } from './authorized-fetch.ts';

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Makes sending twice do it once; see `idempotencyKey()`. */
  idempotencyKey?: string;
}

/** One typed door to the JSON API. Each rejects with an ApiError. */
export const api = {
  get: <Result>(path: string, options?: CallOptions) =>
    call<Result>('GET', path, undefined, options),
  post: <Result>(path: string, body?: unknown, options?: CallOptions) =>
    call<Result>('POST', path, body, options),
  put: <Result>(path: string, body?: unknown, options?: CallOptions) =>
    call<Result>('PUT', path, body, options),
  patch: <Result>(path: string, body?: unknown, options?: CallOptions) =>
    call<Result>('PATCH', path, body, options),
  delete: <Result = void>(path: string, body?: unknown, options?: CallOptions) =>
    call<Result>('DELETE', path, body, options),
};

/** A fresh key for one act of a person; keep it while the same act is tried again. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function call<Result>(
  method: Method,
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Result> {
  const response = await fetchOrNetworkError(path, {
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

async function fetchOrNetworkError(path: string, init: RequestInit): Promise<Response> {
  try {
    return await authorizedFetch(path, init);
  } catch (cause) {
    const aborted = cause instanceof DOMException && cause.name === 'AbortError';
    throw aborted || cause instanceof ApiError ? cause : networkError();
  }
}
