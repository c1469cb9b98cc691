/** A fetched page, and the words that it must contain. */
interface Page {
  body: Uint8Array;
  /** Its Content-Type. */
  type: string;
  words: string | null;
}

/** Reads a page for a check in a worker thread, as a hostile megabyte takes a while. */
export function readPage({ body, type, words }: Page): {
  found: boolean | null;
  excerpt: string | null;
} {
  const content = decoded(body, type);
  const text = pageText(content, type);
  const has = (where: string) => where.toLowerCase().includes(readable(words ?? '').toLowerCase());
  const found = words === null ? null : has(text) || has(readable(content));
  const isText = type === '' || /text|json|xml|javascript/i.test(type);
  return { found, excerpt: isText ? excerptRound(text, words) : null };
}

/** The text of an HTML page without tags, scripts and comments; all of other texts. Takes linear time. */
export function pageText(content: string, type: string): string {
  const isMarkup = /html|xml/i.test(type) || (type === '' && /^\s*</.test(content));
  return readable(isMarkup ? entitiesRead(withoutTags(content)) : content);
}

/** Decodes a body by its charset; UTF-8 where that is unknown. */
export function decoded(body: Uint8Array, type: string): string {
  const [, charset = 'utf-8'] = /charset="?([\w-]{1,40})/i.exec(type) ?? [];
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/** On one line, without control and direction characters. */
function readable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Elements whose content is not shown. */
const UNSEEN = /^<(script|style|template|noscript|svg)\b/i;

function withoutTags(markup: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < markup.length) {
    const open = markup.indexOf('<', at);
    if (open < 0) break;
    parts.push(markup.slice(at, open));
    at = endOf(markup, open);
  }
  return [...parts, markup.slice(at)].join(' ');
}

/** Where a tag ends, including an invisible element; an unclosed one includes the rest. */
function endOf(markup: string, open: number): number {
  const [, unseen] = UNSEEN.exec(markup.slice(open, open + 20)) ?? [];
  if (unseen) return after(markup, />/g, after(markup, new RegExp(`</${unseen}`, 'gi'), open));
  return after(markup, markup.startsWith('<!--', open) ? /-->/g : />/g, open);
}

function after(markup: string, end: RegExp, from: number): number {
  end.lastIndex = from;
  return end.exec(markup) ? end.lastIndex : markup.length;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function entitiesRead(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (all, ten, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? all;
    const code = ten ? Number(ten) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });
}

const EXCERPT_CHARACTERS = 240;

/** An excerpt around the words if the text contains them; null for no text. */
export function excerptRound(text: string, words: string | null): string | null {
  const place = words === null ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
  const from = Math.max(0, place - EXCERPT_CHARACTERS / 3);
  const part = text
    .slice(from, from + EXCERPT_CHARACTERS)
    .toWellFormed()
    .trim();
  if (part === '') return null;
  const isCut = from + EXCERPT_CHARACTERS < text.length;
  return `${from > 0 ? '…' : ''}${part}${isCut ? '…' : ''}`;
}
