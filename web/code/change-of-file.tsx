import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { ChangedCode, CodeLines, Hunk, Snapshot } from '#domain/code.ts';
import { errorText } from '../api/api-error.ts';
import { useFormDraft, useKept } from '../api/use-form-draft.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { changeOfFile } from './code-queries.ts';
import { CommentOnLines } from './comment-on-lines.tsx';
import type { ChangedLine } from './hunk-lines.ts';
import { type ChosenSide, type DiffLook, HunkTable, idOfLine } from './hunk-table.tsx';
import { SaidList, type SaidOfLines } from './said-of-lines.tsx';
import { lineWords } from './version-words.ts';

interface ChangeOfFileProps {
  snapshot: Snapshot;
  /** As it was asked for; the server says which version that is. */
  since: string | null;
  /** The version that it is compared with. */
  before: string | null;
  item: ChangedCode;
  look: DiffLook;
  said: readonly SaidOfLines[];
  /** Where one may write. */
  onAsk: ((lines: CodeLines) => void) | undefined;
}

/** The lines of a file that changed, with what was said about them. */
export function ChangeOfFile(props: ChangeOfFileProps) {
  const { snapshot, since, item } = props;
  const asked = useQuery({
    ...changeOfFile(snapshot, since, item.path),
    enabled: item.hunks === null && !item.is_binary,
  });
  const alone = asked.data?.items.find(({ path }) => path === item.path);
  const hunks = item.hunks ?? alone?.hunks;
  if (item.is_binary) return <Note>This file is no text, so its changes cannot be shown.</Note>;
  // What was read stays, and with it a comment that is being written.
  if (asked.error && !hunks) {
    return (
      <ErrorBox
        className="m-3"
        text={errorText(asked.error)}
        onRetry={() => void asked.refetch()}
      />
    );
  }
  if (asked.isFetching && !hunks) {
    return (
      <div className="p-3">
        <SkeletonText lines={4} />
      </div>
    );
  }
  if (!hunks) return <Note>This change is too long to be shown. Download the patch.</Note>;
  if (hunks.length === 0) return <Note>{sameWords(item)}</Note>;
  return <Hunks {...props} hunks={hunks} />;
}

type HunksProps = ChangeOfFileProps & { hunks: readonly Hunk[] };

function Hunks({ snapshot, before, item, look, said, onAsk, hunks }: HunksProps) {
  const id = useId();
  const [chosen, setChosen] = useState<ChosenSide | null>(null);
  const draft = useFormDraft<string>(`comment.${snapshot.id}.${item.path}`);
  const [text, write] = useKept(draft, '');
  const lines = chosen && referenceOf({ snapshot, before, item }, chosen);
  const elsewhere = said.filter((one) => !hunks.some((hunk) => isIn(hunk, one)));

  function choose(side: ChosenSide['side'], line: number, more: boolean) {
    const isSide = chosen?.side === side;
    if (isSide && chosen.from === line && chosen.to === line) setChosen(null);
    else if (isSide && more)
      setChosen({ side, from: Math.min(chosen.from, line), to: Math.max(chosen.to, line) });
    else setChosen({ side, from: line, to: line });
  }

  /** The focus goes back to the line: what had it goes away. */
  function close() {
    if (chosen) document.getElementById(idOfLine(id, chosen.side, chosen.to))?.focus();
    setChosen(null);
  }

  function below(line: ChangedLine): ReactNode {
    const here = said.filter(({ side, to }) => line[side] === to);
    const isLast = chosen !== null && line[chosen.side] === chosen.to;
    const writes = isLast && lines && onAsk;
    if (here.length === 0 && !writes) return null;
    return (
      <div className="space-y-3">
        <SaidList said={here} />
        {writes && (
          <CommentOnLines
            ticketId={snapshot.ticket_id}
            lines={lines}
            words={`${lineWords(chosen)}${chosen.side === 'before' ? ' before the change' : ''}`}
            text={text}
            onText={write}
            onAsk={() => onAsk(lines)}
            onSent={() => {
              write('');
              draft.drop();
              close();
            }}
            onClose={close}
          />
        )}
      </div>
    );
  }

  return (
    <>
      <p role="status" className="sr-only">
        {chosen && `Chosen: ${lineWords(chosen)}`}
      </p>
      <HunkTable
        id={id}
        path={item.path}
        hunks={hunks}
        look={look}
        chosen={chosen}
        onChoose={onAsk && choose}
        below={below}
      />
      {elsewhere.length > 0 && (
        <div className="space-y-2 border-t border-line bg-paper p-3">
          <h4 className="font-sans text-2xs font-medium tracking-normal text-ink-soft">
            About lines that did not change
          </h4>
          <SaidList said={elsewhere} />
        </div>
      )}
    </>
  );
}

function isIn({ old_start, old_lines, new_start, new_lines }: Hunk, { side, to }: ChosenSide) {
  const [start, count] = side === 'after' ? [new_start, new_lines] : [old_start, old_lines];
  return start <= to && to < start + count;
}

function Note({ children }: { children: ReactNode }) {
  return <p className="px-3 py-2.5 text-sm text-ink-soft">{children}</p>;
}

function sameWords({ kind }: ChangedCode): string {
  return kind === 'moved'
    ? 'Only its place has changed.'
    : 'No line of it is different: it is empty, or only its permissions changed.';
}

/** What was before stands in the version that it was made from, under its name there. */
function referenceOf(
  { snapshot, before, item }: Pick<ChangeOfFileProps, 'snapshot' | 'before' | 'item'>,
  { side, from, to }: ChosenSide,
): CodeLines | null {
  const lines = { from_line: from, to_line: to };
  if (side === 'after') return { snapshot_id: snapshot.id, path: item.path, ...lines };
  return before === null
    ? null
    : { snapshot_id: before, path: item.old_path ?? item.path, ...lines };
}
