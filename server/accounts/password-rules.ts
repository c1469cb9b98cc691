import { createRequire } from 'node:module';
import { isEasyPassword } from '#domain/easy-password.ts';
import { COMMON_PASSWORD, PASSWORD_MAXIMUM_BYTES, PASSWORD_MINIMUM } from '#domain/password.ts';
import { AuthRefusal } from './auth-error.ts';

/** Words that attackers would try first on this site. */
const OUR_WORDS = [
  'unblock',
  'unblocker',
  'unblockme',
  'unblockmenow',
  'unblock-demo',
  'unstuck',
  'stuck',
  'customer',
  'developer',
  'moderator',
  'milestone',
  'marketplace',
  'vibecoding',
];
const COMMON_ENDINGS = /[\d!?.@#$*_-]{0,6}$/;

const load = createRequire(import.meta.url);
let common: ReadonlySet<string> | undefined;

/** About 49,000; loaded when the first password is chosen. */
function commonPasswords(): ReadonlySet<string> {
  if (common) return common;
  const { dictionary }: typeof import('@zxcvbn-ts/language-common') = load(
    '@zxcvbn-ts/language-common',
  );
  common = new Set(dictionary['passwords-common']);
  return common;
}

/**
 * Refuses a password that cannot be used.
 * @throws AuthRefusal `weak_password` (reason `length`) or `validation_failed`
 */
export function requireUsablePassword(password: string): void {
  // As the forms count: an emoji is one character.
  if ([...password.slice(0, 2 * PASSWORD_MINIMUM)].length < PASSWORD_MINIMUM) {
    throw new AuthRefusal('weak_password', undefined, { reasons: ['length'] });
  }
  // Lone surrogates have no UTF-8 bytes: two different passwords would become one.
  if (Buffer.byteLength(password) > PASSWORD_MAXIMUM_BYTES || !password.isWellFormed()) {
    throw new AuthRefusal('validation_failed', 'Password cannot be longer than 1024 bytes');
  }
}

/**
 * Refuses a common password, in any mix of capitals.
 * @throws AuthRefusal `weak_password` (reason `pwned`)
 */
export function requireUncommonPassword(password: string, email: string): void {
  if (!isCommonPassword(password, email)) return;
  throw new AuthRefusal('weak_password', COMMON_PASSWORD, { reasons: ['pwned'] });
}

export function isCommonPassword(typed: string, address: string): boolean {
  const [password, email] = [typed.toLowerCase(), address.toLowerCase()];
  const word = password.replace(COMMON_ENDINGS, '');
  const [mailbox = ''] = email.split('@');
  return (
    isEasyPassword(password) ||
    commonPasswords().has(password) ||
    OUR_WORDS.includes(word) ||
    password === email ||
    password === mailbox
  );
}
