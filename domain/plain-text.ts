const EXCERPT_CHARACTERS = 140;
/** How much is searched for marks, as marks and white space are removed. */
export const READ_FOR_EXCERPT = 4 * EXCERPT_CHARACTERS;

// Every repetition is bounded and ends with its line, so that no text takes long.
const MARKS: readonly (readonly [RegExp, string])[] = [
  // Whole lines: rules, and the second line of a table.
  [/^ {0,3}(?:[-=*_] ?){3,200}$/gm, ''],
  [/^ {0,3}\|?(?: ?:?-{1,60}:? ?\|){1,40}(?: ?:?-{1,60}:? ?)?$/gm, ''],
  // Beginnings of lines: quotes, headings, tasks and list items.
  [/^ {0,3}(?:> ?){1,20}/gm, ''],
  [/^ {0,3}#{1,6}[ \t]+/gm, ''],
  [/^([ \t]{0,20})[-*+][ \t]+(?:\[[ xX]\][ \t]+)?/gm, '$1'],
  // Images and links keep their text.
  [/!?\[([^\]\n]{0,200})\]\([^)\s]{0,400}(?: "[^"\n]{0,200}")?\)/g, '$1'],
  [/<(https?:\/\/[^>\s]{1,400})>/g, '$1'],
  // Emphasis and code; an underscore within a word is part of it.
  [/`{1,2}([^`\n]{1,200})`{1,2}/g, '$1'],
  [/\*{1,3}(?=\S)([^*\n]{1,200})(?<=\S)\*{1,3}/g, '$1'],
  [/(?<![\p{L}\p{N}_])_{1,3}(?=\S)([^_\n]{1,200})(?<=\S)_{1,3}(?![\p{L}\p{N}_])/gu, '$1'],
  [/~~(?=\S)([^~\n]{1,200})(?<=\S)~~/g, '$1'],
];

/** Stand for escaped characters, which are not marks. */
const ESCAPED = 0xe000;

const FENCE = /^ {0,3}(?:`{3,}|~{3,})[^\n]*$/m;

/** A Markdown text without its marks, line by line, for mails and lists. Fenced code stays as it is. */
export function withoutMarks(markdown: string): string {
  const parts = markdown.split(FENCE);
  return parts
    .map((part, place) => (place % 2 === 0 ? unmarked(part) : part))
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function unmarked(text: string): string {
  const escaped = text.replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) =>
    String.fromCharCode(ESCAPED + sign.charCodeAt(0)),
  );
  return MARKS.reduce((words, [mark, kept]) => words.replace(mark, kept), escaped).replace(
    /[\ue021-\ue07e]/g,
    (sign) => String.fromCharCode(sign.charCodeAt(0) - ESCAPED),
  );
}

/** The beginning of a Markdown text, on one line and without marks. */
export function excerptOf(markdown: string): string {
  const words = withoutMarks(markdown.slice(0, READ_FOR_EXCERPT));
  const line = words.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return [...line.toWellFormed()].slice(0, EXCERPT_CHARACTERS).join('');
}
