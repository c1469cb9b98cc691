import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fileTypeFromBuffer } from 'file-type';

/** What the content of a file says about it; its name and the sender's words say nothing. */
export interface Examined {
  md5: string;
  /** In hex digits: what evidence says of the bytes. */
  sha256: string;
  type: string;
  /** Whether a thumbnail can be tried. */
  is_picture: boolean;
}

/** Signatures, and the start of a document inside a container, lie within this. */
const HEAD_BYTES = 64 * 1024;
const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];
/** What a browser would run or render as a page is plain text here. */
const MARKUP = /xml|html|svg|script|mathml/;
/** What may come before the first element, and how each of it ends. */
const BEFORE_ROOT = { '<?': '?>', '<!--': '-->', '<!DOCTYPE': '>' };

/** Runs in a worker: reads a whole file once, in pieces. */
export async function examine(file: string): Promise<Examined> {
  const hash = createHash('md5');
  const sha256 = createHash('sha256');
  const text = new TextCheck();
  let head = Buffer.alloc(0);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sha256.update(chunk);
    text.add(chunk);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
  }
  const isText = text.end();
  const type = await typeOf(head, isText);
  return {
    md5: hash.digest('base64'),
    sha256: sha256.digest('hex'),
    type,
    is_picture: PICTURES.includes(type) || (isText && isSvg(head.toString('utf8'))),
  };
}

async function typeOf(head: Buffer, isText: boolean): Promise<string> {
  // A crafted container may confuse the reader: then it is bytes and no more.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found && !MARKUP.test(found.mime)) return found.mime;
  return isText ? 'text/plain' : 'application/octet-stream';
}

/** Step by step: one pattern for all of it would try every way to read a long row of comments. */
function isSvg(text: string): boolean {
  let left = text.trimStart();
  for (;;) {
    const start = left.slice(0, 9).toUpperCase();
    const [, end] = Object.entries(BEFORE_ROOT).find(([sign]) => start.startsWith(sign)) ?? [];
    if (end === undefined) return /^<(?:svg:)?svg[\s>]/i.test(left);
    const found = left.indexOf(end);
    if (found < 0) return false;
    left = left.slice(found + end.length).trimStart();
  }
}

/** Whether bytes are UTF-8 text, piece by piece. */
class TextCheck {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private isText = true;

  add(chunk: Buffer): void {
    if (!this.isText) return;
    try {
      this.isText = !this.decoder.decode(chunk, { stream: true }).includes('\0');
    } catch {
      this.isText = false;
    }
  }

  end(): boolean {
    try {
      this.decoder.decode();
    } catch {
      this.isText = false;
    }
    return this.isText;
  }
}
