import { createInterface } from 'node:readline/promises';
import { buffer, text as readAll } from 'node:stream/consumers';
import { Failure } from './failure.ts';
import { plain, plainJson } from './plain.ts';

interface Wishes {
  /** The answer as JSON, and nothing else on stdout. */
  json: boolean;
  /** Everything is confirmed. */
  yes: boolean;
}

/** Where a person, or a script, reads and answers. Whatever is written goes through `plain`. */
export class Terminal {
  private readonly wishes: Wishes;
  private isLineOpen = false;
  /** Lines that came at once with one that was asked for, as when somebody pastes; and a line begun. */
  private pasted: string[] = [];
  private begun = '';

  constructor(wishes: Wishes) {
    this.wishes = wishes;
  }

  get isJson(): boolean {
    return this.wishes.json;
  }

  /** Whether somebody can be asked. */
  get isAsking(): boolean {
    return process.stdin.isTTY === true && process.stderr.isTTY === true && !this.isJson;
  }

  /** The answer of a command: words for people, or the value itself with `--json`. */
  answer(value: unknown, words: string): void {
    this.endLine();
    process.stdout.write(`${this.isJson ? plainJson(value) : plain(words)}\n`);
  }

  /** What is beside the answer. */
  note(words: string): void {
    this.endLine();
    process.stderr.write(`${plain(words)}\n`);
  }

  /** How far it is, in one line that is written over; nothing where nobody looks. */
  progress(words: string): void {
    if (process.stderr.isTTY !== true || this.isJson) return;
    const width = Math.max(20, process.stderr.columns ?? 80) - 1;
    process.stderr.write(`\r\u001b[K${plain(words).slice(0, width)}`);
    this.isLineOpen = true;
  }

  endLine(): void {
    if (this.isLineOpen) process.stderr.write('\r\u001b[K');
    this.isLineOpen = false;
  }

  /** @throws Failure `usage` where nobody can be asked, or the answer is no */
  async confirm(question: string): Promise<void> {
    if (this.wishes.yes) return;
    if (!this.isAsking)
      throw new Failure('usage', 'Nothing was done, as nobody could be asked. Say --yes to go on.');
    // Only what is typed now is an answer to this.
    this.pasted = [];
    this.begun = '';
    const answer = await this.ask(`${question} [y/N] `);
    if (!/^y(?:es)?$/i.test(answer.trim())) throw new Failure('usage', 'Nothing was done.');
  }

  /** Whether more lines are there than were asked for. */
  get hasMore(): boolean {
    return this.pasted.length > 0;
  }

  /** One line of the person, as it is. @throws Failure `stopped` */
  async ask(question: string): Promise<string> {
    this.endLine();
    const pasted = this.pasted.shift();
    if (pasted !== undefined) return pasted;
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    const stopped = new AbortController();
    lines.on('SIGINT', () => stopped.abort());
    lines.on('close', () => stopped.abort());
    lines.on('line', (line) => this.pasted.push(line));
    try {
      const answer = lines.question(plain(question), { signal: stopped.signal });
      if (this.begun !== '') lines.write(this.begun);
      return await answer;
    } catch {
      throw new Failure('stopped', 'Stopped.');
    } finally {
      this.begun = lines.line;
      lines.close();
    }
  }
}

/** All of standard input, as with `-` in the place of a file. */
export function readInput(): Promise<string> {
  return readAll(process.stdin);
}

/** The same as bytes, in whatever encoding they are. */
export function readInputBytes(): Promise<Buffer> {
  return buffer(process.stdin);
}
