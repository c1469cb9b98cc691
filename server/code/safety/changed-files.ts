import type { ProjectFile, ProjectFiles } from '../project-files.ts';
import { ProjectTexts } from '../project-texts.ts';

/** One file of a delivery that is not as it was; `before` is null for a new one. */
export interface Changed {
  file: ProjectFile;
  before: ProjectFile | null;
  /** Null for what is no text, or too long to be looked at. */
  text: string | null;
  /** `''` where there was none. */
  textBefore: string;
}

/** What a delivery changes. Only files whose bytes differ are read. */
export interface Delivered {
  /** Added or changed, and not a mere copy of what was there: that was looked at in its old place. */
  fresh: ProjectFile[];
  /** These, and the copies. */
  changed: ProjectFile[];
  removed: ProjectFile[];
  /** Null where nothing was there to compare with. */
  before: ReadonlyMap<string, ProjectFile> | null;
  after: ReadonlyMap<string, ProjectFile>;
  read: (file: ProjectFile) => Promise<Changed>;
  readBefore: (path: string) => Promise<string | null>;
  isComplete: () => boolean;
}

export function deliveredBy(before: ProjectFiles | null, after: ProjectFiles): Delivered {
  const old = new Map(before?.files.map((file) => [file.path, file]));
  const now = new Map(after.files.map((file) => [file.path, file]));
  const changed = after.files.filter(({ path, hash }) => old.get(path)?.hash !== hash);
  const known = new Set(before?.files.map(({ hash }) => hash));
  const texts = new ProjectTexts(after);
  const textsBefore = before && new ProjectTexts(before);
  const readBefore = async (path: string) => (await textsBefore?.text(path, isLong(path))) ?? null;
  return {
    fresh: changed.filter(({ hash }) => !known.has(hash)),
    changed,
    removed: [...old.values()].filter(({ path }) => !now.has(path)),
    before: before && old,
    after: now,
    read: async (file) => ({
      file,
      before: old.get(file.path) ?? null,
      text: await texts.readOnce(file.path, isLong(file.path)),
      textBefore: (await readBefore(file.path)) ?? '',
    }),
    readBefore,
    isComplete: () => texts.isComplete && (textsBefore?.isComplete ?? true),
  };
}

/** Lists of packages are long, and are to be read all the same. */
function isLong(path: string): boolean {
  return /(?:[.-]lock(?:\.json|\.yaml)?|shrinkwrap\.json|go\.sum)$/i.test(path);
}
