import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, MessageSquareText } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ChangedCode, CodeChanges, CodeLines, Snapshot } from '#domain/code.ts';
import type { Message } from '#domain/message.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { refetchOnceAnswered } from '../api/invalidate.ts';
import { keys } from '../api/query-keys.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { alertError } from '../ui/toasts.tsx';
import { ChangeOfFile } from './change-of-file.tsx';
import type { DiffLook } from './hunk-table.tsx';
import { saidOf } from './said-of-lines.tsx';

interface ChangedCodeEntryProps {
  snapshot: Snapshot;
  /** As it was asked for; the server says which version that is. */
  since: string | null;
  /** The version that it is compared with. */
  before: string | null;
  item: ChangedCode;
  look: DiffLook;
  startsOpen: boolean;
  /** All that was said about code, as far as it is known. */
  messages: readonly Message[];
  onAsk: ((lines: CodeLines) => void) | undefined;
}

/** One file of a change: how much of it changed, and the lines themselves where they may be read. */
export function ChangedCodeEntry(props: ChangedCodeEntryProps) {
  const { snapshot, since, before, item, look, startsOpen, messages, onAsk } = props;
  const id = useId();
  const [open, setOpen] = useState(startsOpen && !item.viewed);
  const reads = snapshot.opens === 'contents';
  const said = saidOf(messages, { after: snapshot.id, before, item });
  return (
    <li className="overflow-clip rounded border border-line bg-surface">
      <div className="sticky top-14 z-2 flex flex-wrap items-center gap-x-3 bg-surface pr-3">
        {reads ? (
          <ChangedFileButton item={item} controls={id} open={open} onOpen={setOpen} />
        ) : (
          <p className="flex min-h-11 min-w-0 flex-1 basis-52 items-center px-3 py-1.5">
            <Name item={item} />
          </p>
        )}
        {said.length > 0 && (
          <span className="figures inline-flex items-center gap-1 text-2xs text-ink-soft">
            <MessageSquareText size={14} aria-hidden />
            <span className="sr-only">Comments: </span>
            {said.length}
          </span>
        )}
        <ChangeCounts item={item} />
        {reads && (
          <ViewedMark snapshot={snapshot} item={item} onViewed={(viewed) => setOpen(!viewed)} />
        )}
      </div>
      <div id={id} hidden={!open} className="border-t border-line">
        {open && <ChangeOfFile {...{ snapshot, since, before, item, look, said, onAsk }} />}
      </div>
    </li>
  );
}

interface ChangedFileButtonProps {
  item: ChangedCode;
  controls: string;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** The name of a changed file, which shows and hides its lines. */
export function ChangedFileButton({ item, controls, open, onOpen }: ChangedFileButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={controls}
      onClick={() => onOpen(!open)}
      className="flex min-h-11 min-w-0 flex-1 basis-52 items-center gap-2.5 rounded px-2 py-1.5 text-left -outline-offset-2 hover:bg-sunken"
    >
      <ChevronRight
        size={16}
        aria-hidden
        className={cx('shrink-0 transition-transform duration-150', open && 'rotate-90')}
      />
      <Name item={item} />
    </button>
  );
}

function Name({ item: { old_path, path } }: { item: ChangedCode }) {
  return (
    <span className="min-w-0 flex-1 font-mono text-2xs break-all">
      {old_path !== null && <span className="text-ink-soft">{old_path} → </span>}
      {path}
    </span>
  );
}

/** How much of a file changed, and how. */
export function ChangeCounts({ item: { kind, added, removed, is_binary } }: { item: ChangedCode }) {
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

interface ViewedMarkProps extends Pick<ChangedCodeEntryProps, 'snapshot' | 'item'> {
  onViewed: (viewed: boolean) => void;
}

/**
 * Kept on the server, so that a long change can be read in more than one sitting. It is of the version,
 * whichever other one that is compared with.
 */
function ViewedMark({ snapshot, item: { path, viewed }, onViewed }: ViewedMarkProps) {
  const queryClient = useQueryClient();
  const queryKey = keys.inSnapshot(snapshot.id, 'changes');
  // At once, as a box that is set a moment later jumps back first.
  const [pressed, setPressed] = useState<boolean>();
  /** What the server is known to have while presses are on their way. */
  const saved = useRef(viewed);
  const show = (now: boolean) =>
    queryClient.setQueriesData<CodeChanges>(
      { queryKey },
      (changes) =>
        changes && {
          ...changes,
          items: changes.items.map((one) => (one.path === path ? { ...one, viewed: now } : one)),
        },
    );
  const { mutate } = useMutation({
    // One after the other: of two presses the last one stays.
    scope: { id: `viewed ${snapshot.id} ${path}` },
    mutationFn: (now: boolean) =>
      api.put('/api/snapshots/{id}/viewed', {
        path: { id: snapshot.id },
        body: { path, viewed: now },
      }),
    onSuccess: (_, now) => {
      saved.current = now;
      // What was read meanwhile may be older.
      show(now);
      refetchOnceAnswered(queryClient, queryKey);
    },
    onError: (cause) => {
      show(saved.current);
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
      checked={pressed ?? viewed}
      onChange={({ target: { checked } }) => {
        if (pressed === undefined) saved.current = viewed;
        setPressed(checked);
        show(checked);
        onViewed(checked);
        // Of more than one press it is called for the last alone.
        mutate(checked, { onSettled: () => setPressed(undefined) });
      }}
      className="text-2xs!"
    />
  );
}
