import type { ProjectFile, ProjectFiles } from './project-files.ts';

/** How far a stranger's project is read. */
const LIMITS = {
  each: 512 * 1024,
  /** Lists of packages are written by programs, and long. */
  eachLock: 4 * 1024 * 1024,
  together: 32 * 1024 * 1024,
  /** After which no more is read, so that whoever waits gets what was found. */
  seconds: 4,
};

/**
 * Reads texts of a project, each at most once, and no more of them than is good for a server that
 * does so for many: what is larger, or comes after the last byte or second, is passed over.
 */
export class ProjectTexts {
  private readonly project: ProjectFiles;
  private readonly byPath: ReadonlyMap<string, ProjectFile>;
  private readonly kept = new Map<string, string | null>();
  private left = LIMITS.together;
  private readonly until = Date.now() + LIMITS.seconds * 1000;
  /** Whether something was passed over that is a text. */
  isComplete = true;

  constructor(project: ProjectFiles) {
    this.project = project;
    this.byPath = new Map(project.files.map((file) => [file.path, file]));
  }

  file(path: string): ProjectFile | null {
    return this.byPath.get(path) ?? null;
  }

  /** Null for what is no text, is too long, or cannot be read. */
  async text(path: string, isLock = false): Promise<string | null> {
    const known = this.kept.get(path);
    if (known !== undefined) return known;
    const text = await this.readOnce(path, isLock);
    this.kept.set(path, text);
    return text;
  }

  /** As `text`, of what is looked at by one reader alone: it is not kept. */
  async readOnce(path: string, isLock = false): Promise<string | null> {
    const file = this.byPath.get(path);
    if (!file || file.kind === 'binary' || file.kind === 'image') return null;
    const most = Math.min(isLock ? LIMITS.eachLock : LIMITS.each, this.left);
    if (file.size > most || Date.now() > this.until) {
      this.isComplete = false;
      return null;
    }
    this.left -= file.size;
    const bytes = await this.project.read(path);
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le');
    return bytes.includes(0) ? null : bytes.toString('utf8');
  }
}

/** Lines with their numbers, counted from 1; one that is longer than `most` is cut there. */
export function* linesOf(text: string, most = 2000): Generator<[line: string, number: number]> {
  let number = 1;
  for (let at = 0; at <= text.length; number++) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    yield [text.slice(at, Math.min(end, at + most)), number];
    at = end + 1;
  }
}

/** A pattern that finds the text itself. */
export function literally(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder that a path is in; `''` for the project itself. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Deeper than any that a tool writes: a parser would need more memory than it has. */
const MAX_DEPTH = 2000;

/** What a JSON text holds; null where it is none, or nests too deeply. */
export function parseJson(text: string): unknown {
  if (nestsTooDeeply(text)) return null;
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return null;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nestsTooDeeply(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length && depth <= MAX_DEPTH; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === '[' || sign === '{') depth++;
    else if (sign === ']' || sign === '}') depth--;
  }
  return depth > MAX_DEPTH;
}

/** The place of the quote that ends it. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (slashes < at && text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
