import type { ChangedCode, CodeChanges } from '#domain/code.ts';
import { type ChangedPath, changedPaths } from '../patch/changed-paths.ts';
import { batchesOf, pairsOf } from '../patch/pairs.ts';
import type { ChangedPair } from '../patch/write-file.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { ComparedFile } from './compare-files.ts';

const LIMITS = {
  listed: 2000,
  /** Read of both versions together, to be compared. */
  bytes: 64 * 1024 * 1024,
  /** Signs in all hunks together, and in those of one file that is asked for. */
  signs: 1_000_000,
  signsOfOne: 3_000_000,
};

/** Compares some files, such as in a worker. */
export type CompareFiles = (input: {
  pairs: ChangedPair[];
  room: number;
}) => Promise<ComparedFile[]>;

interface Asked {
  compare: CompareFiles;
  /** One file alone, by its path in either version. */
  path: string | undefined;
  /** Without, there are counts alone. */
  hunks: boolean;
}

/** What changed, for one person who has not marked anything yet. */
export type Changes = Omit<CodeChanges, 'since'>;

/** What changed between two versions: the files in the order of their paths, with counts and hunks. */
export async function changesBetween(
  before: ProjectFiles,
  after: ProjectFiles,
  { compare, path, hunks }: Asked,
): Promise<Changes> {
  const all = changedPaths(before.files, after.files);
  const asked = path === undefined ? all : all.filter((change) => isAbout(change, path));
  const listed = asked.slice(0, LIMITS.listed);
  const compared = new Map<ChangedPath, ComparedFile>();
  const { near, isAll } = withinReach(listed.filter(isCompared));
  let room = hunks ? (path === undefined ? LIMITS.signs : LIMITS.signsOfOne) : 0;
  for (const batch of batchesOf(near)) {
    const pairs = await pairsOf(batch, before, after);
    for (const [index, file] of (await compare({ pairs, room })).entries()) {
      const change = batch[index];
      if (change) compared.set(change, file);
      room -= file.signs;
    }
  }
  const items = listed.map((change) => itemOf(change, { compared: compared.get(change), hunks }));
  return {
    items,
    files: asked.length,
    added: items.reduce((sum, { added }) => sum + added, 0),
    removed: items.reduce((sum, { removed }) => sum + removed, 0),
    is_complete:
      isAll &&
      listed.length === asked.length &&
      [...compared.values()].every(({ isWhole }) => isWhole) &&
      !(hunks && items.some((item) => item.hunks === null)),
  };
}

function isAbout({ path, before }: ChangedPath, asked: string): boolean {
  return path === asked || before?.path === asked;
}

/** Pictures and other bytes have no lines, and what was only moved has the same. */
function isCompared({ kind, before, after }: ChangedPath): boolean {
  if (kind === 'moved' || before?.hash === after?.hash) return false;
  return !isBytes(before) && !isBytes(after);
}

function isBytes(file: ChangedPath['before']): boolean {
  return file?.kind === 'image' || file?.kind === 'binary';
}

/** The first files, up to the limit of what is read. */
function withinReach(changes: readonly ChangedPath[]): { near: ChangedPath[]; isAll: boolean } {
  let bytes = 0;
  const near = changes.filter(({ before, after }) => {
    bytes += (before?.size ?? 0) + (after?.size ?? 0);
    return bytes <= LIMITS.bytes;
  });
  return { near, isAll: near.length === changes.length };
}

function itemOf(
  change: ChangedPath,
  { compared, hunks }: { compared: ComparedFile | undefined; hunks: boolean },
): ChangedCode {
  const { path, kind, before, after } = change;
  return {
    path,
    old_path: kind === 'moved' ? before.path : null,
    kind,
    added: compared?.added ?? 0,
    removed: compared?.removed ?? 0,
    is_binary: compared?.is_binary ?? (isBytes(before) || isBytes(after)),
    hunks: hunksOf(change, { compared, hunks }),
    viewed: false,
  };
}

function hunksOf(
  change: ChangedPath,
  { compared, hunks }: { compared: ComparedFile | undefined; hunks: boolean },
): ChangedCode['hunks'] {
  if (!hunks) return null;
  return isCompared(change) ? (compared?.hunks ?? null) : [];
}
