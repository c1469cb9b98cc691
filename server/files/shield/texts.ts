import { Refusal } from '#domain/refusals.ts';
import { type FoundSecret, type Secret, SecretsFound } from '#domain/secret.ts';
import { maskSecrets, Placeholders } from '#domain/secret-mask.ts';
import { findSecrets } from './find-secrets.ts';

/** How long one call may wait for all that it shares. */
export const LONGEST_LOOK_MS = 10_000;
/** One look finds so many at most; a text that is masked so often is one of nothing but keys. */
const MOST_LOOKS = 50;

export interface LookedText {
  field: string;
  text: string;
  items: FoundSecret[];
}

/**
 * Keys and passwords in one field.
 * @throws Refusal `not_looked_through`
 */
export async function lookThroughText(field: string, value: unknown): Promise<LookedText> {
  const text = String(value);
  const found = await within(findSecrets(text));
  return { field, text, items: found.map((secret) => toFound(field, secret)) };
}

/**
 * The text with placeholders for keys and passwords.
 * @param placeholders those of the other texts of the call
 * @throws SecretsFound where they do not come to an end, Refusal `not_looked_through`
 */
export async function maskText(
  where: string,
  text: string,
  placeholders = new Placeholders(),
): Promise<string> {
  const until = Date.now() + LONGEST_LOOK_MS;
  let masked = text;
  for (let look = 0; look < MOST_LOOKS && Date.now() < until; look++) {
    const found = await within(findSecrets(masked));
    if (found.length === 0) return masked;
    masked = maskSecrets(masked, found, placeholders);
  }
  throw new SecretsFound((await lookThroughText(where, masked)).items);
}

/**
 * Fields of one call with placeholders for keys and passwords; the same key has the same one in all.
 * @throws as `maskText`
 */
export async function maskTexts<Texts extends { [Field in keyof Texts]?: string | undefined }>(
  texts: Texts,
): Promise<Texts> {
  const placeholders = new Placeholders();
  const masked = { ...texts };
  for (const [field, text] of Object.entries<string | undefined>(texts))
    if (text) Object.assign(masked, { [field]: await maskText(field, text, placeholders) });
  return masked;
}

function toFound(where: string, { kind, line, excerpt }: Secret): FoundSecret {
  return { where, kind, line, excerpt };
}

/**
 * What cannot be looked through in time is not shared.
 * @throws Refusal `not_looked_through`
 */
export async function within<Result>(
  looking: Promise<Result>,
  milliseconds = LONGEST_LOOK_MS,
): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Refusal('not_looked_through')), milliseconds);
  try {
    return await Promise.race([looking, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
