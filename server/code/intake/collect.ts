import { createHash } from 'node:crypto';
import type { CodeKind, LeftOut } from '#domain/code.ts';
import { LONGEST_PART } from '../../files/shield/budget.ts';
import { encodingOf } from '../../files/shield/encoding.ts';
import { type Format, formatOf } from '../../files/shield/formats.ts';
import { PassingBytes } from '../../workers/give-back.ts';
import type { PackPlace } from '../packed-project.ts';
import { holdsPlaceholders } from '../placeholders.ts';
import type { Keys } from './keys.ts';
import { kindOf, linesIn } from './kind.ts';
import type { PackWriter } from './pack-writer.ts';
import { cannotRead, placeOf, shown } from './place.ts';

/** A file is held in memory up to here; the rest of it goes by in pieces. */
const HELD_BYTES = 4 * 1024 * 1024;
/** What is looked through by its parts. */
const ARCHIVES: readonly Format[] = ['zip', 'tar', 'gzip', 'zstd'];
/** Entries of an archive, with those that are left out. */
const MOST_ENTRIES = 250_000;
const MOST_LEFT_OUT = 300;
/** Of a long file so much is looked through at a time, the end of the piece before included. */
const OVERLAP = 8 * 1024;
const LFS = 'version https://git-lfs.github.com/spec/';
const MB = 1024 * 1024;

/** One entry of an archive or repository, as it says itself. */
export interface ArchiveEntry {
  name: string;
  type: 'file' | 'folder' | 'link' | 'special' | 'submodule';
  executable: boolean;
  /** Its bytes, piece by piece; what is not asked for is not unpacked, or passed over. */
  bytes: () => Promise<AsyncIterable<Buffer>>;
}

/** Takes the entries of an archive, one after the other. */
export type TakeEntry = (entry: ArchiveEntry) => Promise<void>;

/** A file as it was taken in. */
export interface Collected {
  path: string;
  hash: string;
  size: number;
  kind: CodeKind;
  executable: boolean;
  lines: number | null;
  /** Null where the request has its bytes already. */
  place: PackPlace | null;
}

interface Collecting {
  writer: PackWriter;
  keys: Keys;
  /** Hashes of what the request has already, which was looked through when it came. */
  known: ReadonlySet<string>;
  /** What is passed over by its hash: the dummies that we put into a download ourselves. */
  ours: string | null;
  /** What a project may hold, in all. */
  limits: { bytes: number; files: number };
}

/** Takes in files one by one, each packed and looked through, and holds them to the limits of a project. */
export class Collection {
  readonly files = new Map<string, Collected>();
  /** Where dummies of ours lay. */
  readonly dummies = new Set<string>();
  /** Whether placeholders stand in a file, whoever has put them there. */
  hasPlaceholders = false;
  private readonly out = new Map<string, LeftOut>();
  private readonly places = new Map<string, PackPlace>();
  private readonly tools: Collecting;
  private readonly passing = new PassingBytes();
  private bytes = 0;
  private entries = 0;

  constructor(tools: Collecting) {
    this.tools = tools;
  }

  get leftOut(): LeftOut[] {
    return [...this.out.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** @throws Refusal `project_refused` */
  async take(entry: ArchiveEntry): Promise<void> {
    if (++this.entries > MOST_ENTRIES)
      throw cannotRead(`There are more than ${MOST_ENTRIES} files in it, with those left out.`);
    if (entry.type === 'folder' && /^[./]*$/.test(entry.name) && !entry.name.includes('..')) return;
    const place = placeOf(entry.name);
    if ('refused' in place) throw cannotRead(place.refused);
    if ('leftOut' in place) {
      if (entry.type !== 'folder') this.leaveOut(place.leftOut, place.reason);
      return;
    }
    if (entry.type === 'folder') return;
    if (entry.type !== 'file') {
      this.leaveOut(place.path, entry.type);
      return;
    }
    await this.add(this.tools.keys.path(place.path), entry.executable, await entry.bytes());
  }

  /** Takes in a file that a patch has made or changed. */
  async addChanged(path: string, executable: boolean, bytes: Buffer): Promise<void> {
    const place = placeOf(path);
    if ('refused' in place) throw cannotRead(place.refused);
    if ('leftOut' in place) this.leaveOut(place.leftOut, place.reason);
    else await this.add(this.tools.keys.path(place.path), executable, asIterable(bytes));
  }

  private async add(
    path: string,
    executable: boolean,
    bytes: AsyncIterable<Buffer>,
  ): Promise<void> {
    if (this.files.has(path)) throw cannotRead(`A file is there twice: ${shown(path)}`);
    const { files } = this.tools.limits;
    if (this.files.size >= files)
      throw cannotRead(
        `The project has more than ${files} files, without dependencies and build output.`,
      );
    const [head, rest] = await this.beginningOf(bytes);
    const file = rest ? await this.long(path, head, rest) : await this.short(path, head);
    if (file) this.files.set(path, { path, executable, ...file });
  }

  /** Both sides read what was left out: as in names of files, no key stands in it. */
  leaveOut(path: string, reason: LeftOut['reason']): void {
    const isFull = this.out.size >= MOST_LEFT_OUT;
    const key = isFull && !this.out.has(path) ? '…' : path;
    const entry = this.out.get(key) ?? { path: this.tools.keys.path(key), reason, files: 0 };
    this.out.set(key, { ...entry, files: entry.files + 1 });
  }

  /** Takes a folder away that lies round everything. */
  takeAway(top: string): void {
    if (top === '') return;
    const files = [...this.files.values()];
    this.files.clear();
    for (const file of files) {
      const path = file.path.slice(top.length);
      this.files.set(path, { ...file, path });
    }
    const dummies = [...this.dummies];
    this.dummies.clear();
    for (const path of dummies) this.dummies.add(path.slice(top.length));
    for (const [key, entry] of this.out) {
      const { path } = entry;
      if (path.startsWith(top)) this.out.set(key, { ...entry, path: path.slice(top.length) });
    }
    this.tools.keys.takeAway(top);
  }

  /** @throws Refusal `project_refused` */
  private count(bytes: number): void {
    const { limits } = this.tools;
    this.bytes += bytes;
    this.passing.add(bytes);
    if (this.bytes > limits.bytes)
      throw cannotRead(
        `The project has more than ${limits.bytes / MB} MB, without dependencies and build output.`,
      );
  }

  private async beginningOf(
    bytes: AsyncIterable<Buffer>,
  ): Promise<[Buffer, AsyncIterator<Buffer> | null]> {
    let chunks: Buffer[] = [];
    let [length, most] = [0, HELD_BYTES];
    const iterator = bytes[Symbol.asyncIterator]();
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      chunks.push(next.value);
      length += next.value.length;
      this.count(next.value.length);
      if (length <= most) continue;
      const head = Buffer.concat(chunks);
      if (most === HELD_BYTES && ARCHIVES.includes(formatOf(head, null))) most = LONGEST_PART;
      if (length > most) return [head, iterator];
      chunks = [head];
    }
    return [chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks), null];
  }

