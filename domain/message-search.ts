import { z } from 'zod';
import { instant, requiredText } from './text.ts';

const MAX_WORDS = 10;
const SNIPPET_CHARACTERS = 160;
/** So much stands before the first match. */
const LEAD_CHARACTERS = 40;

export const searchQuerySchema = requiredText(200, 'Please type a word to search for');

/** A piece of a message's text, and whether it is what was searched for. Never HTML. */
const snippetSchema = z.array(z.object({ text: z.string(), match: z.boolean() }));
export type Snippet = z.infer<typeof snippetSchema>;

/** A message of one's own discussions that holds what was searched for. */
export const foundMessageSchema = z
  .object({
    id: z.uuid(),
    ticket_id: z.uuid(),
    author_id: z.uuid(),
    author_name: z.string(),
    /** The first line of the request's description. */
    ticket_description: z.string(),
    snippet: snippetSchema,
    created_at: instant,
  })
  .meta({ id: 'FoundMessage' });
export type FoundMessage = z.infer<typeof foundMessageSchema>;

/** What parts words, here and in the `search` column of messages. */
const BETWEEN_WORDS = '\\s\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007f';

/** The words of a search, in lower case; a message has to hold a word that begins with each. */
export function searchWords(query: string): string[] {
  const words = query.toLowerCase().split(new RegExp(`[${BETWEEN_WORDS}]+`));
  return [...new Set(words.filter((word) => word !== ''))].slice(0, MAX_WORDS);
}

/** All words of a text in lower case, with one space before each: for `holdsWords`, also many times. */
export function spacedWords(text: string): string {
  return ` ${text.toLowerCase().replace(new RegExp(`[${BETWEEN_WORDS}]+`, 'g'), ' ')}`;
}

/** Whether a text, as `spacedWords` gives it, holds a word that begins with each of these. */
export function holdsWords(spaced: string, words: readonly string[]): boolean {
  return words.every((word) => spaced.includes(` ${word}`));
}

/** Cuts out of a text what surrounds the first match, on one line, with all matches in it marked. */
export function snippetOf(text: string, words: readonly string[]): Snippet {
  const { value: match } = matchesIn(text, words).next();
  const first = match?.start ?? 0;
  const from = first <= LEAD_CHARACTERS ? 0 : first - LEAD_CHARACTERS;
  const cut = text
    .slice(from, from + SNIPPET_CHARACTERS)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .replace(/\s+/g, ' ');
  const shown = `${from > 0 ? '…' : ''}${cut}${from + SNIPPET_CHARACTERS < text.length ? '…' : ''}`;
  return marked(shown, words);
}

function marked(text: string, words: readonly string[]): Snippet {
  const pieces: Snippet = [];
  let at = 0;
  for (const { start, end } of matchesIn(text, words)) {
    if (start > at) pieces.push({ text: text.slice(at, start), match: false });
    pieces.push({ text: text.slice(start, end), match: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), match: false });
  return pieces;
}

function* matchesIn(text: string, words: readonly string[]) {
  if (words.length === 0) return;
  // The longest first: of two words that begin alike, the longer one is marked whole. None holds
  // ASCII punctuation, so nothing in it means anything to a regular expression.
  const either = [...words].sort((a, b) => b.length - a.length);
  const match = new RegExp(`(?<=^|[${BETWEEN_WORDS}…])(?:${either.join('|')})`, 'giu');
  for (const found of text.matchAll(match)) {
    yield { start: found.index, end: found.index + found[0].length };
  }
}
