import type { ByteLines } from './byte-lines.ts';
import { type FilePatch, unreadable } from './file-patch.ts';
import { commonName, isNothing, nameOn } from './patch-path.ts';

/** A plain file, and what its owner may do with it. */
const FILE_MODE = /^100([0-7])[0-7]{2}$/;
const OTHER_MODES: Record<string, string> = {
  '120000': 'makes or changes a link, which no project may have',
  '160000': 'is about a submodule, which no project has',
};

const GIT = 'diff --git ';
/** Of a line with a name or two. */
const MAX_LINE_BYTES = 10_000;

/** What one line of a header says, without the word that it begins with. */
type Saying = (patch: FilePatch, rest: Buffer, line: number) => void;

const sayings: [begins: string, Saying][] = [
  ['--- ', oldName],
  ['+++ ', newName],
  ['old mode ', (_, rest, line) => void modeOn(rest, line)],
  ['new mode ', setMode],
  ['deleted file mode ', removes],
  ['new file mode ', adds],
  ['copy from ', from('copy')],
  ['copy to ', to],
  ['rename from ', from('move')],
  ['rename to ', to],
  ['similarity index ', () => {}],
  ['dissimilarity index ', () => {}],
  ['index ', hashes],
];

/**
 * The header of a file's part, in the form of git or as a plain diff; null for a line that begins none.
 * @throws Refusal `not_a_patch`
 */
export function readHeader(lines: ByteLines): FilePatch | null {
  if (lines.begins(GIT)) return gitHeader(lines);
  return lines.begins('--- ') ? plainHeader(lines) : null;
}

function lineOf(lines: ByteLines): Buffer {
  const { number } = lines;
  const line = lines.next();
  if (line.length > MAX_LINE_BYTES) throw unreadable(number, 'is too long to name a file');
  return line;
}

function emptyPatch(line: number): FilePatch {
  return {
    oldPath: null,
    newPath: null,
    from: null,
    executable: null,
    mayBeNew: false,
    hunks: [],
    bytes: null,
    ids: null,
    commit: 0,
    line,
  };
}

function gitHeader(lines: ByteLines): FilePatch {
  const line = lines.number;
  const common = commonName(lineOf(lines).subarray(GIT.length), line);
  const patch = emptyPatch(line);
  [patch.oldPath, patch.newPath] = [common, common];
  const said = new Set<string>();
  for (;;) {
    const saying = sayings.find(([begins]) => lines.begins(begins));
    if (!saying) break;
    const [begins, say] = saying;
    const at = lines.number;
    say(patch, lineOf(lines).subarray(begins.length), at);
    said.add(begins);
  }
  const [isNew, isGone] = [said.has('new file mode '), said.has('deleted file mode ')];
  if (isNew && isGone) throw unreadable(line, 'begins a file that is both new and deleted');
  if (patch.oldPath === null && !isNew) throw withoutName(line);
  if (patch.newPath === null && !isGone) throw withoutName(line);
  const isSame = patch.oldPath === patch.newPath;
  if (!isSame && !patch.from && !isNew && !isGone) throw withoutName(line);
  return patch;
}

function withoutName(line: number) {
  return unreadable(
    line,
    'does not say which file it is about. Names begin with a/ and b/: please make the patch with “git diff --binary --src-prefix=a/ --dst-prefix=b/”',
  );
}

function oldName(patch: FilePatch, rest: Buffer, line: number): void {
  patch.oldPath = isNothing(rest) ? null : nameOn(rest, { line, strip: 1 });
}

function newName(patch: FilePatch, rest: Buffer, line: number): void {
  patch.newPath = isNothing(rest) ? null : nameOn(rest, { line, strip: 1 });
}

function from(kind: 'copy' | 'move'): Saying {
  return (patch, rest, line) => {
    patch.oldPath = nameOn(rest, { line, strip: 0 });
    patch.from = kind;
  };
}

function to(patch: FilePatch, rest: Buffer, line: number): void {
  patch.newPath = nameOn(rest, { line, strip: 0 });
}

function adds(patch: FilePatch, rest: Buffer, line: number): void {
  setMode(patch, rest, line);
  patch.oldPath = null;
}

function removes(patch: FilePatch, rest: Buffer, line: number): void {
  modeOn(rest, line);
  patch.newPath = null;
}

function setMode(patch: FilePatch, rest: Buffer, line: number): void {
  patch.executable = modeOn(rest, line);
}

function hashes(patch: FilePatch, rest: Buffer, line: number): void {
  const text = rest.toString('latin1', 0, 200);
  const found = /^([0-9a-f]+)\.\.([0-9a-f]+)(?: ([0-7]{6}))?\s*$/.exec(text);
  if (!found) return;
  const [, before = '', after = '', mode] = found;
  if (mode !== undefined) modeOn(Buffer.from(mode), line);
  const isWhole = before.length === after.length && [40, 64].includes(before.length);
  patch.ids = isWhole ? { before, after } : null;
}

/** Whether a mode makes a file executable. */
function modeOn(rest: Buffer, line: number): boolean {
  const mode = rest.toString('latin1', 0, 20).trim();
  const owner = FILE_MODE.exec(mode)?.[1];
  if (owner !== undefined) return Number(owner) % 2 === 1;
  throw unreadable(line, OTHER_MODES[mode] ?? 'has a mode that no file of a project has');
}

/** `---`, `+++` and the beginning of a hunk one after the other; anything else is text of a mail. */
function plainHeader(lines: ByteLines): FilePatch | null {
  const start = { at: lines.at, number: lines.number };
  const line = lines.number;
  const old = lines.next().subarray(4);
  const isHeader = lines.begins('+++ ');
  const now = lines.next().subarray(4);
  if (!isHeader || !lines.begins('@@ -') || Math.max(old.length, now.length) > MAX_LINE_BYTES) {
    Object.assign(lines, start);
    return null;
  }
  const patch = emptyPatch(line);
  patch.oldPath = isAbsent(old) ? null : nameOn(old, { line, strip: 1 });
  patch.newPath = isAbsent(now) ? null : nameOn(now, { line: line + 1, strip: 1 });
  if (patch.oldPath !== null && patch.newPath !== null) {
    // Of NAME and NAME.orig, the project has the shorter one.
    const { oldPath, newPath } = patch;
    const path = newPath.startsWith(oldPath) ? oldPath : newPath;
    Object.assign(patch, { oldPath: path, newPath: path, mayBeNew: true });
  }
  if (patch.oldPath === null && patch.newPath === null) throw withoutName(line);
  return patch;
}

/** Programs without `/dev/null` date what is not there back to 1970. */
function isAbsent(rest: Buffer): boolean {
  if (isNothing(rest)) return true;
  const [, date = ''] = rest.toString('latin1').split('\t', 2);
  return (
    /^19(?:69-12-31|70-01-01) /.test(date) && Date.parse(date.replace(/(:\d\d)\.\d+/, '$1')) === 0
  );
}
