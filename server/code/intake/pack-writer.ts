import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createZstdCompress, zstdCompress } from 'node:zlib';
import type { PackPlace } from '../packed-project.ts';

const pack = promisify(zstdCompress);

/** Writes files one after another, each packed on its own, so that any can be read without the others. */
export class PackWriter {
  /** Of this machine. */
  readonly path: string;
  private readonly file: FileHandle;
  private end = 0;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.file = file;
  }

  /** @throws the system's error for a path that is in use */
  static async to(path: string): Promise<PackWriter> {
    return new PackWriter(path, await open(path, 'wx+', 0o600));
  }

  get size(): number {
    return this.end;
  }

  async add(bytes: Buffer): Promise<PackPlace> {
    return this.append(this.end, await pack(bytes));
  }

  /** The same for what is too long to be held; `Undo` takes it out again, as long as nothing follows. */
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
    const place = { pack: this.path, start, length: this.end - start };
    const undo = () => {
      this.end = start;
    };
    return { place, undo };
  }

  async read({ start, length }: PackPlace): Promise<Buffer> {
    const { buffer } = await this.file.read(Buffer.allocUnsafe(length), 0, length, start);
    return buffer;
  }

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
    return { pack: this.path, start, length: bytes.length };
  }
}
