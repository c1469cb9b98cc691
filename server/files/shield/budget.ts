import { MAX_LOOKED_THROUGH_MB } from '#domain/file-rules.ts';
import type { Unread } from '#domain/secret.ts';

type Reason = Unread['reason'];

/** Bytes. */
export const LONGEST_PART = MAX_LOOKED_THROUGH_MB * 1024 * 1024;
/** How much of one file is looked through, whatever it claims about itself. */
const LIMITS = {
  depth: 5,
  entries: 20_000,
  bytesEach: LONGEST_PART,
  bytesTogether: 128 * 1024 * 1024,
};
const MILLISECONDS = 40_000;
/** So many are named; one more stands for all others. */
const MAX_UNREAD = 100;

/** A part of a file could not be read, or not within the limits. */
export class NotRead extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.name = 'NotRead';
    this.reason = reason;
  }
}

/** What is left of the limits while one file is looked through, and what was not read. */
export class Budget {
  readonly unread: Unread[] = [];
  private readonly until = performance.now() + MILLISECONDS;
  private entries = LIMITS.entries;
  private bytes = LIMITS.bytesTogether;

  /** How many bytes may be unpacked next. */
  get room(): number {
    return Math.min(LIMITS.bytesEach, this.bytes);
  }

  /** @throws NotRead */
  enter(depth: number): void {
    if (depth > LIMITS.depth) throw new NotRead('too_deep');
    if (this.entries-- <= 0) throw new NotRead('too_many');
    if (performance.now() > this.until) throw new NotRead('time');
  }

  /** @throws NotRead */
  unpacked(bytes: number): void {
    this.bytes -= bytes;
    if (this.bytes < 0) throw new NotRead('too_large');
  }

  note(path: string | null, reason: Reason): void {
    if (this.unread.length < MAX_UNREAD) this.unread.push({ path: shownPath(path), reason });
    else if (this.unread.length === MAX_UNREAD)
      this.unread.push({ path: null, reason: 'too_many' });
  }
}

/** Longer than any path of a project; the names in an archive are whatever its maker wrote. */
const MAX_PATH = 300;

/** A path as it is kept and shown: of a long one, its end. */
export function shownPath(path: string | null): string | null {
  if (path === null || path.length <= MAX_PATH) return path;
  return `…${path.slice(1 - MAX_PATH).toWellFormed()}`;
}

/** Why something could not be read; a fault of our own goes on as it is. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof NotRead) return error.reason;
  const { code, message = '' } = error as { code?: string; message?: string };
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too_large';
  if (/encrypt/i.test(message)) return 'encrypted';
  if (/unsupported compression/i.test(message)) return 'format';
  if (error instanceof TypeError || error instanceof ReferenceError) throw error;
  return 'damaged';
}
