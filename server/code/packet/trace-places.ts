/** A place that a line of a stack trace names, as the machine that failed called it. */
export interface TracePlace {
  /** The line of the trace. */
  text: string;
  /** Its folders and file. */
  segments: string[];
  line: number | null;
}

const MOST = { lines: 4000, length: 1000, places: 300, shown: 300 };

/** Endings of programs; anything else in a text is no place of a trace. */
const FILE =
  /\.(?:tsx?|jsx?|mjs|cjs|mts|cts|vue|svelte|astro|pyx?|java|kts?|scala|groovy|go|rs|php|rb|erb|dart|cs|fs|vb|cshtml|razor|swift|exs?|sql)(?![A-Za-z0-9])/gi;

/** Other people's code: a link into it leads nowhere in a project. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor\/bundle|gems|\.cargo|\.pub-cache|\.rustup|rustc|rustlib|go\/pkg\/mod|goroot)\/|^node:|^internal\/|^dart:|\/usr\/(?:local\/)?(?:lib|go)\//i;

/** Places that stack traces and compilers' messages in a text name, in its order. */
export function tracePlaces(description: string): TracePlace[] {
  const places: TracePlace[] = [];
  for (const raw of description.split('\n', MOST.lines)) {
    const line = raw.slice(0, MOST.length);
    for (const token of tokensOf(line)) {
      const place = placeIn(line, token);
      if (place) places.push(place);
      if (places.length >= MOST.places) return places;
    }
  }
  return places;
}

interface Token {
  text: string;
  start: number;
  end: number;
}

/** Parts of a line between blanks, quotes and brackets; a folder may be called `(shop)` or `[id]`. */
function tokensOf(line: string): Token[] {
  const tokens: Token[] = [];
  let start = 0;
  for (let at = 0; at <= line.length; at++) {
    if (at < line.length && !isBorder(line, at)) continue;
    if (at > start) tokens.push({ text: line.slice(start, at), start, end: at });
    start = at + 1;
  }
  return tokens;
}

function isBorder(line: string, at: number): boolean {
  const sign = line[at] ?? '';
  if (sign === '(') return !/[/\\]/.test(line[at - 1] ?? '');
  if (sign === ')') return !/[/\\]/.test(line[at + 1] ?? '');
  return /[\s"'`<>{}|,;]/.test(sign);
}

function placeIn(line: string, { text, start, end }: Token): TracePlace | null {
  const file = [...text.matchAll(FILE)].at(-1);
  if (!file) return null;
  const last = file.index + file[0].length;
  const named = text.slice(0, last);
  // `fetchUser@http://…` is how some browsers write it.
  const address =
    named.includes('@') && named.includes('://') ? named.slice(named.indexOf('@') + 1) : named;
  const path = address.replaceAll('\\', '/');
  if (FOREIGN.test(path)) return null;
  const number = lineAfter(text.slice(last), line.slice(end, end + 30));
  // A name in a sentence is no place, unless it is a path.
  if (number === null && !path.includes('/')) return null;
  const segments = segmentsOf(path, packageBefore(line, start));
  if (segments.length === 0) return null;
  return { text: line.trim().slice(0, MOST.shown), segments, line: number };
}

/** `:12:5`, `?t=1:12`, `(12,5)`, `", line 12`, `:line 12`, ` on line 12`. */
function lineAfter(rest: string, after: string): number | null {
  const [, inside] = /^(?:\?[\w=&.-]{0,100})?:(\d{1,7})/.exec(rest) ?? [];
  if (inside) return Number(inside);
  const whole = rest + after;
  const [, beside] =
    /^\((\d{1,7})[,)]/.exec(whole) ?? /^:?["']?,?\s?(?:on\s)?line\s(\d{1,7})/.exec(whole) ?? [];
  return beside ? Number(beside) : null;
}

/** Java says `com.shop.Cart.total(Cart.java:12)`: the package is the folder. */
function packageBefore(line: string, start: number): string[] {
  if (line[start - 1] !== '(') return [];
  let from = start - 1;
  while (from > 0 && start - from < 300 && /[\w$.]/.test(line[from - 1] ?? '')) from--;
  const names = line.slice(from, start - 1).split('.');
  return names.length > 2 ? names.slice(0, -2) : [];
}

function segmentsOf(path: string, folder: readonly string[]): string[] {
  const plain = decoded(path)
    .replace(/^[a-z][a-z0-9+.-]{1,40}:\/{2,3}(?:\([\w-]{1,40}\))?/i, '')
    .replace(/^package:[^/]{1,100}\//, '')
    .replace(/^[A-Za-z]:\//, '');
  const segments = plain.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  if (segments.length === 1 && /\.(?:java|kt|scala|groovy)$/i.test(plain))
    segments.unshift(...folder);
  return segments.slice(-60).map((part) => part.normalize('NFC'));
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
