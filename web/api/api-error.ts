import type { InputProblem } from '#domain/refusals.ts';
import type { FoundSecret } from '#domain/secret.ts';
import { UNAVAILABLE } from '#domain/unavailable.ts';

export const NETWORK_ERROR =
  'This looks like a network error, the endpoint might be blocked by an internet provider or a firewall.';
export const UNKNOWN_ERROR = 'An error occurred';

interface Problem {
  status: number;
  code: string;
  title: string;
  detail: string;
  errors: InputProblem[];
  /** Keys and passwords in what was to be shared; see web/files/shield. */
  items?: readonly FoundSecret[];
  /** In seconds. */
  retryAfter?: number | undefined;
}

/** A failed call, by the server or the network. `message` can be shown. */
export class ApiError extends Error implements Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: InputProblem[];
  readonly items: readonly FoundSecret[];
  readonly retryAfter: number | undefined;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.title = problem.title;
    this.detail = problem.detail;
    this.errors = problem.errors;
    this.items = problem.items ?? [];
    this.retryAfter = problem.retryAfter;
  }
}

/** No answer at all; status 0. */
export function networkError(): ApiError {
  return new ApiError({
    status: 0,
    code: 'network',
    title: 'Network error',
    detail: NETWORK_ERROR,
    errors: [],
  });
}

/**
 * What comes, or a network error: a call or a part of the code may be lost, and an answer break off or be the
 * page of a proxy.
 */
export async function orNetworkError<Result>(coming: Promise<Result>): Promise<Result> {
  try {
    return await coming;
  } catch (cause) {
    const aborted = cause instanceof DOMException && cause.name === 'AbortError';
    throw aborted || cause instanceof ApiError ? cause : networkError();
  }
}

/** Reads `application/problem+json`; anything else, such as a proxy's page, gets our words. */
export async function errorFrom(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const problem = isRecord(body) ? body : {};
  const detail = response.status >= 500 ? UNAVAILABLE : UNKNOWN_ERROR;
  return new ApiError({
    status: response.status,
    code: text(problem.code) ?? 'unknown',
    title: text(problem.title) ?? response.statusText,
    detail: text(problem.detail) ?? detail,
    errors: Array.isArray(problem.errors) ? problem.errors.filter(isInputProblem) : [],
    items: problem.code === 'secrets_found' && Array.isArray(problem.items) ? problem.items : [],
    retryAfter: Number(response.headers.get('retry-after')) || undefined,
  });
}

/** Network and server failures: the same call may succeed later. */
export function isPassing(cause: unknown): cause is ApiError {
  if (!(cause instanceof ApiError)) return false;
  const { status } = cause;
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** The message for anything that was thrown. */
export function errorText(cause: unknown, fallback: string = UNKNOWN_ERROR): string {
  return cause instanceof Error && cause.message ? cause.message : fallback;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isInputProblem(value: unknown): value is InputProblem {
  return isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';
}
