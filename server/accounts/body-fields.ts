import { AuthRefusal } from './auth-error.ts';

/** The members of a JSON body or query. Clients may send more: the rest is ignored. */
export type Members = Readonly<Record<string, unknown>>;

/** @throws AuthRefusal `validation_failed` for a body that is no object */
export function members(body: unknown): Members {
  if (body === undefined || body === null) return {};
  if (isObject(body)) return body;
  throw new AuthRefusal('validation_failed', 'The request body has to be a JSON object');
}

/**
 * A string, or undefined where the client sends null or nothing.
 * @throws AuthRefusal `validation_failed` for anything else
 */
export function textMember(body: Members, name: string): string | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new AuthRefusal('validation_failed', `${name} has to be a string`);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
