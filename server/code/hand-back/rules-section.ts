import { decode, encode, encodingOf } from '../../files/shield/encoding.ts';

/** Between these two lines stands what comes from here; all else in the file is the project's own. */
const BEGIN = '<!-- unblock:begin -->';
const END = '<!-- unblock:end -->';

/** What one milestone must not lose again, in the words of who did the work. */
export interface Kept {
  title: string;
  must_keep: string;
}

/** A file that tools for writing code read, and what of it comes from here. */
interface RulesFile {
  path: string;
  /** Before the section where the file is made anew. */
  head: string;
  section: (kept: readonly Kept[]) => string;
  /** Says in the project's own words what the section would say. */
  isSaid?: (text: string) => boolean;
}

/** The files that tools for writing code read. */
export const RULES_FILES: readonly RulesFile[] = [
  { path: 'AGENTS.md', head: '', section: rules },
  {
    path: 'CLAUDE.md',
    head: '',
    section: () => '@AGENTS.md',
    isSaid: (text) => /^\s*@(?:\.\/)?AGENTS\.md\s*$/im.test(text),
  },
  {
    path: '.cursor/rules/unblock.mdc',
    head: '---\ndescription: What must not be undone in this project\nalwaysApply: true\n---\n\n',
    section: rules,
  },
];

function rules(kept: readonly Kept[]): string {
  const parts = kept.map(({ title, must_keep }) => `### ${oneLine(title)}\n\n${quoted(must_keep)}`);
  return [
    '## What must not be undone',
    'An unblocker has repaired this project, and wrote down what has to stay as it is. Keep to it, also where a change seems simpler without it. Where a change cannot, say so first and ask.',
    ...parts,
  ].join('\n\n');
}

/**
 * One of these files with its section in it: at its end, or in place of an earlier one. Nothing else in
 * it changes. Null where it needs none, or is no text.
 */
export function withRules(
  { head, section, isSaid }: RulesFile,
  kept: readonly Kept[],
  present: Buffer | null,
): Buffer | null {
  const own = [BEGIN, section(kept), END].join('\n');
  if (!present) return Buffer.from(`${head}${own}\n`);
  const encoding = encodingOf(present);
  if (encoding === 'binary') return null;
  const text = decode(present, encoding);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = own.replaceAll('\n', lineEnd);
  const [start, end] = sectionIn(text);
  if (start < 0 && isSaid?.(text)) return null;
  const made =
    start >= 0
      ? text.slice(0, start) + lines + text.slice(end)
      : `${text}${gapAfter(text, lineEnd)}${lines}${lineEnd}`;
  // An old editor's text cannot hold all letters.
  return encode(made, encoding === 'latin1' ? 'utf8' : encoding);
}

/** Where an earlier section begins and ends; below 0 where there is none that is whole. */
function sectionIn(text: string): [start: number, end: number] {
  const start = text.indexOf(BEGIN);
  const end = start < 0 ? -1 : text.indexOf(END, start);
  return end < 0 ? [-1, -1] : [start, end + END.length];
}

function gapAfter(text: string, lineEnd: string): string {
  if (text === '') return '';
  return text.endsWith('\n') ? lineEnd : lineEnd + lineEnd;
}

/** Somebody's words as a quotation: what looks like a heading or the settings of a file is neither in it. */
export function quoted(words: string): string {
  return plain(words)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** The same for words within a line. */
export function oneLine(words: string): string {
  return plain(words).replaceAll(/\s+/g, ' ');
}

/** What no screen shows, but a program reads. */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cs}\u2028\u2029]|[\u{e0100}-\u{e01ef}]|(?![\n\t])\p{Cc}/gu;

/**
 * Somebody else's words, for a tool that acts on them: nobody ends the section from within, hides words
 * in it, or has the tool read another file, which an `@` before its name does.
 */
function plain(words: string): string {
  return words
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNSEEN, '')
    .replaceAll('<!--', '< !--')
    .replaceAll('-->', '-- >')
    .replaceAll(/(?<!\w)@(?=\S)/g, '@ ')
    .trim();
}
