import type { DiffLine, TextDiff } from '../text/text-diff.ts';

interface DiffTableProps {
  path: string;
  diff: TextDiff;
}

/** Lines that went and came, each with its sign and word; every character of them is plain text. */
export function DiffTable({ path, diff }: DiffTableProps) {
  return (
    <>
      <p className="figures border-b border-line px-3 py-1.5 text-2xs text-ink-soft">
        {lineWords(diff.added)} added, {lineWords(diff.removed)} removed
      </p>
      <section
        aria-label={`Changes of ${path}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[60dvh] overflow-auto -outline-offset-2"
      >
        <table className="min-w-full border-collapse font-mono text-2xs leading-relaxed">
          <thead className="sr-only">
            <tr>
              <th scope="col">Line before</th>
              <th scope="col">Line after</th>
              <th scope="col">Text</th>
            </tr>
          </thead>
          <tbody>
            {diff.lines.map((line, place) => (
              <Line key={place} line={line} />
            ))}
          </tbody>
        </table>
      </section>
      {diff.hidden > 0 && (
        <p className="border-t border-line px-3 py-2 text-2xs text-ink-soft">
          {lineWords(diff.hidden)} more. Download the archive to see all.
        </p>
      )}
    </>
  );
}

function Line({ line: { kind, text, before, after } }: { line: DiffLine }) {
  if (kind === 'gap') {
    return (
      <tr className="bg-sunken text-ink-soft">
        <td colSpan={3} className="px-3 py-0.5">
          <span aria-hidden>···</span>
          <span className="sr-only">Lines that are the same are left out</span>
        </td>
      </tr>
    );
  }
  return (
    <tr className={looks[kind]}>
      <td className={number}>{before}</td>
      <td className={number}>{after}</td>
      <td className="pr-3 whitespace-pre">
        <span aria-hidden className="inline-block w-4 select-none">
          {signs[kind]}
        </span>
        {kind !== 'same' && <span className="sr-only">{kind}: </span>}
        {text}
      </td>
    </tr>
  );
}

const number = 'w-px px-2 text-right align-top text-ink-soft select-none';

const signs = { same: '', added: '+', removed: '−' } as const;

const looks = { same: '', added: 'bg-go-soft', removed: 'bg-harm-soft' } as const;

function lineWords(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}
