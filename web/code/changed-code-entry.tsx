import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, MessageSquareQuote } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { ChangedCode, CodeChanges, CodeLines, Snapshot } from '#domain/code.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { alertError } from '../ui/toasts.tsx';
import { changeOfFile } from './code-queries.ts';
import { type ChosenSide, type DiffLook, HunkTable } from './hunk-table.tsx';
import { lineWords } from './version-words.ts';

interface ChangedCodeEntryProps {
  snapshot: Snapshot;
  /** As it was asked for; the server says which version that is. */
  since: string | null;
  /** The version that it is compared with. */
  before: string | null;
  item: ChangedCode;
  look: DiffLook;
  startsOpen: boolean;
  onAsk: ((lines: CodeLines) => void) | undefined;
}

/** One file of a change: how much of it changed, and the lines themselves where they may be read. */
export function ChangedCodeEntry(props: ChangedCodeEntryProps) {
  const { snapshot, item, startsOpen } = props;
  const id = useId();
  const [open, setOpen] = useState(startsOpen && !item.viewed);
  const reads = snapshot.opens === 'contents';
  const name = (
    <span className="min-w-0 flex-1 font-mono text-2xs break-all">
      {item.old_path !== null && <span className="text-ink-soft">{item.old_path} → </span>}
      {item.path}
    </span>
  );
  return (
    <li className="overflow-clip rounded border border-line bg-surface">
      <div className="sticky top-0 z-2 flex flex-wrap items-center gap-x-3 bg-surface pr-3">
        {reads ? (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="flex min-h-11 min-w-0 flex-1 basis-52 items-center gap-2.5 rounded px-2 py-1.5 text-left -outline-offset-2 hover:bg-sunken"
          >
            <ChevronRight
              size={16}
              aria-hidden
              className={cx('shrink-0 transition-transform duration-150', open && 'rotate-90')}
            />
            {name}
          </button>
        ) : (
          <p className="flex min-h-11 min-w-0 flex-1 basis-52 items-center px-3 py-1.5">{name}</p>
        )}
        <Counts item={item} />
        {reads && (
          <ViewedMark
            snapshot={snapshot}
            item={item}
            since={props.since}
            onViewed={(viewed) => setOpen(!viewed)}
          />
        )}
      </div>
      <div id={id} hidden={!open} className="border-t border-line">
        {open && <Change {...props} />}
      </div>
    </li>
  );
}

function Counts({ item: { kind, added, removed, is_binary } }: { item: ChangedCode }) {
  return (
    <span className="figures ml-auto inline-flex items-center gap-2 py-1 text-2xs">
      {is_binary ? (
        <span className="text-ink-soft">no text</span>
      ) : (
        <>
          <span className="text-go-ink">
            <span className="sr-only">Lines added: </span>+{added}
          </span>
          <span className="text-harm-ink">
            <span className="sr-only">Lines removed: </span>−{removed}
          </span>
        </>
      )}
      <span className={cx('rounded-sm px-1.5 py-0.5 font-medium', looks[kind])}>{words[kind]}</span>
    </span>
  );
}

const words = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' } as const;

const looks = {
  added: 'bg-go-soft text-go-ink',
  removed: 'bg-harm-soft text-harm-ink',
  changed: 'bg-turn-soft text-turn-ink',
  moved: 'bg-wait-soft text-wait-ink',
} as const;

interface ViewedMarkProps extends Pick<ChangedCodeEntryProps, 'snapshot' | 'item' | 'since'> {
  onViewed: (viewed: boolean) => void;
}

/** Kept on the server, so that a long change can be read in more than one sitting. */
function ViewedMark({ snapshot, item: { path, viewed }, since, onViewed }: ViewedMarkProps) {
  const queryClient = useQueryClient();
  const queryKey = keys.inSnapshot(snapshot.id, 'changes', snapshot.opens, since);
  const mark = (now: boolean) =>
    queryClient.setQueryData<CodeChanges>(
      queryKey,
      (changes) =>
        changes && {
          ...changes,
          items: changes.items.map((one) => (one.path === path ? { ...one, viewed: now } : one)),
        },
    );
  const { mutate } = useMutation({
    mutationFn: (now: boolean) =>
      api.put('/api/snapshots/{id}/viewed', {
        path: { id: snapshot.id },
        body: { path, viewed: now },
      }),
    onMutate: (now) => {
      mark(now);
      onViewed(now);
    },
    onError: (cause, now) => {
      mark(!now);
      alertError(errorText(cause));
    },
  });
  return (
    <Checkbox
      label={
        <>
          Viewed<span className="sr-only"> {path}</span>
        </>
      }
      checked={viewed}
      onChange={({ target }) => mutate(target.checked)}
      className="text-2xs!"
    />
  );
}

function Change({ snapshot, since, before, item, look, onAsk }: ChangedCodeEntryProps) {
  const [chosen, setChosen] = useState<ChosenSide | null>(null);
  const asked = useQuery({
    ...changeOfFile(snapshot, since, item.path),
    enabled: item.hunks === null && !item.is_binary,
  });
  const alone = asked.data?.items.find(({ path }) => path === item.path);
  const hunks = item.hunks ?? alone?.hunks;
  if (item.is_binary) return <Note>This file is no text, so its changes cannot be shown.</Note>;
  if (asked.error) {
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

  function choose(side: ChosenSide['side'], line: number, more: boolean) {
    if (more && chosen?.side === side) {
      setChosen({ side, from: Math.min(chosen.from, line), to: Math.max(chosen.to, line) });
    } else if (chosen?.side === side && chosen.from === line && chosen.to === line) setChosen(null);
    else setChosen({ side, from: line, to: line });
  }

  const referred = chosen && referenceOf({ snapshot, before, item }, chosen);
  return (
    <>
      {chosen && referred && onAsk && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line bg-paper px-3 py-1 text-2xs">
          <span role="status" className="figures mr-auto font-medium">
            Chosen: {lineWords(chosen)} {chosen.side === 'before' && 'before the change'}
          </span>
          <Button size="sm" variant="primary" onClick={() => onAsk(referred)}>
            <MessageSquareQuote size={16} aria-hidden />
            Ask about these lines
          </Button>
        </div>
      )}
      <HunkTable
        path={item.path}
        hunks={hunks}
        look={look}
        chosen={chosen}
        onChoose={onAsk && choose}
      />
    </>
  );
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
  { snapshot, before, item }: Pick<ChangedCodeEntryProps, 'snapshot' | 'before' | 'item'>,
  { side, from, to }: ChosenSide,
): CodeLines | null {
  const lines = { from_line: from, to_line: to };
  if (side === 'after') return { snapshot_id: snapshot.id, path: item.path, ...lines };
  return before === null
    ? null
    : { snapshot_id: before, path: item.old_path ?? item.path, ...lines };
}
