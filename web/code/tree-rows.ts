import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { TreeEntry } from '#domain/code.ts';
import type { ProjectSource } from './code-queries.ts';

/** A line of the tree that is in sight: something of the project, or that it is on its way. */
export interface TreeRow {
  entry: TreeEntry;
  /** Counted from 1. */
  level: number;
  isOpen: boolean;
  /** Its place among those of its folder, counted from 1, and how many these are. */
  place: number;
  count: number;
}

/** The folders above a file, the outermost first. */
function foldersAbove(path: string): string[] {
  const steps = path.split('/').slice(0, -1);
  return steps.map((_, place) => steps.slice(0, place + 1).join('/'));
}

/**
 * The lines of a project's tree, folder by folder as they are opened. Those above `file` are open.
 */
export function useTreeRows(source: ProjectSource, file: string | null) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set());
  const [shownFor, setShownFor] = useState<string | null>(null);
  if (file !== shownFor) {
    setShownFor(file);
    if (file !== null) setOpened(new Set([...opened, ...foldersAbove(file)]));
  }
  const folders = ['', ...opened];
  const queries = useQueries({ queries: folders.map((path) => source.folder(path)) });
  const answered = queries.map(({ data }) => data);
  const key = answered.map((data, place) => (data ? folders[place] : '?')).join('\n');
  const rows = useMemo(() => {
    const items = new Map(answered.map((data, place) => [folders[place] ?? '', data?.items]));
    return rowsOf('', 1, items, opened);
  }, [key, opened]);

  function toggle(path: string, open = !opened.has(path)) {
    const next = new Set(opened);
    if (open) next.add(path);
    else next.delete(path);
    setOpened(next);
  }

  return {
    rows,
    toggle,
    isPending: queries[0]?.isPending ?? true,
    isLoading: queries.some(({ isFetching }) => isFetching),
    error: queries.find(({ error }) => error)?.error ?? null,
    refetch: () => void Promise.all(queries.map((query) => query.error && query.refetch())),
  };
}

/** Folders first, each by name. */
function rowsOf(
  folder: string,
  level: number,
  items: ReadonlyMap<string, readonly TreeEntry[] | undefined>,
  opened: ReadonlySet<string>,
): TreeRow[] {
  const entries = (items.get(folder) ?? []).toSorted(inOrder);
  return entries.flatMap((entry, place) => {
    const isOpen = entry.type === 'folder' && opened.has(entry.path);
    const row = { entry, level, isOpen, place: place + 1, count: entries.length };
    return isOpen ? [row, ...rowsOf(entry.path, level + 1, items, opened)] : [row];
  });
}

function inOrder(one: TreeEntry, other: TreeEntry): number {
  if (one.type !== other.type) return one.type === 'folder' ? -1 : 1;
  return one.name.localeCompare(other.name, 'en');
}
