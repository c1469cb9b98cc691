import { useMemo, useRef, useState } from 'react';
import type { Snapshot } from '#domain/code.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { CodePanes } from './code-panes.tsx';
import type { LineRange } from './code-place.ts';
import { versionSource } from './code-queries.ts';
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
  const source = useMemo(() => versionSource(snapshot.id), [snapshot.id]);
  useShortcuts({ '/': () => field.current?.focus() });
  const open = (path: string, line?: number) =>
    onOpen(path, line === undefined ? null : { from: line, to: line });
  return (
    <CodePanes
      file={file}
      isAskedFor
      tree={
        <>
          {reads && (
            <div className="border-b border-line p-2">
              <FindField field={field} words={words} onWords={setWords} />
            </div>
          )}
          {words.trim() === '' ? (
            <ProjectTree source={source} file={file} onOpen={open} />
          ) : (
            <Found snapshotId={snapshot.id} words={words} onOpen={open} />
          )}
        </>
      }
    >
      {file === null ? (
        <EmptyState className="h-full justify-center rounded-none border-0">
          {reads ? 'Choose a file to read it.' : (snapshot.why_closed ?? 'Names alone for now.')}
        </EmptyState>
      ) : reads ? (
        <FileView
          key={file}
          source={source}
          path={file}
          lines={lines}
          isLinked
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
    </CodePanes>
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
      <button type="button" className="link min-h-11 lg:hidden" onClick={onBack}>
        Back to Files
      </button>
    </div>
  );
}
