import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fileTypeFromBuffer } from 'file-type';

/** What the content of a file says about it; its name and the sender's words say nothing. */
export interface Examined {
  md5: string;
  type: string;
  /** Whether a thumbnail can be tried. */
  is_picture: boolean;
}

/** Signatures, and the start of a document inside a container, lie within this. */
const HEAD_BYTES = 64 * 1024;
const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];
/** What a browser would run or render as a page is plain text here. */
const MARKUP = /xml|html|svg|script|mathml/;
const SVG = /^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i;

/** Reads a whole file once, in pieces. */
export async function examine(file: string): Promise<Examined> {
  const hash = createHash('md5');
  const text = new TextCheck();
  let head = Buffer.alloc(0);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    text.add(chunk);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
  }
  const isText = text.end();
  const type = await typeOf(head, isText);
  const isSvg = isText && SVG.test(head.toString('utf8'));
  return {
    md5: hash.digest('base64'),
    type,
    is_picture: PICTURES.includes(type) || isSvg,
  };
}

async function typeOf(head: Buffer, isText: boolean): Promise<string> {
  // A crafted container may confuse the reader: then it is bytes and no more.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found && !MARKUP.test(found.mime)) return found.mime;
  return isText ? 'text/plain' : 'application/octet-stream';
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
