import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { CodePlace } from '#domain/paths.ts';

/** Lines of a file, counted from 1; `from` is never after `to`. */
export interface LineRange {
  from: number;
  to: number;
}

/** The lines that an address names by `#L12` or `#L12-L20`; none for anything else. */
export function linesIn(hash: string): LineRange | null {
  const [, first, last = first] = /^#L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(hash) ?? [];
  const [one, other] = [Number(first), Number(last)];
  if (!(one >= 1 && other >= 1)) return null;
  return { from: Math.min(one, other), to: Math.max(one, other) };
}

/** The same the other way round. */
export function hashOf(lines: LineRange | null): string {
  if (!lines) return '';
  return lines.from === lines.to ? `#L${lines.from}` : `#L${lines.from}-L${lines.to}`;
}

export interface OpenPlace {
  version: string | null;
  file: string | null;
  view: 'changes' | 'files' | null;
  lines: LineRange | null;
}

const views = ['changes', 'files'] as const;

/** What of a project the address shows, and the way to show something else of it. */
export function useCodePlace(): OpenPlace & { go: (place: CodePlace, replace?: boolean) => void } {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const go = useCallback(
    ({ from, to = from, ...place }: CodePlace, replace = false) => {
      const lines = from === undefined || to === undefined ? null : { from, to };
      const next = new URLSearchParams(search);
      for (const own of ['version', 'file', 'view']) next.delete(own);
      for (const [name, value] of Object.entries({ tab: 'code', ...place })) next.set(name, value);
      const at = { search: `?${next}`, hash: hashOf(lines) };
      // Drawn at once where lines are chosen: the next press of a key goes on from these.
      void navigate(at, { replace, preventScrollReset: true, flushSync: replace });
    },
    [navigate, search],
  );
  return {
    version: search.get('version'),
    file: search.get('file'),
    view: views.find((view) => view === search.get('view')) ?? null,
    lines: useMemo(() => linesIn(hash), [hash]),
    go,
  };
}
