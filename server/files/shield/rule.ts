import { isLoose } from './likely-secret.ts';

/** What a rule is asked about: a value at its place in a text. */
export interface Candidate {
  value: string;
  text: string;
  start: number;
  end: number;
}

export type Reader = (text: string, at: number, word: string) => Place | null;

export interface Place {
  start: number;
  end: number;
}

/** One kind of secret. */
export interface Rule {
  /** The word in a placeholder: `{{SECRET:stripe:1}}`. */
  family: string;
  /** What it is, in plain words. */
  kind: string;
  /** ASCII in lower case. The pattern is tried nowhere but where one of these stands. */
  words: readonly string[];
  /**
   * Sticky, from the word on. The group `secret` is what is found, or else all of it, with the group
   * `head` of a look back before it. Nothing may repeat without an upper limit. A function reads what
   * a pattern cannot.
   */
  pattern: RegExp | Reader;
  /** It may stand in the middle of a word. */
  isOpen?: boolean;
  check?: (candidate: Candidate) => boolean;
  example: string;
  /** Looks alike, and must not be found. */
  lookAlike: string;
}

const CHARACTERS = {
  digit: ['0-9', '0123456789'],
  hex: ['a-f0-9', '0123456789abcdef'],
  HEX: ['A-F0-9', '0123456789ABCDEF'],
  anyHex: ['A-Fa-f0-9', '0123456789abcdef'],
  lower: ['a-z0-9', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  UPPER: ['A-Z0-9', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'],
  letters: ['A-Za-z', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  word: ['A-Za-z0-9', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'],
  url: ['\\w-', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'],
  base64: ['A-Za-z0-9+/=', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'],
} as const;

export type Characters = keyof typeof CHARACTERS;

/** Looks drawn by chance and is always the same: no source of ours holds anything like a key. */
export function sample(characters: Characters, length: number, seed = 7): string {
  const [, all] = CHARACTERS[characters];
  let state = seed * 7919 + length;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return all[(state >>> 8) % all.length];
  }).join('');
}

/** Such characters as a part of a pattern. */
export function some(characters: Characters, least: number, most = least): string {
  return `[${CHARACTERS[characters][0]}]{${least},${most}}`;
}

/** A key with a form of its own: a beginning, and so many characters after it. */
export type OwnForm = readonly [
  family: string,
  kind: string,
  beginning: string,
  characters: Characters,
  least: number,
  most?: number,
];

export function ownForm([family, kind, beginning, characters, least, most]: OwnForm): Rule {
  const [set] = CHARACTERS[characters];
  const body = some(characters, least, most);
  // Beginnings as short or as ordinary as these begin other words too.
  const isOrdinary = beginning.length < 5 || /^[A-Za-z]+[-_:.]$/.test(beginning);
  return {
    family,
    kind,
    words: [beginning.toLowerCase()],
    check: ({ value }) => !isOrdinary || isLoose(value.slice(beginning.length)),
    pattern: new RegExp(`${beginning.replace(/[.+$|/?()]/g, '\\$&')}${body}(?![${set}])`, 'y'),
    example: beginning + sample(characters, least),
    lookAlike: beginning + 'x'.repeat(least),
  };
}
