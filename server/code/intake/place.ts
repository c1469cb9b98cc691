import type { LEFT_OUT_REASONS } from '#domain/code.ts';
import { foreignFolder } from '#domain/foreign-folder.ts';
import { PROJECT_LIMITS } from '#domain/project-limits.ts';
import { Refusal } from '#domain/refusals.ts';

type Reason = (typeof LEFT_OUT_REASONS)[number];

/**
 * Where a file of an archive lies in its project, or the folder with which it is left out, and why; or
 * why the project is refused.
 */
export type Place = { path: string } | { leftOut: string; reason: Reason } | { refused: string };

/** What cannot be taken in at all, in words that name the file. */
export function cannotRead(trouble: string): Refusal {
  return new Refusal('project_refused', trouble);
}

/** Longer ones lose their beginning. */
const SHOWN = 120;

/** A name from an archive as it is shown: whatever its maker wrote, in one line. */
export function shown(name: string): string {
  const line = name.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\u{fffd}');
  return `“${line.length <= SHOWN ? line : `…${line.slice(-SHOWN).toWellFormed()}`}”`;
}

/** Characters that turn the direction of text, or that some systems do not see in a name. */
const UNSEEN = /[\u200b\u061c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const CONTROL = /\p{Cc}/u;
/** What the file systems of Macs and Windows leave away from a name. */
const PASSED_OVER =
  /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\p{Variation_Selector}|[. ]+$/gu;
const LONGEST_NAME = 255;

/** Where a file lies by its name in an archive, in Unicode form C. A name that leads elsewhere on some system is refused. */
export function placeOf(name: string): Place {
  const why = whyRefused(name);
  if (why !== null) return { refused: `The name of a file ${why}: ${shown(name)}` };
  const parts = name
    .toWellFormed()
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const git = parts.findIndex(isGit);
  if (git >= 0) return out(parts, git, 'version_control');
  for (const [at, part] of parts.entries()) {
    const isFolder = at < parts.length - 1;
    const reason = isFolder ? foreignFolder(parts, at) : null;
    if (reason) return out(parts, at, reason);
    if (part === '__MACOSX' || part === '.DS_Store' || part === 'Thumbs.db' || /^\._/.test(part))
      return out(parts, at, 'system');
  }
  const path = parts.join('/');
  if (parts.length > PROJECT_LIMITS.depth)
    return { refused: `A file lies in more than ${PROJECT_LIMITS.depth} folders: ${shown(name)}` };
  if (Buffer.byteLength(path) > PROJECT_LIMITS.pathBytes)
    return {
      refused: `The path of a file is longer than ${PROJECT_LIMITS.pathBytes} bytes: ${shown(name)}`,
    };
  return { path };
}

function out(parts: readonly string[], at: number, reason: Reason): Place {
  const isFolder = at < parts.length - 1;
  return { leftOut: parts.slice(0, at + 1).join('/') + (isFolder ? '/' : ''), reason };
}

function whyRefused(name: string): string | null {
  if (name.includes('\0')) return 'has a zero byte in it';
  if (name.includes('\\')) return 'has a backslash in it';
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'is an absolute path';
  if (CONTROL.test(name)) return 'has a control character in it';
  if (UNSEEN.test(name)) return 'has a character in it that cannot be seen';
  const parts = name.split('/');
  if (parts.some((part) => part.replace(PASSED_OVER, '') === '' && /^\.{2,}/.test(part)))
    return 'leads out of the project';
  if (parts.every((part) => part === '' || part === '.')) return 'is empty';
  return parts.some((part) => Buffer.byteLength(part) > LONGEST_NAME)
    ? `is longer than ${LONGEST_NAME} bytes`
    : null;
}

/** A name as the most careless system reads it. */
export function asAnyReads(name: string): string {
  return name.replace(PASSED_OVER, '').toLowerCase();
}

/** `.git` as any system reads it: its hooks and settings run programs. */
function isGit(part: string): boolean {
  const read = asAnyReads(part);
  return read === '.git' || /^git~\d+$/.test(read) || read.startsWith('.git:');
}
