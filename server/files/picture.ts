import type { Sharp } from 'sharp';

/** A decoded picture takes some four bytes a pixel; photographs of phones fit in. */
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 20;
const THUMBNAIL_SIDE = 480;
const PROFILE_SIDE = 512;

/** In memory from the first picture on. */
async function decoder() {
  const { default: sharp } = await import('sharp');
  // What was decoded is not needed again, and one picture at a time is enough beside the requests.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * A small WebP of the first frame, upright, without anything that the original said about itself.
 * @throws when it is no picture, or one that is too large to be decoded safely
 */
export function makeThumbnail(path: string): Promise<Buffer> {
  return oneAtATime(async () =>
    (await open(path))
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer(),
  );
}

/** A square WebP of the middle, for profiles. Throws as `makeThumbnail` does. */
export function makeSquare(path: string): Promise<Buffer> {
  return oneAtATime(async () =>
    (await open(path))
      .resize(PROFILE_SIDE, PROFILE_SIDE, { fit: 'cover', position: 'centre' })
      .webp({ quality: 85 })
      .toBuffer(),
  );
}

/** Metadata is dropped because nothing asks for it to be kept. */
async function open(path: string): Promise<Sharp> {
  const sharp = await decoder();
  return sharp(path, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient();
}

let last: Promise<unknown> = Promise.resolve();

/** So that the memory for pixels is that of one picture, however many come at once. */
function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = last.then(work, work);
  last = mine.catch(() => undefined);
  return mine;
}
