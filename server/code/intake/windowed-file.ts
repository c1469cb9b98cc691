import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';

/** So much of an archive is read at once: its files and its list of them are many small pieces in a row. */
const WINDOW_BYTES = 256 * 1024;
const WINDOWS = 2;

interface Window {
  start: number;
  bytes: Buffer;
}

/** An archive of this machine, of which parts are at hand. In a thread of its own nobody waits for it. */
export class WindowedFile extends yauzl.RandomAccessReader {
  readonly size: number;
  private readonly path: string;
  private readonly file: number;
  /** The one that was used last comes first. */
  private windows: Window[] = [];

  constructor(path: string) {
    super();
    this.path = path;
    this.file = openSync(path, 'r');
    this.size = fstatSync(this.file).size;
  }

  /** @throws where the file ends before */
  bytes(start: number, length: number): Buffer {
    const known = this.windows.find((one) => {
      return start >= one.start && start + length <= one.start + one.bytes.length;
    });
    const window = known ?? this.windowAt(start, Math.max(length, WINDOW_BYTES));
    this.windows = [window, ...this.windows.filter((one) => one !== window)].slice(0, WINDOWS);
    const from = start - window.start;
    if (from + length > window.bytes.length) throw new Error('it ends too early');
    return window.bytes.subarray(from, from + length);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    try {
      this.bytes(position, length).copy(buffer, offset);
    } catch (error) {
      callback(error as Error);
      return;
    }
    callback(null);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.path, { start, end: end - 1 });
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  end(): void {
    closeSync(this.file);
  }

  private windowAt(start: number, length: number): Window {
    const bytes = Buffer.allocUnsafe(length);
    return { start, bytes: bytes.subarray(0, readSync(this.file, bytes, 0, length, start)) };
  }
}
