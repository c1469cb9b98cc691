import { type FileHandle, open } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import type { CodeSearch } from '#domain/code.ts';
import { decode, encodingOf } from '../files/shield/encoding.ts';

// A task for worker threads.

const MOST_LINES = 500;
const MOST_IN_FILE = 50;
/** Of a line so much is shown, in UTF-16 units. */
const SHOWN = 240;
const BEFORE = 80;
/** Read from a pack at a time. */
const RUN_BYTES = 2 * 1024 * 1024;
const MILLISECONDS = 5000;
const ASCII = /^[\x20-\x7e\t]+$/;

/** Texts of a version in the order of their packs; as columns, which are quick to hand to a thread. */
export interface ToSearch {
  q: string;
  packs: readonly string[];
  paths: readonly string[];
  /** Which of `packs`. */
  pack: Int32Array;
  start: Int32Array;
  length: Int32Array;
}

type Hit = CodeSearch['items'][number];

/** Lines of a project that have a text in them, whatever its case. */
export async function searchCode(
  task: ToSearch,
): Promise<Pick<CodeSearch, 'items' | 'is_complete'>> {
  const until = performance.now() + MILLISECONDS;
  const finder = finderOf(task.q);
  const items: Hit[] = [];
  const handles = new Map<number, FileHandle>();
  try {
    for (const run of runsOf(task)) {
      const handle = handles.get(run.pack) ?? (await open(task.packs[run.pack] ?? ''));
      handles.set(run.pack, handle);
      const buffer = await readRun(handle, run);
      for (const at of run.files) {
        if (items.length >= MOST_LINES || performance.now() > until)
          return { items, is_complete: false };
        const room = Math.min(MOST_IN_FILE, MOST_LINES - items.length);
        const found = finder(contentAt(task, at, buffer, run), room);
        items.push(...found.map((hit) => ({ path: task.paths[at] ?? '', ...hit })));
      }
    }
    return { items, is_complete: true };
  } finally {
    for (const handle of handles.values()) await handle.close();
  }
}

function contentAt({ start, length }: ToSearch, at: number, buffer: Buffer, run: Run): Buffer {
  const from = (start[at] ?? 0) - run.start;
  return zstdDecompressSync(buffer.subarray(from, from + (length[at] ?? 0)));
}

async function readRun(handle: FileHandle, { start, end }: Run): Promise<Buffer> {
  const length = end - start;
  const { buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, start);
  return buffer;
}

interface Run {
  pack: number;
  start: number;
  end: number;
  files: number[];
}

/** Files that lie close together are read at once. */
function* runsOf({ paths, pack, start, length }: ToSearch): Generator<Run> {
  let run: Run | null = null;
  for (let at = 0; at < paths.length; at++) {
    const [from, in_] = [start[at] ?? 0, pack[at] ?? 0];
    const end = from + (length[at] ?? 0);
    if (run && run.pack === in_ && end - run.start <= RUN_BYTES) {
      run.end = Math.max(run.end, end);
      run.files.push(at);
      continue;
    }
    if (run) yield run;
    run = { pack: in_, start: from, end, files: [at] };
  }
  if (run) yield run;
}

type Finder = (bytes: Buffer, most: number) => Omit<Hit, 'path'>[];

function finderOf(q: string): Finder {
  const pattern = new RegExp(q.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'), 'gi');
  const isPlain = ASCII.test(q);
  return (bytes, most) => {
    if (isPlain && !bytes.includes(0)) {
      // A letter for each byte: no time goes into reading what is not shown.
      const quick = bytes.toString('latin1');
      pattern.lastIndex = 0;
      if (!pattern.test(quick)) return [];
    }
    const encoding = encodingOf(bytes);
    return encoding === 'binary' ? [] : hitsIn(decode(bytes, encoding), pattern, most);
  };
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
