import { closeSync, openSync, readSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import type { CodeSearch } from '#domain/code.ts';
import { decode, encodingOf } from '../files/shield/encoding.ts';
import { framesOf, type PackedFile } from './packed-project.ts';
import { literally } from './project-texts.ts';
import { filesIn, type StoredCode } from './trees.ts';

// A task for worker threads.

const MOST_NAMES = 100;
const MOST_LINES = 500;
const MOST_IN_FILE = 50;
/** Of a line so much is shown, in UTF-16 units. */
const SHOWN = 240;
const BEFORE = 80;
const MILLISECONDS = 3000;
/** A longer text, such as a dump of a database, is passed over. */
const MOST_BYTES = 16 * 1024 * 1024;
const ASCII = /^[\x20-\x7e\t]+$/;

export interface ToSearch {
  q: string;
  code: StoredCode;
  /** Files of this machine by the keys of packs; null where names alone are searched. */
  packs: Readonly<Record<string, string>> | null;
}

type Hit = CodeSearch['items'][number];

/** Names and lines of a project that have a text in them, whatever its case. */
export function searchCode({ q, code, packs }: ToSearch): CodeSearch {
  const all = filesIn(code);
  const wanted = q.toLowerCase();
  const names = all
    .map(({ path }) => path)
    .filter((path) => path.toLowerCase().includes(wanted))
    .sort()
    .slice(0, MOST_NAMES);
  const found = packs ? searchLines(all, q, packs) : { items: [], is_complete: true };
  return { names, ...found };
}

/** Frame by frame: one that does not have it in it needs no look at its files. */
function searchLines(
  files: readonly PackedFile[],
  q: string,
  packs: Readonly<Record<string, string>>,
): Omit<CodeSearch, 'names'> {
  const until = performance.now() + MILLISECONDS;
  const finder = new Finder(q);
  const texts = files.filter(({ kind }) => kind === 'text' || kind === 'large');
  const near = texts.filter(({ size }) => size <= MOST_BYTES);
  const local = new LocalPacks(packs);
  const items: Hit[] = [];
  try {
    for (const inFrame of framesOf(near)) {
      if (performance.now() > until) return { items, is_complete: false };
      const frame = local.read(inFrame[0]);
      if (finder.isNowhereIn(frame)) continue;
      for (const { path, skip, size } of inFrame) {
        if (items.length >= MOST_LINES) return { items, is_complete: false };
        const most = Math.min(MOST_IN_FILE, MOST_LINES - items.length);
        const hits = finder.in(frame.subarray(skip, skip + size), most);
        items.push(...hits.map((hit) => ({ path, ...hit })));
      }
    }
    return { items, is_complete: near.length === texts.length };
  } finally {
    local.close();
  }
}

/** Packs as files of this machine. */
class LocalPacks {
  private readonly paths: Readonly<Record<string, string>>;
  private readonly open = new Map<string, number>();

  constructor(paths: Readonly<Record<string, string>>) {
    this.paths = paths;
  }

  /** The frame in which a file lies, unpacked. */
  read({ pack, start, length }: PackedFile): Buffer {
    const file = this.open.get(pack) ?? openSync(this.paths[pack] ?? '', 'r');
    this.open.set(pack, file);
    const part = Buffer.allocUnsafe(length);
    readSync(file, part, 0, length, start);
    return zstdDecompressSync(part);
  }

  close(): void {
    for (const file of this.open.values()) closeSync(file);
  }
}

/** Finds a text as it is: none of its signs means anything else. */
class Finder {
  private readonly pattern: RegExp;
  private readonly isPlain: boolean;

  constructor(q: string) {
    this.pattern = new RegExp(literally(q), 'gi');
    this.isPlain = ASCII.test(q);
  }

  /** A letter for each byte: no time goes into reading what is not shown. False where that says nothing. */
  isNowhereIn(bytes: Buffer): boolean {
    if (!this.isPlain || bytes.includes(0)) return false;
    this.pattern.lastIndex = 0;
    return !this.pattern.test(bytes.toString('latin1'));
  }

  in(bytes: Buffer, most: number): Omit<Hit, 'path'>[] {
    if (this.isNowhereIn(bytes)) return [];
    const encoding = encodingOf(bytes);
    return encoding === 'binary' ? [] : hitsIn(decode(bytes, encoding), this.pattern, most);
  }
}

function hitsIn(text: string, pattern: RegExp, most: number): Omit<Hit, 'path'>[] {
  const hits: Omit<Hit, 'path'>[] = [];
  pattern.lastIndex = 0;
  let [line, counted] = [1, 0];
  for (let found = pattern.exec(text); found && hits.length < most; found = pattern.exec(text)) {
    const { index } = found;
    for (let next = text.indexOf('\n', counted); next >= 0 && next < index; ) {
      line++;
      counted = next + 1;
      next = text.indexOf('\n', counted);
    }
    const next = text.indexOf('\n', index);
    const end = next < 0 ? text.length : next;
    hits.push({ line, ...cut(text.slice(counted, end), index - counted, found[0].length) });
    // One hit a line.
    pattern.lastIndex = end + 1;
  }
  return hits;
}

function cut(line: string, start: number, length: number): Pick<Hit, 'text' | 'start' | 'end'> {
  const from = line.length <= SHOWN ? 0 : Math.max(0, start - BEFORE);
  const text = line
    .slice(from, from + SHOWN)
    .replace(/\r$/, '')
    .toWellFormed();
  const at = Math.min(start - from, text.length);
  return { text, start: at, end: Math.min(at + length, text.length) };
}
