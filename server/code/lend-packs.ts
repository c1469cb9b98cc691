import type { FileStore } from '../store/store.ts';
import type { PackPlace } from './packed-project.ts';

/** Lends the packs in which files lie as files of this machine, for as long as `work` takes. */
export function lendPacks<File extends PackPlace, Result>(
  store: FileStore,
  files: readonly File[],
  work: (files: File[]) => Promise<Result>,
): Promise<Result> {
  const keys = [...new Set(files.map(({ pack }) => pack))];
  const lendFrom = (at: number, local: ReadonlyMap<string, string>): Promise<Result> => {
    const key = keys[at];
    if (key === undefined)
      return work(files.map((file) => ({ ...file, pack: local.get(file.pack) ?? '' })));
    return store.lend(`packs/${key}`, (path) => lendFrom(at + 1, new Map(local).set(key, path)));
  };
  return lendFrom(0, new Map());
}
