const NEWLINE = 10;

/** Walks through bytes line by line. A line keeps its end; the last one may have none. */
export class ByteLines {
  readonly bytes: Buffer;
  /** Where the next line begins. */
  at = 0;
  /** Of the next line, counted from 1. */
  number = 1;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** The next line, which stays the next one. */
  peek(): Buffer {
    return this.bytes.subarray(this.at, this.endOfLine());
  }

  /** So many bytes from the beginning of the next line, as Latin-1. */
  beginning(length: number): string {
    return this.bytes.toString('latin1', this.at, this.at + length);
  }

  /** Whether the next line begins with this text. */
  begins(text: string): boolean {
    return this.beginning(text.length) === text;
  }

  skip(): void {
    this.at = this.endOfLine();
    this.number++;
  }

  next(): Buffer {
    const line = this.peek();
    this.skip();
    return line;
  }

  /** What was walked through since. */
  since(start: number): Buffer {
    return this.bytes.subarray(start, this.at);
  }

  private endOfLine(): number {
    const end = this.bytes.indexOf(NEWLINE, this.at);
    return end < 0 ? this.bytes.length : end + 1;
  }
}
