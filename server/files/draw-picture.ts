import sharp, { type Sharp } from 'sharp';
import { MAX_FILE_BYTES } from '#domain/file-rules.ts';
import { cleanSvg } from './clean-svg.ts';

/**
 * A program of its own (`picture.ts` starts it): reads one untrusted picture from its input, writes
 * a smaller one to its output, and ends. Nothing is drawn but the bytes that it was given.
 */

/** A decoded picture takes some four bytes a pixel; photographs of phones fit in. */
const MAX_PIXELS = 50_000_000;
const MAX_MEMORY_BYTES = 700 * 1024 * 1024;
const MAX_SVG_BYTES = 4 * 1024 * 1024;
/** A few lines of SVG can ask for years of drawing; a photograph is at most large. */
const SVG_SECONDS = 4;
/** `picture.ts` waits no longer, or is not there any more. */
const SECONDS = 20;

const SIZES = {
  thumbnail: (picture: Sharp) =>
    picture.resize(480, 480, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 }),
  square: (picture: Sharp) =>
    picture.resize(512, 512, { fit: 'cover', position: 'centre' }).webp({ quality: 85 }),
  print: (picture: Sharp) =>
    picture
      .resize(1000, 1000, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 75 }),
};

export type PictureKind = keyof typeof SIZES;

// Drawing happens beside this thread, which so can look after it.
let until = Date.now() + SECONDS * 1000;
setInterval(() => {
  const isLarge = process.memoryUsage.rss() > MAX_MEMORY_BYTES;
  if (isLarge || Date.now() > until) process.kill(process.pid, 'SIGKILL');
}, 20).unref();
// Meant for the server, which waits for what is under way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });

const input = await readInput();
const isMarkup = /^\s*</.test(new TextDecoder().decode(input.subarray(0, 100)));
const picture = isMarkup ? svg(input) : raster(input);
// Metadata is dropped because nothing asks for it to be kept.
const size = SIZES[process.argv[2] as PictureKind];
process.stdout.end(await size(picture.autoOrient()).toBuffer());

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let left = MAX_FILE_BYTES;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    left -= chunk.length;
    if (left < 0) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function raster(bytes: Buffer): Sharp {
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((kind) => {
      return `VipsForeignLoad${kind}Buffer`;
    }),
  });
  return open(bytes);
}

function svg(bytes: Buffer): Sharp {
  until = Math.min(until, Date.now() + SVG_SECONDS * 1000);
  if (bytes.length > MAX_SVG_BYTES) throw new Error('too large');
  const cleaned = cleanSvg(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  return open(Buffer.from(cleaned));
}

/** The first frame, upright. */
function open(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' });
}
