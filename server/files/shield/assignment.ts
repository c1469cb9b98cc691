/** How a value stands beside its name. */
export type Way =
  | 'sign'
  | 'call'
  | 'list'
  | 'cell'
  | 'element'
  | 'option'
  | 'prose'
  | 'space'
  | 'below';

/** A name and a value that is given to it, in code, settings, logs or prose. */
export interface Assignment {
  name: string;
  nameStart: number;
  value: string;
  start: number;
  end: number;
  way: Way;
  isQuoted: boolean;
  /** A line of a `.env` file, or of settings with names such as `DB_PASSWORD`. */
  isSetting: boolean;
}

const LONGEST_NAME = 60;
const IN_NAME = /[\w$\u00c0-\u024f.-]/;
const REST_OF_NAME = /[\w$\u00c0-\u024f-]{0,50}/y;

/** What may close a name: a quote, also an escaped one, and what marks words in Markdown. */
const CLOSE = String.raw`(?:\\?["'\x60]|\*{1,2}|&quot;)?\]?\)?(?:\*{1,2})?`;
const TYPE = String.raw`[?!]?:[ \t]{0,3}(?:string|str|String|text|char|&str|any)(?:[ \t]{0,3}\|[ \t]{0,3}\w{1,20})?[ \t]{0,3}=`;
const SIGN = String.raw`(?:${TYPE}|\?\?=?|\|\|=?|[!=]?={1,2}>?|=|:=|\?=|:{1,2}|->|→|\bor\b)`;
const WAYS: readonly [Way, RegExp][] = [
  ['list', /(?:\\?["'`])[ \t]{0,4},[ \t]{0,8}(?=\\?["'`])/y],
  ['element', /\\?["'][ \t]{1,8}(?:value|content)[ \t]{0,3}=[ \t]{0,3}(?=\\?["'])/y],
  ['element', />(?=[^<\s])/y],
  ['sign', new RegExp(String.raw`${CLOSE}[ \t]{0,16}${SIGN}(?:\*{1,2})?[ \t]{0,16}`, 'y')],
  ['call', /\([ \t]{0,4}(?=\\?["'`])/y],
  [
    'prose',
    /(?:\\?["'`]|\*{1,2})?(?:[ \t]{1,3}[\w@.'’()-]{1,30}){0,8}?[ \t]{1,3}(?:to|is|was|are|ist|war|lautet|heißt|wäre|es|era|est|è|é|jest)(?:[ \t]{0,2}[:=])?[ \t]{1,3}(?:now |still |just |currently |jetzt |ahora )?/iy,
  ],
  ['cell', /[ \t]{0,30}\|[ \t]{1,30}/y],
  ['space', /(?:\\?["'`])?[ \t]{1,4}(?:[=:]>?[ \t]{0,4})?/y],
];
const BELOW = /\r?\n[ \t]{0,8}(?=[^\s:]{4,200}[ \t]{0,4}(?:\r?\n|$))/y;
const OPEN = /\\?["'`]|&quot;|[“”„«‘‚]|\*{1,2}(?=\S)/y;
const CLOSING: Record<string, string> = {
  '“': '”',
  '”': '”',
  '„': '“',
  '«': '»',
  '‘': '’',
  '‚': '‘',
};
/** As Google gives one to a program. */
const IN_FOURS = /[a-z]{4}(?: [a-z]{4}){3}(?![ \w])/y;
const LONGEST_VALUE = 300;
const BARE = new RegExp(String.raw`[^\s"'\x60<>\\]{1,${LONGEST_VALUE}}`, 'y');

/** Reads the value that a name is given, by a word that stands in the name. Looks no further than one line on. */
export function readAssignment(text: string, at: number, word: string): Assignment | null {
  const nameStart = startOfName(text, at);
  const nameEnd = at + word.length + (match(REST_OF_NAME, text, at + word.length)?.length ?? 0);
  const name = text.slice(nameStart, nameEnd);
  for (const [way, pattern] of WAYS) {
    const between = match(pattern, text, nameEnd);
    if (between === null || !fits(way, text, nameStart, between)) continue;
    const read = valueAfter(text, nameEnd + between.length, way);
    if (!read) continue;
    const isSetting = way === 'sign' && isSettingAt(text, nameStart, name);
    const isOption = way === 'space' && text.startsWith('--', nameStart - 2);
    return { name, nameStart, isSetting, ...read, ...(isOption && { way: 'option' }) };
  }
  return null;
}

/** A name that ends its line may have its value in the next one. */
function valueAfter(text: string, from: number, way: Way): (Value & { way: Way }) | null {
  const isOpen = way === 'sign' && /:[ \t*]{0,4}$/.test(text.slice(from - 5, from));
  const below = isOpen ? match(BELOW, text, from) : null;
  const value = readValue(text, from + (below?.length ?? 0), way);
  return value && { ...value, way: below === null ? way : 'below' };
}

function fits(way: Way, text: string, nameStart: number, between: string): boolean {
  if (way !== 'element' || between !== '>') return true;
  return text[nameStart - 1] === '<';
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function startOfName(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < LONGEST_NAME && IN_NAME.test(text[start - 1] ?? '')) start--;
  // The n of a line break in a quoted text is no part of the name, nor are the dashes of an option.
  if (text[start - 1] === '\\' && start < at && /[nrt]/.test(text[start] ?? '')) start++;
  while (start < at && /[.-]/.test(text[start] ?? '')) start++;
  return start;
}

/** `export DB_PASSWORD=`, `- DB_PASSWORD=` and `DB_PASSWORD: ` at the start of a line. */
function isSettingAt(text: string, nameStart: number, name: string): boolean {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name) && !/^[\w.-]+$/.test(name)) return false;
  const before = text.slice(Math.max(0, nameStart - 40), nameStart);
  if (
    !/(?:^\ufeff?|\n|\\n|\\r)[ \t]*(?:(?:export|set|setx|ENV|ARG|-|-e|\$env:)[ \t]*|\\?["'])?$/.test(
      before,
    )
  )
    return false;
  const after = text.slice(nameStart + name.length, nameStart + name.length + 3);
  return /^[A-Z]/.test(name)
    ? /^(?:=|:[ \t])/.test(after) && !/[a-z]/.test(name)
    : /^=\S/.test(after);
}

type Value = Pick<Assignment, 'value' | 'start' | 'end' | 'isQuoted'>;

function readValue(text: string, at: number, way: Way): Value | null {
  const open = match(OPEN, text, at);
  if (open !== null) return readQuoted(text, at + open.length, open);
  if (way === 'list' || way === 'call') return null;
  const bare = (way === 'sign' ? match(IN_FOURS, text, at) : null) ?? match(BARE, text, at);
  if (bare === null) return null;
  if (way === 'element' && !text.startsWith('</', at + bare.length)) return null;
  const value = way === 'element' ? bare : trimmed(bare, way);
  return { value, start: at, end: at + value.length, isQuoted: false };
}

function readQuoted(text: string, start: number, open: string): Value | null {
  const close = CLOSING[open] ?? open;
  const near = text.slice(start, start + LONGEST_VALUE + close.length);
  const line = near.split(/[\r\n]/, 1)[0] ?? '';
  const length = line.indexOf(close);
  if (length < 1) return null;
  return { value: line.slice(0, length), start, end: start + length, isQuoted: true };
}

/** Without what ends a sentence, a statement or a part of a connection string. */
function trimmed(bare: string, way: Way): string {
  const cut = way === 'sign' ? bare.search(/[;,]|&(?=\w+=)/) : -1;
  return (cut > 0 ? bare.slice(0, cut) : bare).replace(/[.,;:)\]}?|*]+$/, '');
}
