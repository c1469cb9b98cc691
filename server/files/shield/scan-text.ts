import { Keywords } from './keywords.ts';
import { isGap, looksRandom } from './likely-secret.ts';
import type { Place, Rule } from './rule.ts';
import { RULES } from './rules.ts';

/** A secret by its place in a text; `end` is the first place after it. */
export interface Found extends Place {
  rule: Rule;
}

interface Hit extends Found {
  /** Where its rule stands among the rules. */
  rank: number;
}

const BY_WORD = wordsOf(RULES);
const KEYWORDS = new Keywords([...BY_WORD.keys()]);
const WORDS = [...BY_WORD.keys()];
const RANKS = [...BY_WORD.values()];

function wordsOf(rules: readonly Rule[]): Map<string, number[]> {
  const words = new Map<string, number[]>();
  rules.forEach((rule, rank) => {
    for (const word of rule.words) words.set(word, [...(words.get(word) ?? []), rank]);
  });
  return words;
}

/**
 * Keys and passwords in a text, in the order of their places, none inside another. One walk finds
 * the words of all rules, and a rule looks at no more than some characters round its word: the time
 * grows with the length of the text and no faster.
 * @param most how many are looked for before it stops
 */
export function look(text: string, most: number): Found[] {
  const hits: Hit[] = [];
  /** What a rule has found needs no second look by the same rule. */
  const seen = new Int32Array(RULES.length);
  KEYWORDS.eachIn(text, (index, at) => {
    if (hits.length >= most * 2) return;
    for (const rank of RANKS[index] ?? []) {
      const rule = RULES[rank];
      if (!rule || at < (seen[rank] ?? 0)) continue;
      const place = placeOf(rule, text, at, WORDS[index] ?? '');
      if (!place) continue;
      seen[rank] = place.end;
      hits.push({ rule, rank, ...place }, ...partnersOf(rule, rank, text, place));
    }
  });
  return withoutOverlaps(hits).slice(0, most);
}

function placeOf(rule: Rule, text: string, at: number, word: string): Place | null {
  if (!rule.isOpen && !isBorder(text, at)) return null;
  const { pattern } = rule;
  const isReader = typeof pattern === 'function';
  const place = isReader ? pattern(text, at, word) : placeFrom(pattern, text, at);
  if (!place) return null;
  const value = text.slice(place.start, place.end);
  if (isPlaceholder(text, place.start) || (!isReader && isFilledIn(value))) return null;
  return rule.check?.({ value, text, ...place }) === false ? null : place;
}

/** Inside of `{{SECRET:stripe:1}}`. */
function isPlaceholder(text: string, start: number): boolean {
  return /\{\{SECRET:[\w:]{0,60}$/.test(text.slice(Math.max(0, start - 70), start));
}

/** A long value may hold letters of such words by chance. */
function isFilledIn(value: string): boolean {
  return value.length <= 400 && isGap(value);
}

function placeFrom(pattern: RegExp, text: string, at: number): Place | null {
  pattern.lastIndex = at;
  return toPlace(pattern.exec(text));
}

function toPlace(match: RegExpExecArray | null): Place | null {
  if (!match) return null;
  const { secret, head = '' } = match.groups ?? {};
  const [all] = match;
  const end = match.index + all.length;
  if (secret === undefined) return { start: match.index - head.length, end };
  // It is the last part of its pattern or near to it.
  const start = match.index + all.lastIndexOf(secret);
  return { start, end: start + secret.length };
}

/** No letter stands before it, unless that is the end of `\n` or `%3D`. */
function isBorder(text: string, at: number): boolean {
  if (at === 0 || !/[\w-]/.test(text[at - 1] ?? '')) return true;
  return /(?:\\[nrt]|%[0-9A-F]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2})$/i.test(
    text.slice(Math.max(0, at - 6), at),
  );
}

const REACH = 500;

/** The secret that belongs to a public ID and has no name of its own, as in "our keys are AKIA… and …". */
function partnersOf(rule: Rule, rank: number, text: string, { start, end }: Place): Hit[] {
  if (rule.kind !== 'AWS access key ID') return [];
  const from = Math.max(0, start - REACH);
  const near = text.slice(from, end + REACH);
  return [...near.matchAll(/(?<![\w+/=])[A-Za-z0-9+/]{40}(?![\w+/=])/g)]
    .filter(([value]) => looksRandom(value) && /[A-Z]/.test(value) && /[a-z]/.test(value))
    .filter(([value]) => !isGap(value))
    .map(({ index }) => ({
      rule: { ...rule, kind: 'AWS secret access key' },
      rank,
      start: from + index,
      end: from + index + 40,
    }));
}

/** What overlaps is one secret, and the earliest rule says what it is. */
function withoutOverlaps(hits: readonly Hit[]): Found[] {
  const kept: Hit[] = [];
  for (const hit of hits.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (!last || hit.start >= last.end) {
      kept.push({ ...hit });
      continue;
    }
    last.end = Math.max(last.end, hit.end);
    if (hit.rank < last.rank) Object.assign(last, { rule: hit.rule, rank: hit.rank });
  }
  return kept.map(({ rule, start, end }) => ({ rule, start, end }));
}
