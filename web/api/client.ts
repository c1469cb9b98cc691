import { errorFrom, networkError } from './api-error.ts';
import { accessToken, auth, renewedToken } from './auth.ts';

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
  const send = (token: string | null) =>
    fetchOrNetworkError(path, {
      method,
      headers: headersFor(token, body, options.idempotencyKey),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options.signal && { signal: options.signal }),
    });

  const token = await accessToken();
  let response = await send(token);
  if (response.status === 401 && token) response = await sendRenewed(send, response);
  if (!response.ok) throw await errorFrom(response);
  return response.status === 204 ? (undefined as Result) : ((await response.json()) as Result);
}

/**
 * The token was refused although it seemed good: the clocks differ, or the session was ended
 * elsewhere. A new token settles which; when that is refused too, nothing of the session may stay.
 */
async function sendRenewed(send: (token: string) => Promise<Response>, refused: Response) {
  const token = await renewedToken();
  const response = token ? await send(token) : refused;
  if (response.status === 401) await auth().signOut({ scope: 'local' });
  return response;
}

async function fetchOrNetworkError(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw networkError();
  }
}

function headersFor(token: string | null, body: unknown, key: string | undefined) {
  return {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  };
}
