import { PROJECT_LIMITS } from '#domain/project-limits.ts';
import { Refusal } from '#domain/refusals.ts';
import type { ProjectFiles } from '../project-files.ts';
import { applyBytes } from './apply-bytes.ts';
import { Budget } from './budget.ts';
import { type AppliedFile, Draft, type DraftFile } from './draft.ts';
import type { FilePatch } from './file-patch.ts';
import { LineImage } from './line-image.ts';
import { misfit } from './misfit.ts';
import { readPatch } from './read-patch.ts';

/**
 * What a patch makes of a project: the files that it adds, changes and removes, in the order of their
 * paths. It fits or it does not, as with `git apply`: a change may stand further up or down, but all
 * of its lines have to be there. Several mails of `git format-patch` in one file are applied one
 * after the other, as by `git am`.
 * @throws Refusal `not_a_patch`, `patch_does_not_fit` with file, line, what the patch expects and
 *   what stands there, `too_much_to_read`
 */
export async function applyPatch(project: ProjectFiles, patch: Buffer): Promise<AppliedFile[]> {
  const budget = new Budget(PROJECT_LIMITS.bytes);
  const draft = new Draft(project);
  for (const files of Map.groupBy(readPatch(patch), ({ commit }) => commit).values()) {
    draft.begin(leftBy(files));
    for (const file of files) await applyFile(draft, file, budget);
  }
  draft.refuseFilesInFiles();
  return draft.changes();
}

/** What the files of one commit move away or remove. */
function leftBy(files: readonly FilePatch[]): string[] {
  return files
    .filter((file) => file.newPath === null || file.from === 'move')
    .flatMap(({ oldPath }) => oldPath ?? []);
}

async function applyFile(draft: Draft, patch: FilePatch, budget: Budget): Promise<void> {
  const { newPath, from } = patch;
  const before = await fileBefore(draft, patch);
  if (newPath !== null && (before === null || from)) refuseSecond(draft, newPath);
  const bytes = changed(before?.bytes ?? Buffer.alloc(0), patch, budget);
  if (newPath === null) {
    removeFile(draft, patch, bytes);
    return;
  }
  if (from === 'move' && patch.oldPath !== null) draft.moveAway(patch.oldPath);
  budget.takeBytes(bytes.length);
  draft.write(newPath, { bytes, executable: patch.executable ?? before?.executable ?? false });
}

/** The file as it is before the change; null where the change makes it. */
async function fileBefore(draft: Draft, patch: FilePatch): Promise<DraftFile | null> {
  const { oldPath, newPath, from, mayBeNew } = patch;
  if (oldPath === null) return null;
  const isThere = from ? draft.hadBefore(oldPath) : draft.has(oldPath);
  if (!isThere) {
    if (mayBeNew && newPath !== null) return null;
    throw new Refusal('patch_does_not_fit', missing(draft, oldPath, patch.line));
  }
  return from ? draft.readBefore(oldPath) : draft.read(oldPath);
}

function missing(draft: Draft, path: string, line: number): string {
  const sentence = `${path}: line ${line} of the patch changes this file, but the project does not have it.`;
  const deeper = draft.pathEndingWith(`/${path}`);
  if (deeper === null) return sentence;
  return `${sentence} It has ${deeper}: please make the patch at the top of the project, with a/ and b/ before the names.`;
}

function refuseSecond(draft: Draft, path: string): void {
  if (draft.isFree(path)) return;
  throw new Refusal(
    'patch_does_not_fit',
    `${path}: the patch makes this file anew, but the project has it already.`,
  );
}

function changed(bytes: Buffer, patch: FilePatch, budget: Budget): Buffer {
  if (patch.bytes) return applyBytes(bytes, patch, budget);
  if (patch.hunks.length === 0) return bytes;
  const image = new LineImage(bytes, budget);
  budget.takeSteps(image.lineCount);
  for (const [index, hunk] of patch.hunks.entries()) {
    if (image.apply(hunk)) continue;
    const path = patch.oldPath ?? patch.newPath ?? '';
    throw misfit({ path, number: index + 1, hunk, image });
  }
  return image.result();
}

function removeFile(draft: Draft, { oldPath, line }: FilePatch, rest: Buffer): void {
  if (oldPath === null) return;
  if (rest.length > 0) {
    throw new Refusal(
      'patch_does_not_fit',
      `${oldPath}: line ${line} of the patch removes this file, but the file has more in it than the patch takes away.`,
    );
  }
  draft.remove(oldPath);
}
