import type { ReactNode } from 'react';

interface RowsTableProps {
  caption: string;
  columns: readonly string[];
  /** Rows; each becomes a block on phones. */
  children: ReactNode;
}

/** A table that becomes a list of blocks on phones. */
export function RowsTable({ caption, columns, children }: RowsTableProps) {
  return (
    <div className="card md:px-2">
      <table className="block w-full text-left text-sm md:table">
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="border-b border-line text-2xs text-ink-soft">
            {columns.map((title) => (
              <th key={title} scope="col" className="px-3 py-2 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line md:table-row-group">{children}</tbody>
      </table>
    </div>
  );
}

export const cellLook = 'md:px-3 md:py-2.5 md:align-top';
/** For a row that is a link as a whole. */
export const rowLook =
  'relative flex flex-col gap-1 px-3 py-3 hover:bg-sunken/50 md:table-row md:px-0';
