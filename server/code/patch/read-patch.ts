import { PROJECT_LIMITS } from '#domain/project-limits.ts';
import { Refusal } from '#domain/refusals.ts';
import { ByteLines } from './byte-lines.ts';
import { type FilePatch, unreadable } from './file-patch.ts';
import { readBytes } from './read-bytes.ts';
import { readHeader } from './read-header.ts';
import { isHunk, readHunk } from './read-hunks.ts';

/** More than any project needs. */
const LIMITS = { files: 2 * PROJECT_LIMITS.files, hunks: 200_000 };

/** Of a line that tells what is lost. */
const MAX_SHOWN = 3000;

/** A mail of `git format-patch` begins so. */
const MAIL = /^From [0-9a-f]{40,64} /;

/**
 * Reads a patch as `git diff`, `diff -u` or `git format-patch` write it, on its bytes: text of any
 * encoding and any line ends is in it as it is.
 * @throws Refusal `not_a_patch`, which names the line and what is wrong with it
 */
export function readPatch(patch: Buffer): FilePatch[] {
  refuseWideText(patch);
  const lines = new ByteLines(withoutMark(patch));
  const files: FilePatch[] = [];
  let [mails, hunks] = [0, 0];
  // In the words of a mail, before its first file, anything may stand.
  let isWords = false;
  while (!lines.isAtEnd) {
    if (!isWords) refuseLost(lines);
    const file = nextFile(lines);
    if (file) {
      isWords = false;
      file.commit = Math.max(0, mails - 1);
      hunks += file.hunks.length;
      files.push(file);
      if (files.length > LIMITS.files || hunks > LIMITS.hunks) throw tooMuch();
    } else if (MAIL.test(lines.next().toString('latin1', 0, 80))) {
      mails++;
      isWords = true;
    }
  }
  if (files.length === 0) {
    throw new Refusal('not_a_patch', 'There are no changes of files in this patch.');
  }
  return files;
}

function tooMuch(): Refusal {
  return new Refusal('too_much_to_read', 'This patch has too many changes for one project.');
}

/** PowerShell turns what a program prints into UTF-16 before it writes it into a file. */
function refuseWideText(patch: Buffer): void {
  const [first = 0, second = 0] = patch;
  if (first + second !== 0x1fd || Math.abs(first - second) !== 1) return;
  throw new Refusal(
    'not_a_patch',
    'This patch was turned into UTF-16, so its bytes are not those of the files any more. Please make it with “git diff --binary --output=changes.patch”.',
  );
}

/** Some editors put a mark before a text in UTF-8. */
function withoutMark(patch: Buffer): Buffer {
  return patch.subarray(0, 3).equals(Buffer.from('\ufeff')) ? patch.subarray(3) : patch;
}

/** Null, and nothing read, where the next line begins no file. */
function nextFile(lines: ByteLines): FilePatch | null {
  const patch = readHeader(lines);
  if (!patch) return null;
  while (isHunk(lines)) {
    patch.hunks.push(readHunk(lines, patch));
    if (patch.hunks.length > LIMITS.hunks) throw tooMuch();
  }
  if (patch.hunks.length === 0) patch.bytes = readBytes(lines, patch);
  const only = patch.hunks[0];
  if (isIdle(patch)) throw unreadable(patch.line, 'names a file of which nothing is changed');
  patch.mayBeNew &&= patch.hunks.length === 1 && only?.oldLines === 0;
  return patch;
}

function isIdle({ hunks, bytes, executable, oldPath, newPath }: FilePatch): boolean {
  return hunks.length === 0 && !bytes && executable === null && oldPath === newPath;
}

/** What other programs and commands write of a change, and what is to be done instead. */
const LOST: [line: RegExp, says: string][] = [
  [/^@@ -/, 'begins a change without naming its file'],
  [
    /^Binary files .* differ\s*$/,
    'says that a file is different, but not how. Please make the patch with “git diff --binary”',
  ],
  [
    /^Only in .*: ./,
    'says that a file is in one place only, but not what is in it. Please make the patch with “diff -ruN”',
  ],
  [
    /^diff --(?:cc|combined) /,
    'is about a merge of two versions. Please make the patch with “git diff --binary” and the version that you began with',
  ],
];

/** What would silently be missing if it were passed over. */
function refuseLost(lines: ByteLines): void {
  if (!/^(?:@@ |Bina|Only|diff)/.test(lines.beginning(4))) return;
  const line = lines.beginning(MAX_SHOWN);
  const found = LOST.find(([pattern]) => pattern.test(line.split('\n', 1)[0] ?? ''));
  if (found) throw unreadable(lines.number, found[1]);
}
