import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { LeftOut } from '#domain/code.ts';
import { Refusal } from '#domain/refusals.ts';
import { newFileKey } from '../files/file-key.ts';
import type { Context } from '../lifecycle/context.ts';
import { taskModule } from '../workers/task.ts';
import { TaskError } from '../workers/task-error.ts';
import type { ReadVersion } from './intake/read-project.ts';
import { type PackedFile, PackedProject } from './packed-project.ts';
import type { ProjectFiles } from './project-files.ts';
import { filesIn } from './trees.ts';

const reader = taskModule<typeof import('./intake/read-project.ts')>(
  import.meta.resolve('./intake/read-project.ts'),
);

/** A small project that belongs to no request: its files, and all of its bytes in one pack. */
export interface ProjectAlone {
  files: PackedFile[];
  pack: Buffer;
  /** Bytes, unpacked. */
  bytes: number;
  leftOut: LeftOut[];
  /** How many keys and passwords were in it: placeholders stand for them. */
  masked: number;
}

interface Alone {
  /** Whose work it is: one owner cannot make the others wait long. */
  owner: string;
  seconds: number;
  limits: { bytes: number; files: number };
}

/**
 * Reads an archive on this machine as a version of a request is read, within limits of its own. Keys in
 * it are never kept.
 * @throws Refusal `project_refused`, and TaskError `busy`
 */
export async function readAlone(
  { files, workers, log }: Pick<Context, 'files' | 'workers' | 'log'>,
  from: string,
  { owner, seconds, limits }: Alone,
): Promise<ProjectAlone> {
  const to = path.join(files.incoming, newFileKey());
  try {
    const result = await workers.run(
      reader,
      'readProject',
      { ...NOTHING_KNOWN, from, to, limits },
      { owner, seconds, isLong: true },
    );
    // Keys are masked, so that nothing has to be asked.
    if ('secrets' in result) throw new Error('a project was read without a choice about its keys');
    return {
      files: filesOf(result),
      pack: result.pack.size > 0 ? await readFile(to) : Buffer.alloc(0),
      bytes: result.bytes,
      leftOut: result.left_out,
      masked: result.rotate.length,
    };
  } catch (error) {
    if (!(error instanceof TaskError) || error.trouble === 'busy') throw error;
    log.warn({ err: error }, 'a project alone could not be read');
    throw new Refusal('project_refused', troubles[error.trouble]);
  } finally {
    await rm(to, { force: true });
  }
}

/** For a reader that looks at nothing but the archive. */
const NOTHING_KNOWN = {
  kind: 'delivery',
  source: 'archive',
  holds: null,
  code: { root: null, trees: '[]', places: '[]' },
  packs: {},
  choice: 'mask',
  values: {},
  taken: [],
  ours: null,
  description: '',
  milestone: null,
} as const;

function filesOf({ root, trees, blobs }: ReadVersion): PackedFile[] {
  const folders = rowsOf<{ hash: string; entries: string }>(trees);
  const places = rowsOf<PackedFile>(blobs);
  return filesIn({
    root,
    trees: JSON.stringify(folders.map(({ hash, entries }) => [hash, JSON.parse(entries)])),
    places: JSON.stringify(
      places.map(({ hash, start, length, skip }) => [hash, '', start, length, skip]),
    ),
  });
}

function rowsOf<Row>(parts: readonly Uint8Array[]): Row[] {
  return parts.flatMap((part): Row[] => JSON.parse(new TextDecoder().decode(part)));
}

const troubles = {
  slow: 'It takes more time to be read than we give to it.',
  large: 'It takes more memory to be read than we give to it.',
  failed: 'It could not be read.',
} as const;

/** The files of such a project, to be read and compared. */
export function projectAlone({ files, pack }: Pick<ProjectAlone, 'files' | 'pack'>): ProjectFiles {
  return new PackedProject(files, async ({ start, length }) =>
    pack.subarray(start, start + length),
  );
}
