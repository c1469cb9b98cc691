import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { EntryProject } from '#domain/application.ts';
import { errorText } from '../api/api-error.ts';
import { CodePanes } from '../code/code-panes.tsx';
import type { LineRange } from '../code/code-place.ts';
import { FileView } from '../code/file-view.tsx';
import { ProjectTree } from '../code/project-tree.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { entryProject, entrySource } from './entry-project-source.ts';

/** The broken project of the entry test, read as in the code room. */
export function EntryProjectView() {
  const { data, error, refetch } = useQuery(entryProject);
  if (error && !data) return <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={8} />;
  return <Reader project={data} />;
}

/** What its customer says comes first. */
const FIRST = 'README.md';

function Reader({ project }: { project: EntryProject }) {
  const source = useMemo(() => entrySource(project), [project]);
  const [file, setFile] = useState<string | null>(FIRST);
  const [lines, setLines] = useState<LineRange | null>(null);
  const open = (path: string | null) => {
    setFile(path);
    setLines(null);
  };
  return (
    <CodePanes
      file={file}
      height="h-[30rem]"
      tree={<ProjectTree source={source} file={file} onOpen={open} />}
    >
      {file === null ? (
        <EmptyState className="h-full justify-center rounded-none border-0">
          Choose a file to read it.
        </EmptyState>
      ) : (
        <FileView
          key={file}
          source={source}
          path={file}
          lines={lines}
          isLinked={false}
          onLines={setLines}
          onAsk={undefined}
          onBack={() => open(null)}
        />
      )}
    </CodePanes>
  );
}
