import { oneLine } from '#domain/text.ts';
import { storedText } from '../database/stored-text.ts';
import { AuthRefusal } from './auth-error.ts';
import { isObject, type Members } from './body-fields.ts';

/** It is part of every access token, and headers are limited. */
const MAX_BYTES = 4096;
const MAX_DEPTH = 8;
const NAME_LENGTH = 100;

/**
 * The `data` of a sign-up or update, made storable. Users write it themselves: it is displayed, and
 * never used for permissions.
 * @throws AuthRefusal `validation_failed` when it is no object or too big
 */
export function readMetadata(body: Members): Record<string, unknown> {
  const data = Object.hasOwn(body, 'data') ? (body.data ?? {}) : {};
  if (!isObject(data)) throw new AuthRefusal('validation_failed', 'data has to be an object');
  const clean = storable(data, MAX_DEPTH) as Record<string, unknown>;
  for (const name of ['first_name', 'last_name']) {
    if (typeof clean[name] === 'string') clean[name] = nameFrom(clean, name) ?? '';
  }
  return requireSmall(clean);
}

/**
 * `kept` with the changes of `update`: null removes a key.
 * @throws AuthRefusal `validation_failed` when it has grown too big
 */
export function mergeMetadata(kept: unknown, update: Members): Record<string, unknown> {
  const merged = { ...(isObject(kept) ? kept : {}), ...update };
  return requireSmall(
    Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)),
  );
}

/** A name for the profile. Odd names are adapted: a sign-up never fails because of one. */
export function nameFrom(data: Members, name: string): string | null {
  const value = data[name];
  if (typeof value !== 'string') return null;
  return [...oneLine(value)].slice(0, NAME_LENGTH).join('').trim() || null;
}

function requireSmall(data: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(data)) <= MAX_BYTES) return data;
  throw new AuthRefusal('validation_failed', `data has to be smaller than ${MAX_BYTES} bytes`);
}

/** Without what PostgreSQL cannot store: NUL and lone surrogates. */
function storable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw new AuthRefusal('validation_failed', 'data is nested too deeply');
  if (Array.isArray(value)) return value.map((item) => storable(item, depth - 1));
  const entries = Object.entries(value).map(([key, item]) => [
    storable(key, depth),
    storable(item, depth - 1),
  ]);
  return Object.fromEntries(entries);
}