  private async short(path: string, bytes: Buffer): Promise<Content | null> {
    const hash = sha256(bytes);
    const { known, keys, ours } = this.tools;
    if (hash === ours) {
      this.dummies.add(path);
      return null;
    }
    if (bytes.length < 1024 && bytes.toString('latin1').startsWith(LFS)) {
      this.leaveOut(path, 'lfs');
      return null;
    }
    if (known.has(hash)) return this.keep(bytes, hash);
    const shared = await keys.file(bytes, path);
    if (shared === null) {
      this.leaveOut(path, 'secret');
      return null;
    }
    return this.keep(shared, shared === bytes ? hash : sha256(shared));
  }

  /** What the request has already is not packed again, nor what came before in this version. */
  private async keep(bytes: Buffer, hash: string): Promise<Content> {
    const { known, writer } = this.tools;
    const kind = kindOf(bytes);
    this.hasPlaceholders ||= holdsPlaceholders(bytes);
    const lines = kind === 'text' || kind === 'large' ? linesIn(bytes) : null;
    const content = { hash, size: bytes.length, kind, lines };
    if (known.has(hash)) return { ...content, place: null };
    const packed = () => (kind === 'text' ? writer.addText(bytes) : writer.add(bytes));
    const place = this.places.get(hash) ?? (await packed());
    this.places.set(hash, place);
    return { ...content, place };
  }

  /** What is too long to be held: it stays as it is, or out where a key is in it. */
  private async long(
    path: string,
    head: Buffer,
    rest: AsyncIterator<Buffer>,
  ): Promise<Content | null> {
    const hash = createHash('sha256');
    const kind = kindOf(head);
    const isPlain = ['utf8', 'latin1'].includes(encodingOf(head));
    let [size, lines, end, hasKeys] = [0, 0, Buffer.alloc(0), false];
    const pieces = async function* (collection: Collection) {
      for await (const piece of inPieces(head, rest)) {
        if (piece !== head) collection.count(piece.length);
        hash.update(piece);
        size += piece.length;
        for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++;
        for (let at = 0; at < piece.length; at += MB) {
          const part = Buffer.concat([end, piece.subarray(at, at + MB)]);
          hasKeys ||= collection.tools.keys.inPart(part, path, isPlain);
          end = part.subarray(-OVERLAP);
        }
        yield piece;
      }
    };
    const { place, undo } = await this.tools.writer.addStream(pieces(this));
    const found = hash.digest('hex');
    const isKnown = this.tools.known.has(found);
    if (isKnown || (hasKeys && this.tools.keys.isMasking)) undo();
    if (hasKeys && this.tools.keys.isMasking && !isKnown) {
      this.leaveOut(path, 'secret');
      return null;
    }
    const isText = kind === 'text' || kind === 'large';
    return {
      hash: found,
      size,
      kind: kind === 'text' ? 'large' : kind,
      lines: isText ? lines + 1 : null,
      place: isKnown ? null : place,
    };
  }
}

type Content = Omit<Collected, 'path' | 'executable'>;

/** Bytes that are at hand, as those that come piece by piece. */
export async function* asIterable(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield bytes;
}

async function* inPieces(
  head: Buffer,
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
