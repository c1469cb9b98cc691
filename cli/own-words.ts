import type { SecretsChoice } from '../domain/secret.ts';
import { describe } from '../server/files/shield/find-secrets.ts';
import { Masking } from '../server/files/shield/masking.ts';
import { look } from '../server/files/shield/scan-text.ts';
import { Failure } from './failure.ts';
import { OwnPlaceholders } from './own-placeholders.ts';
import { withHunks, withTexts } from './patch-keys.ts';

const CHOOSE =
  'There is a key or password in it, and nothing was sent. Take it out, or say --secrets mask to put a placeholder in its place, or --secrets share to send it knowingly.';

/** Keys are replaced before anything is sent, so that the server needs no word about them. */
export const masksHere = (choice: SecretsChoice | undefined): boolean => choice === 'mask';

/** One for all that a command sends, so that no two keys get one placeholder. */
const masking = new Masking(new OwnPlaceholders());

/**
 * A text with placeholders for its keys. A patch stays one, and a key in it is the one that it is in a
 * file: the signs of lines are no part of it.
 * @throws Failure `keys` where one cannot be replaced
 */
export function withoutKeys(text: string, masking: Masking): string {
  const mask = (one: string) => masked(one, masking);
  return mask(withHunks(text, (body) => withTexts(body, mask)));
}

function masked(text: string, masking: Masking): string {
  const safe = masking.text(text, null);
  if (safe === null) throw new Failure('keys', 'A key in it cannot be replaced. Take it out.');
  return safe;
}

/**
 * Words as they are sent: with placeholders for keys where that is wanted.
 * @throws Failure `keys` where there are some, and nobody has said what becomes of them
 */
export function requireNoKeys(text: string, choice: SecretsChoice | undefined): string {
  if (choice === 'share') return text;
  if (masksHere(choice)) return withoutKeys(text, masking);
  const found = describe(text, look(text, 20));
  if (found.length === 0) return text;
  throw new Failure('keys', CHOOSE, {
    code: 'secrets_found',
    details: found.map(({ kind, line, excerpt }) => `line ${line}: ${kind} ${excerpt}`),
  });
}
