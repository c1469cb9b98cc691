import { queryOptions } from '@tanstack/react-query';
import type { EntryProject } from '#domain/application.ts';
import type { CodeFile, CodeTree, TreeEntry } from '#domain/code.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import type { ProjectSource } from '../code/code-queries.ts';

const NAME = 'entry-project';
const unchanging = { staleTime: Number.POSITIVE_INFINITY, retry: false };

/** The project of the entry test; small enough to come at once. */
export const entryProject = queryOptions({
  queryKey: keys.inSnapshot(NAME),
  queryFn: ({ signal }) => api.get('/api/entry-project', { signal }),
  ...unchanging,
});

/** The same as the tree and the viewer of the code room read a project. */
export function entrySource({ files }: EntryProject): ProjectSource {
  return {
    folder: (path) =>
      queryOptions({
        queryKey: keys.inSnapshot(NAME, 'tree', path),
        queryFn: async (): Promise<CodeTree> => ({ path, items: entriesOf(files, path) }),
        ...unchanging,
      }),
    file: (path) =>
      queryOptions({
        queryKey: keys.inSnapshot(NAME, 'file', path),
        queryFn: async (): Promise<CodeFile> => fileAt(files, path),
        ...unchanging,
      }),
  };
}

type Files = EntryProject['files'];

function entriesOf(files: Files, folder: string): TreeEntry[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const inside = files.filter(({ path }) => path.startsWith(prefix));
  const byName = Map.groupBy(inside, ({ path }) => path.slice(prefix.length).split('/')[0] ?? '');
  return [...byName].map(([name, all]): TreeEntry => {
    const path = `${prefix}${name}`;
    const isFile = all[0]?.path === path;
    return {
      name,
      path,
      type: isFile ? 'file' : 'folder',
      size: all.reduce((sum, { size }) => sum + size, 0),
      files: all.length,
      kind: isFile ? 'text' : null,
    };
  });
}

function fileAt(files: Files, path: string): CodeFile {
  const file = files.find((one) => one.path === path);
  if (!file) throw new Error('There is no such file in it.');
  const { size, lines, text } = file;
  return { path, size, lines, text, kind: 'text', is_complete: true, url: null };
}
