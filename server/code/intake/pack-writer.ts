import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createZstdCompress, zstdCompress } from 'node:zlib';
import { FRAME_BYTES, type PackPlace, type ReadPart } from '../packed-project.ts';

const pack = promisify(zstdCompress);

/** Files that are packed together once there are enough of them. */
interface OpenFrame {
  parts: Buffer[];
  places: PackPlace[];
  size: number;
}

const emptyFrame = (): OpenFrame => ({ parts: [], places: [], size: 0 });

/** Writes a pack, frame by frame. */
export class PackWriter {
  /** Of this machine. */
  readonly path: string;
  private readonly file: FileHandle;
  private end = 0;
  private open = emptyFrame();

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.file = file;
  }

  /** @throws the system's error for a path that is in use */
  static async to(path: string): Promise<PackWriter> {
    return new PackWriter(path, await open(path, 'wx+', 0o600));
  }

  /** Packs a file by itself. */
  async add(bytes: Buffer): Promise<PackPlace> {
    return this.append(this.end, await pack(bytes));
  }

  /** Packs a text together with its neighbours. Where their frame lies is known once it is sealed. */
  async addText(bytes: Buffer): Promise<PackPlace> {
    if (bytes.length >= FRAME_BYTES) return this.add(bytes);
    const place = { pack: this.path, start: 0, length: 0, skip: this.open.size };
    this.open.parts.push(bytes);
    this.open.places.push(place);
    this.open.size += bytes.length;
    if (this.open.size >= FRAME_BYTES) await this.seal();
    return place;
  }

  /** Writes the frame that is still open. */
  async seal(): Promise<void> {
    const { parts, places } = this.open;
    this.open = emptyFrame();
    if (places.length === 0) return;
    const { start, length } = await this.add(Buffer.concat(parts));
    for (const place of places) Object.assign(place, { start, length });
  }

  /** Packs what is too long to be held; `undo` takes it out again, as long as nothing follows. */
  async addStream(bytes: AsyncIterable<Buffer>): Promise<{ place: PackPlace; undo: () => void }> {
    const start = this.end;
    const packer = createZstdCompress();
    const feed = async () => {
      for await (const chunk of bytes)
        if (!packer.write(chunk)) await new Promise((drained) => packer.once('drain', drained));
      packer.end();
    };
    const feeding = feed().catch((error: Error) => packer.destroy(error));
    for await (const chunk of packer as AsyncIterable<Buffer>) await this.append(start, chunk);
    await feeding;
    const place = { pack: this.path, start, length: this.end - start, skip: 0 };
    const undo = () => {
      this.end = start;
    };
    return { place, undo };
  }

  readonly read: ReadPart = async ({ start, length }) => {
    const { buffer } = await this.file.read(Buffer.allocUnsafe(length), 0, length, start);
    return buffer;
  };

  /** Ends the pack. Its MD5 in base64, as the store wants it. */
  async finish(): Promise<{ size: number; md5: string }> {
    await this.file.truncate(this.end);
    const md5 = createHash('md5');
    const stream = this.file.createReadStream({ start: 0, autoClose: false });
    for await (const chunk of stream) md5.update(chunk as Buffer);
    return { size: this.end, md5: md5.digest('base64') };
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private async append(start: number, bytes: Buffer): Promise<PackPlace> {
    await this.file.write(bytes, 0, bytes.length, this.end);
    this.end += bytes.length;
    return { pack: this.path, start, length: bytes.length, skip: 0 };
  }
}
