import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Snapshot } from '#domain/code.ts';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import type { LineRange } from './code-place.ts';
import { FileView } from './file-view.tsx';
import { FindField, Found } from './find-in-project.tsx';
import { ProjectTree } from './project-tree.tsx';

interface CodeBrowserProps {
  snapshot: Snapshot;
  file: string | null;
  lines: LineRange | null;
  onOpen: (path: string | null, lines: LineRange | null) => void;
  onAsk: ((path: string, lines: LineRange) => void) | undefined;
}

/** The tree of a version and the file that is open; on phones one of the two. */
export function CodeBrowser({ snapshot, file, lines, onOpen, onAsk }: CodeBrowserProps) {
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const reads = snapshot.opens === 'contents';
  const frame = useRef<HTMLElement>(null);
  useFocusAlong(frame, file);
  useBroughtIntoSight(frame, file);
  useShortcuts({ '/': () => field.current?.focus() });
  const open = (path: string, line?: number) =>
    onOpen(path, line === undefined ? null : { from: line, to: line });
  return (
    <section
      ref={frame}
      aria-label="Project"
      className="card grid h-[max(26rem,calc(100dvh-9rem))] scroll-mt-18 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] overflow-hidden lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div
        className={cx(
          'flex min-h-0 min-w-0 flex-col border-line lg:border-r',
          file !== null && 'max-lg:hidden',
        )}
      >
        {reads && (
          <div className="border-b border-line p-2">
            <FindField field={field} words={words} onWords={setWords} />
          </div>
        )}
        {words.trim() === '' ? (
          <ProjectTree snapshotId={snapshot.id} file={file} onOpen={open} />
        ) : (
          <Found snapshotId={snapshot.id} words={words} onOpen={open} />
        )}
      </div>
      <div
        tabIndex={-1}
        className={cx('min-h-0 min-w-0 outline-none', file === null && 'max-lg:hidden')}
      >
        {file === null ? (
          <EmptyState className="h-full justify-center rounded-none border-0">
            {reads ? 'Choose a file to read it.' : (snapshot.why_closed ?? 'Names alone for now.')}
          </EmptyState>
        ) : reads ? (
          <FileView
            key={file}
            snapshot={snapshot}
            path={file}
            lines={lines}
            onLines={(range) => onOpen(file, range)}
            onAsk={onAsk && ((range) => onAsk(file, range))}
            onBack={() => onOpen(null, null)}
          />
        ) : (
          <ClosedFile
            path={file}
            reason={snapshot.why_closed ?? 'This file cannot be opened yet.'}
            onBack={() => onOpen(null, null)}
          />
        )}
      </div>
    </section>
  );
}

/** Where tree and file give way to each other, the focus goes along. */
function useFocusAlong(frame: RefObject<HTMLElement | null>, file: string | null): void {
  const shown = useRef(file);
  useEffect(() => {
    if (shown.current === file) return;
    shown.current = file;
    const [left, right] = frame.current?.children ?? [];
    if (!(left instanceof HTMLElement) || !(right instanceof HTMLElement)) return;
    const isNarrow = left.offsetParent === null || right.offsetParent === null;
    if (!isNarrow) return;
    const tree = left.querySelector<HTMLElement>('[role="tree"]');
    (file === null ? tree : right)?.focus({ preventScroll: true });
  }, [file, frame]);
}

/** A file that is opened from elsewhere, as by a link in a message, is what one came for. */
function useBroughtIntoSight(frame: RefObject<HTMLElement | null>, file: string | null): void {
  useEffect(() => {
    const top = frame.current?.getBoundingClientRect().top ?? 0;
    if (file !== null && top > innerHeight / 2) frame.current?.scrollIntoView();
  }, [file, frame]);
}

interface ClosedFileProps {
  path: string;
  reason: string;
  onBack: () => void;
}

function ClosedFile({ path, reason, onBack }: ClosedFileProps) {
  return (
    <div className="space-y-3 p-4 text-sm">
      <h3 className="font-mono text-2xs font-medium tracking-normal break-all">{path}</h3>
      <p className="text-ink-soft">{reason}</p>
      <button type="button" className="link min-h-11 lg:hidden" onClick={onBack}>
        Back to Files
      </button>
    </div>
  );
}
