import { isLockFile } from '../packages/locked.ts';
import type { ProjectFile } from '../project-files.ts';
import type { ProjectTexts } from '../project-texts.ts';

/** Where builds and other people's code lie, as GitHub's Linguist has it. */
const FOLDER =
  /(?:^|\/)(?:dist|vendors?|third[-_]?party|bower_components|__generated__|\.next|\.nuxt|\.output|\.svelte-kit|\.expo|public\/build)\//i;
const NAME =
  /[.-]min\.(?:[cm]?js|css|html?)$|\.(?:bundle|chunk)\.(?:[cm]?js|css)$|[._-](?:gen|generated)\.\w{1,5}$|_pb2(?:_grpc)?\.pyi?$|\.pb\.go$|_pb\.[jt]s$|\.(?:g|freezed)\.dart$|\.designer\.cs$|(?:^|\/)(?:jquery|bootstrap)[^/]{0,40}\.(?:js|css)$/i;
/** What a generator says at the head of its files. */
const SAYS_SO =
  /@generated\b|\bgenerated\b[\s\S]{0,200}\bdo not (?:edit|modify|change)|\bdo not (?:edit|modify|change)[\s\S]{0,200}\bgenerated\b|\bauto(?:matically)?[- ]?generated\b/i;

const LIMITS = {
  /** Bytes. People write no code of that length. */
  written: 512 * 1024,
  /** Smaller ones move no share. */
  read: 4 * 1024,
  /** The largest ones. */
  files: 300,
  head: 1000,
  line: 1000,
};

/** The paths of files that programs wrote, or that are other people's code: bundles, locks, generated code. */
export async function writtenByPrograms(
  files: readonly ProjectFile[],
  texts: ProjectTexts,
): Promise<Set<string>> {
  const named = files.filter(({ path, size }) => isNamedSo(path) || size > LIMITS.written);
  const found = new Set(named.map(({ path }) => path));
  const unsure = files
    .filter(({ path, size }) => size >= LIMITS.read && !found.has(path))
    .toSorted((a, b) => b.size - a.size)
    .slice(0, LIMITS.files);
  for (const { path } of unsure) {
    const text = await texts.readOnce(path);
    if (text !== null && looksSo(text)) found.add(path);
  }
  return found;
}

function isNamedSo(path: string): boolean {
  return FOLDER.test(path) || NAME.test(path) || isLockFile(path);
}

/** It says so, or most of it stands in lines that nobody writes. */
function looksSo(text: string): boolean {
  if (SAYS_SO.test(text.slice(0, LIMITS.head))) return true;
  let long = 0;
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    if (end - at > LIMITS.line) long += end - at;
    at = end + 1;
  }
  return long * 2 > text.length;
}
