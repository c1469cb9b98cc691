import { Refusal } from '#domain/refusals.ts';
import type { ProjectFile, ProjectFiles } from '../project-files.ts';

/** A file that a patch has changed; without bytes it is gone. */
export interface AppliedFile {
  path: string;
  bytes: Buffer | null;
  executable?: boolean;
}

/** A file while a patch is applied. */
export interface DraftFile {
  bytes: Buffer;
  executable: boolean;
}

/** Null: the file is gone. */
type Changes = Map<string, DraftFile | null>;

/**
 * A project while a patch is applied to it. Within one commit, what is moved or copied is taken from
 * the project as it was before the commit, as git does: two files can change their places.
 */
export class Draft {
  private readonly project: ProjectFiles;
  private readonly files: Map<string, ProjectFile>;
  /** Of the commits before, and of this one. */
  private readonly before: Changes = new Map();
  private now: Changes = new Map();
  private leaving: ReadonlySet<string> = new Set();

  constructor(project: ProjectFiles) {
    this.project = project;
    this.files = new Map(project.files.map((file) => [file.path, file]));
  }

  /**
   * Goes on to the next commit.
   * @param leaving paths that it moves or removes: another file may take their place
   */
  begin(leaving: Iterable<string>): void {
    for (const [path, file] of this.now) this.before.set(path, file);
    this.now = new Map();
    this.leaving = new Set(leaving);
  }

  has(path: string): boolean {
    const changed = this.now.get(path);
    return changed === undefined ? this.hadBefore(path) : changed !== null;
  }

  hadBefore(path: string): boolean {
    const changed = this.before.get(path);
    return changed === undefined ? this.files.has(path) : changed !== null;
  }

  /** Whether a file may be made here. */
  isFree(path: string): boolean {
    return !this.has(path) || (this.leaving.has(path) && !this.now.has(path));
  }

  async read(path: string): Promise<DraftFile> {
    return this.now.get(path) ?? this.readBefore(path);
  }

  async readBefore(path: string): Promise<DraftFile> {
    const changed = this.before.get(path);
    if (changed) return changed;
    const executable = this.files.get(path)?.executable ?? false;
    return { bytes: await this.project.read(path), executable };
  }

  write(path: string, file: DraftFile): void {
    this.now.set(path, file);
  }

  /** What another file has taken the place of already stays. */
  moveAway(path: string): void {
    if (!this.now.get(path)) this.now.set(path, null);
  }

  remove(path: string): void {
    this.now.set(path, null);
  }

  /** A file of the project whose path ends so. */
  pathEndingWith(end: string): string | null {
    return this.project.files.find(({ path }) => path.endsWith(end))?.path ?? null;
  }

  /** @throws Refusal `patch_does_not_fit` where a file would have to be a folder too */
  refuseFilesInFiles(): void {
    const changes = this.all();
    const isFile = (path: string) => {
      const changed = changes.get(path);
      return changed === undefined ? this.files.has(path) : changed !== null;
    };
    const added = [...changes].filter(([path, file]) => file && !this.files.has(path));
    const folders = new Set(added.flatMap(([path]) => foldersOf(path)));
    const files = new Set(added.map(([path]) => path));
    const inWay =
      [...folders].find(isFile) ??
      this.project.files
        .filter(({ path }) => isFile(path))
        .flatMap(({ path }) => foldersOf(path))
        .find((folder) => files.has(folder));
    if (inWay === undefined) return;
    throw new Refusal(
      'patch_does_not_fit',
      `${inWay}: with this patch it would be a file and a folder at once.`,
    );
  }

  changes(): AppliedFile[] {
    return [...this.all()]
      .filter(([path, file]) => file !== null || this.files.has(path))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, file]) => (file ? { path, ...file } : { path, bytes: null }));
  }

  private all(): Changes {
    return new Map([...this.before, ...this.now]);
  }
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
