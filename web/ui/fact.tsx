import type { ReactNode } from 'react';

/** A term above what it is, in a list of such (`dl`), which says how that looks. */
export function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs text-ink-soft">{term}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}
