import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { git, repositoryOf } from './git.ts';
import { whyUnsafe } from './safe-path.ts';

/** A file that a patch changes, as git reads it. */
interface PatchedFile {
  /** From the folder of the project. */
  path: string;
  added: number;
  removed: number;
}

/** Where a patch is applied: the paths in it count from a folder that may lie in a repository. */
export interface Place {
  /** Of the repository, or the folder itself. */
  root: string;
  /** Where the folder lies below that. */
  prefix: string;
}

/** Finds it once: broken off by Ctrl-C, git would say that there is no repository. */
export async function placeOf(folder: string): Promise<Place> {
  const { root = '', prefix = '' } = (await repositoryOf(folder)) ?? {};
  return { root: root || folder, prefix };
}

/** The two names at the head of a file; git would leave the first sign of an absolute one away. */
const IS_ABSOLUTE = /^(?:--- "?\/(?!dev\/null).*\r?\n\+\+\+ |--- .*\r?\n\+\+\+ "?\/(?!dev\/null))/m;
const TOUCHES_LINK = /^(?:(?:new|old|new file|deleted file) mode|index \S+)\s+\+?0*1[26]0000\s*$/m;
/** Such as " create mode 120000 a.ts", of what is no plain file. */
const MAKES_LINK =
  /^ (?:create|delete) mode (?!100\d{3} )\d+ |^ mode change .*=> (?!100\d{3}(?: |$))\d+/m;

/**
 * The files that a patch changes, by the names that git itself reads in it.
 * @throws Failure `misfit` for what `git apply` would take and no delivery has: links and other
 *   repositories, which lead out of the folder
 */
export async function plainFilesOf(place: Place, patch: Buffer): Promise<PatchedFile[]> {
  const text = patch.toString('latin1');
  if (IS_ABSOLUTE.test(text))
    throw new Failure('misfit', 'The patch leads out of the project. It is not applied.');
  const after = await gitApply(place, patch, '--numstat', '-z');
  // A name that a file has no more is said where it would get it back.
  const before = await gitApply(place, patch, '-R', '--numstat', '-z');
  const files = filesIn(after.out);
  for (const { path } of [...files, ...filesIn(before.out)]) {
    const why = whyUnsafe(path);
    if (why) throw new Failure('misfit', `A path of the patch ${why}. It is not applied.`);
    if (await isLink(join(place.root, path))) throw touchesLink();
  }
  if (!after.isFine || !before.isFine)
    throw misfit('This is no patch that git knows. It is not applied.', after.err);
  const summary = await gitApply(place, patch, '--summary');
  if (TOUCHES_LINK.test(text) || MAKES_LINK.test(summary.out.toString('latin1')))
    throw touchesLink();
  return files.map(({ path, added, removed }) => ({
    path: path.slice(place.prefix.length),
    added,
    removed,
  }));
}

const touchesLink = () =>
  new Failure('misfit', 'The patch makes or changes a link or a submodule. It is not applied.');

/** Such as "3\t1\tsrc/login.ts". */
function filesIn(out: Buffer): PatchedFile[] {
  const lines = out.toString('utf8').split('\0').filter(Boolean);
  return lines.map((line) => {
    const [added, removed, ...path] = line.split('\t');
    return { path: path.join('\t'), added: Number(added) || 0, removed: Number(removed) || 0 };
  });
}

function isLink(file: string): Promise<boolean> {
  return lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

const ONLY_LOOKS = ['--check', '--numstat', '--summary'];

/** Hands a patch to `git apply`. What changes files is not broken off. */
export function gitApply({ root, prefix }: Place, patch: Buffer, ...words: string[]) {
  // In a repository its paths count from the root.
  const below = prefix === '' ? [] : [`--directory=${prefix.replace(/\/$/, '')}`];
  const isWhole = !words.some((word) => ONLY_LOOKS.includes(word));
  // A person's own settings would refuse or change lines that end in blanks, even where git only looks,
  // or take lines for the same that differ in blanks.
  const asItIs = ['--whitespace=nowarn', '--no-ignore-whitespace'];
  return git({ folder: root, input: patch, isWhole }, 'apply', ...asItIs, ...words, ...below, '-');
}

/** That a patch is not applied, with what git said. */
export function misfit(words: string, err: string): Failure {
  return new Failure('misfit', words, { details: err.trim().split('\n').slice(0, 20) });
}
