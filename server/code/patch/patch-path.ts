import { PROJECT_LIMITS } from '#domain/project-limits.ts';
import { unreadable } from './file-patch.ts';

const NEWLINE = 10;
const QUOTE = 34;
const BACKSLASH = 92;
const SLASH = 47;

/** What git writes for a byte after a backslash, beside three octal digits. */
const ESCAPES: Record<string, number> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': QUOTE,
  '\\': BACKSLASH,
};

/** A name as a patch has it, and where what follows it begins. */
interface Name {
  bytes: Buffer;
  end: number;
}

/**
 * A name in quotation marks, as git writes names with unusual bytes.
 * @throws Refusal `not_a_patch` where the quotation does not end
 */
function unquoted(text: Buffer, line: number): Name {
  const bytes: number[] = [];
  for (let at = 1; at < text.length; at++) {
    const byte = text[at] ?? 0;
    if (byte === QUOTE) return { bytes: Buffer.from(bytes), end: at + 1 };
    if (byte !== BACKSLASH) {
      bytes.push(byte);
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.toString('latin1', at + 1, at + 4))?.[0];
    const escaped = octal
      ? Number.parseInt(octal, 8)
      : ESCAPES[String.fromCharCode(text[at + 1] ?? 0)];
    if (escaped === undefined) break;
    bytes.push(escaped);
    at += octal ? 3 : 1;
  }
  throw unreadable(line, 'has a name in quotation marks that do not end as they should');
}

/** A name as it stands in a patch. It is put in quotation marks only where git needs them. */
export function quoted(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that git quotes.
  const unusual = /[\x00-\x1f\x7f"\\]/g;
  const plain = name.replace(unusual, (sign) => {
    return `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
  return plain === name ? name : `"${plain}"`;
}

/**
 * The name on a line such as `--- a/NAME`, without what programs write after it (a tab and a date).
 * @param strip how many folders before it belong to the patch and not to the project
 */
export function nameOn(rest: Buffer, { line, strip }: { line: number; strip: 0 | 1 }): string {
  const whole = withoutLineEnd(rest);
  if (whole[0] === QUOTE) return pathIn(unquoted(whole, line).bytes, { line, strip });
  const tab = whole.indexOf(9);
  return pathIn(tab < 0 ? whole : whole.subarray(0, tab), { line, strip });
}

/** `/dev/null` stands for a file that is not there. */
export function isNothing(rest: Buffer): boolean {
  return /^\/dev\/null\s/.test(rest.toString('latin1', 0, 10));
}

/**
 * The name on a line `diff --git a/NAME b/NAME`; null where its two names differ, as they do only
 * before lines that name them again.
 */
export function commonName(rest: Buffer, line: number): string | null {
  const whole = withoutLineEnd(rest);
  const names = whole[0] === QUOTE ? quotedPair(whole, line) : plainPair(whole);
  if (!names) return null;
  const [before, after] = names.map((name) => name.subarray(name.indexOf(SLASH) + 1));
  if (!before || !after || !before.equals(after)) return null;
  return names.every((name) => name.includes(SLASH)) ? pathIn(after, { line, strip: 0 }) : null;
}

/** Without quotation marks, two names of one length have a space in the middle. */
function plainPair(whole: Buffer): Buffer[] | null {
  const middle = (whole.length - 1) / 2;
  if (whole[middle] !== 32) return null;
  return [whole.subarray(0, middle), whole.subarray(middle + 1)];
}

function quotedPair(whole: Buffer, line: number): Buffer[] | null {
  const first = unquoted(whole, line);
  const rest = whole.subarray(first.end + 1);
  return [first.bytes, rest[0] === QUOTE ? unquoted(rest, line).bytes : rest];
}

function withoutLineEnd(rest: Buffer): Buffer {
  const end = rest.at(-1) === NEWLINE ? rest.length - 1 : rest.length;
  return rest.subarray(0, rest[end - 1] === 13 ? end - 1 : end);
}

/** @throws Refusal `not_a_patch` for a name that leads out of the project, or to what is none of its files */
function pathIn(bytes: Buffer, { line, strip }: { line: number; strip: 0 | 1 }): string {
  const shown = `names “${bytes.toString('utf8', 0, 200).replace(/\p{Cc}/gu, '\ufffd')}”,`;
  if (bytes[0] === SLASH) throw unreadable(line, `${shown} which is outside of the project`);
  const own =
    strip === 1 && bytes.includes(SLASH) ? bytes.subarray(bytes.indexOf(SLASH) + 1) : bytes;
  if (own.length > PROJECT_LIMITS.pathBytes) throw unreadable(line, 'has a name that is too long');
  const path = textOf(own)?.normalize('NFC');
  if (path === undefined) throw unreadable(line, `${shown} which is not written in UTF-8`);
  const trouble = troubleWith(path);
  if (trouble) throw unreadable(line, `${shown} ${trouble}`);
  return path;
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function troubleWith(path: string): string | null {
  const parts = path.split('/');
  if (parts.length > PROJECT_LIMITS.depth) return 'which lies in too many folders';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file of a project has them.
  if (/[\x00-\x1f\x7f\\]/.test(path)) return 'which has signs in it that no file of a project has';
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    return 'which does not lead straight to a file of the project';
  }
  return parts.some(isGits) ? 'which belongs to Git and not to the project' : null;
}

/** `.git` in every form that some system takes for it. */
function isGits(part: string): boolean {
  // Signs that cannot be seen do not count in a name on a Mac, and an ending of dots not on Windows.
  const plain = part
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
    .replace(/(?:[. ]+|::?\$.*)$/s, '')
    .toLowerCase();
  return plain === '.git' || plain === 'git~1';
}
