import '../text/code.css';
import { useQuery } from '@tanstack/react-query';
import { FileCode } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { CodeLines, Snapshot } from '#domain/code.ts';
import { paths, sideOf } from '#domain/paths.ts';
import { errorText } from '../api/api-error.ts';
import { useProfile } from '../api/session.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { UnfoldButton } from '../ui/unfold-button.tsx';
import { CodeLine } from './code-line.tsx';
import { codeFile, snapshotsOf } from './code-queries.ts';
import { placeOf } from './place-of.ts';
import { linesOf, useColoredLines } from './use-colored-lines.ts';

interface ReferredLinesProps {
  ticketId: string;
  code: readonly CodeLines[];
}

/** The lines of the project that a message is about, each leading to its place. */
export function ReferredLines({ ticketId, code }: ReferredLinesProps) {
  const { data } = useQuery(snapshotsOf(ticketId));
  return (
    <ul aria-label="Lines of the project" className="space-y-2">
      {code.map((lines, place) => (
        <li key={place}>
          <Referred
            ticketId={ticketId}
            lines={lines}
            version={data?.items.find(({ id }) => id === lines.snapshot_id)}
          />
        </li>
      ))}
    </ul>
  );
}

interface ReferredProps {
  ticketId: string;
  lines: CodeLines;
  version: Snapshot | undefined;
}

function Referred({ ticketId, lines, version }: ReferredProps) {
  const side = sideOf(useProfile().user_type);
  const { snapshot_id, path, from_line, to_line } = lines;
  const to = paths.planTab(side, ticketId, 'code', {
    version: snapshot_id,
    file: path,
    from: from_line,
    to: to_line,
  });
  return (
    <div dir="ltr" className="overflow-hidden rounded-sm border border-line bg-sunken text-ink">
      <Link
        to={to}
        className="flex min-h-11 flex-wrap items-center gap-x-2 border-b border-line px-3 py-1 font-mono text-2xs -outline-offset-2 hover:underline md:min-h-8"
      >
        <FileCode size={14} aria-hidden className="shrink-0 text-ink-soft" />
        <span className="min-w-0 break-all">{placeOf(lines)}</span>
        {version && (
          <span className="ml-auto font-sans text-ink-soft">Version {version.number}</span>
        )}
      </Link>
      <Lines lines={lines} />
    </div>
  );
}

const SHOWN_AT_FIRST = 10;
const MOST = 200;

/** Asked for by the reader, so that the rules of the version hold: who may not open it reads why. */
function Lines({ lines: { snapshot_id, path, from_line, to_line } }: { lines: CodeLines }) {
  const { data, error } = useQuery(codeFile(snapshot_id, path));
  const [open, setOpen] = useState(false);
  const text = data?.text ?? '';
  const colors = useColoredLines(path, text);
  const all = useMemo(() => linesOf(text), [text]);
  if (error) return <p className={note}>{errorText(error)}</p>;
  if (!data) {
    return (
      <div className="p-3">
        <SkeletonText lines={Math.min(4, to_line - from_line + 1)} />
      </div>
    );
  }
  if (data.text === null || from_line > all.length)
    return <p className={note}>These lines are not shown here.</p>;
  const last = Math.min(to_line, all.length, from_line + MOST - 1);
  const shown = open ? last : Math.min(last, from_line + SHOWN_AT_FIRST - 1);
  const numbers = Array.from({ length: shown - from_line + 1 }, (_, place) => from_line + place);
  return (
    <>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto py-1.5 font-mono text-2xs leading-5 -outline-offset-2"
      >
        {numbers.map((number) => (
          <div key={number} className="flex w-max min-w-full">
            <span aria-hidden className="w-12 shrink-0 pr-3 text-right text-ink-soft select-none">
              {number}
            </span>
            <code className="pr-3">
              <CodeLine text={all[number - 1] ?? ''} runs={colors?.[number - 1]} />
            </code>
          </div>
        ))}
      </pre>
      {last - from_line >= SHOWN_AT_FIRST && (
        <div className="border-t border-line px-3">
          <UnfoldButton open={open} onToggle={setOpen} />
        </div>
      )}
    </>
  );
}

const note = 'px-3 py-2 text-2xs text-ink-soft';
