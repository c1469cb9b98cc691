import { Refusal } from '#domain/refusals.ts';
import type { PatchHunk } from './file-patch.ts';
import type { LineImage } from './line-image.ts';
import { sidesOf } from './read-hunks.ts';

/** Where else the lines of a hunk are looked for, to tell what is different there. */
const REACH = 200;
const COMPARED_LINES = 2000;
/** Of a line, so much is shown. */
const SHOWN = 120;

/** A hunk that does not fit, and the file that it is for. */
export interface Misfit {
  path: string;
  /** Counted from 1 within its file. */
  number: number;
  hunk: PatchHunk;
  image: LineImage;
}

/** Why a hunk does not fit: the first line that is not as the patch expects it, and what stands there. */
export function misfit({ path, number, hunk, image }: Misfit): Refusal {
  const where = `${path}: change ${number}, on line ${hunk.line} of the patch, does not fit`;
  const expected = linesOf(sidesOf(hunk).before).slice(0, COMPARED_LINES);
  if (expected.length === 0) {
    const why = hunk.oldStart === 0 ? 'the file is not empty' : 'it has no lines round it';
    return new Refusal('patch_does_not_fit', `${where}, since ${why}.`);
  }
  const start = likeliest(expected, hunk, image);
  const found = expected.map((_, index) => image.slice(start + index, start + index + 1));
  const different = expected.findIndex((line, index) => !found[index]?.equals(line));
  if (different < 0) {
    return new Refusal('patch_does_not_fit', `${where} at line ${start + 1}. ${elsewhere(hunk)}`);
  }
  const nothing = Buffer.alloc(0);
  const [wanted = nothing, stands = nothing] = [expected[different], found[different]];
  return new Refusal(
    'patch_does_not_fit',
    `${where} at line ${start + different + 1}. ${difference(wanted, stands)}`,
  );
}

/** All its lines are there, but not where they may be. */
function elsewhere(hunk: PatchHunk): string {
  if (hunk.trailing === 0)
    return 'Its lines are there, but the patch expects the file to end there.';
  if (hunk.oldStart <= 1)
    return 'Its lines are there, but the patch expects them at the beginning.';
  return 'Another change of the patch has changed these lines already.';
}

function difference(wanted: Buffer, stands: Buffer): string {
  if (stands.length === 0) return `The patch expects ${shown(wanted)}, but the file ends there.`;
  if (bare(wanted).equals(bare(stands))) {
    return `The patch expects ${ending(wanted)}, but the line ends with ${ending(stands)}: ${shown(stands)}.`;
  }
  return `The patch expects ${shown(wanted)}, but there stands ${shown(stands)}.`;
}

/** Of all places near, that with the most lines as they are expected; the nearest of such. */
function likeliest(expected: readonly Buffer[], hunk: PatchHunk, image: LineImage): number {
  const start = Math.max(0, hunk.oldStart - 1);
  let best = { start: Math.min(start, Math.max(0, image.lineCount - 1)), alike: 0 };
  for (let distance = 0; distance <= REACH; distance++) {
    for (const place of [start + distance, start - distance]) {
      if (place < 0 || place >= image.lineCount) continue;
      const alike = expected.filter((line, index) => {
        return image.slice(place + index, place + index + 1).equals(line);
      }).length;
      if (alike > best.alike) best = { start: place, alike };
    }
  }
  return best.start;
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at) + 1 || bytes.length;
    lines.push(bytes.subarray(at, end));
    at = end;
  }
  return lines;
}

function bare(line: Buffer): Buffer {
  const end = line.at(-1) === 10 ? line.length - 1 : line.length;
  return line.subarray(0, line[end - 1] === 13 ? end - 1 : end);
}

function ending(line: Buffer): string {
  if (line.at(-1) !== 10) return 'no line break';
  return line.at(-2) === 13 ? 'a Windows line break (CR LF)' : 'a plain line break (LF)';
}

/** A line as a sentence shows it. */
function shown(line: Buffer): string {
  const text = bare(line).toString('utf8', 0, 4 * SHOWN);
  const plain = text.replace(/\t/g, '  ').replace(/\p{Cc}/gu, '\ufffd');
  const signs = [...plain];
  if (plain.trim() === '') return 'an empty line';
  return `“${signs.slice(0, SHOWN).join('')}${signs.length > SHOWN ? '…' : ''}”`;
}
