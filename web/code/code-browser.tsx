import { useRef, useState } from 'react';
import type { Snapshot } from '#domain/code.ts';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/empty-state.tsx';
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
  const open = (path: string, line?: number) =>
    onOpen(path, line === undefined ? null : { from: line, to: line });
  return (
    <section
      aria-label="Project"
      className="card grid h-[max(26rem,calc(100dvh-9rem))] grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] overflow-hidden lg:grid-cols-[17rem_minmax(0,1fr)]"
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
      <div className={cx('min-h-0 min-w-0', file === null && 'max-lg:hidden')}>
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
      <button type="button" className="link lg:hidden" onClick={onBack}>
        Back to Files
      </button>
    </div>
  );
}
