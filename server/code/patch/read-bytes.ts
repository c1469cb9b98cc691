import { decodeBase85Line } from './base85.ts';
import type { ByteLines } from './byte-lines.ts';
import { type FilePatch, type PatchBytes, unreadable } from './file-patch.ts';

const BINARY = 'GIT binary patch\n';
const NEWLINE = 10;

/**
 * What a patch brings for a file that is no text, if it does.
 * @throws Refusal `not_a_patch` where it is broken, or where the patch only says that such a file is different
 */
export function readBytes(lines: ByteLines, patch: FilePatch): PatchBytes | null {
  if (isDifference(lines)) {
    throw unreadable(
      lines.number,
      `says that ${patch.newPath ?? patch.oldPath} is different, but not how. Please make the patch with “git diff --binary”`,
    );
  }
  if (!lines.begins(BINARY)) return null;
  const { number } = lines;
  lines.skip();
  const bytes = readBlock(lines);
  if (!bytes) throw unreadable(number, 'announces bytes that are not there');
  // The way back follows, which nobody takes here; git refuses it too where it is broken.
  readBlock(lines);
  if (!patch.ids) {
    throw unreadable(
      number,
      'brings bytes without the whole hashes of the file. Please make the patch with “git diff --binary”',
    );
  }
  return bytes;
}

/** The line that stands for a change of a file that is no text. */
function isDifference(lines: ByteLines): boolean {
  return /^(?:Binary files|Files) .* differ\s*$/.test(lines.peek().toString('latin1', 0, 3000));
}

function readBlock(lines: ByteLines): PatchBytes | null {
  const line = lines.number;
  const head = /^(literal|delta) (\d{1,12})\n/.exec(
    lines.bytes.toString('latin1', lines.at, lines.at + 24),
  );
  if (!head) return null;
  lines.skip();
  const parts: Buffer[] = [];
  while (lines.bytes[lines.at] !== NEWLINE) {
    const part = decodeBase85Line(lines.peek());
    if (!part) throw unreadable(lines.number, 'is no line of packed bytes as Git writes them');
    parts.push(part);
    lines.skip();
  }
  lines.skip();
  const method = head[1] === 'delta' ? 'delta' : 'literal';
  return { method, size: Number(head[2]), packed: Buffer.concat(parts), line };
}
