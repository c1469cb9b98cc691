import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChangedFile } from '#domain/file-changes.ts';
import { ApiError, errorText } from '../api/api-error.ts';
import { useTextWork } from '../text/use-text-work.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { DiffTable } from './diff-table.tsx';
import { fileText } from './file-queries.ts';

interface FileDiffProps {
  item: ChangedFile;
  /** Keys of the two archives. */
  before: string;
  after: string;
}

/** Longer texts are not compared here: it would hold up the page. */
const MAX_COMPARED = 300_000;

/** What is different in one file, or why that cannot be shown. */
export function FileDiff({ item, before, after }: FileDiffProps) {
  const old = useEntry(before, item.before?.entry);
  const now = useEntry(after, item.after?.entry);
  const error = old.error ?? now.error;
  if (isNoText(error)) return <Note>This file is no text, so its changes cannot be shown.</Note>;
  if (error) {
    return (
      <ErrorBox
        className="m-3"
        text={errorText(error)}
        onRetry={() => void Promise.all([old.refetch(), now.refetch()])}
      />
    );
  }
  if (!old.text || !now.text) return <Waiting />;
  if (!isShort(old.text) || !isShort(now.text)) {
    return <Note>This file is too long to be compared here. Download both archives.</Note>;
  }
  return <Differences path={item.path} before={old.text.text} after={now.text.text} />;
}

interface DifferencesProps {
  path: string;
  before: string;
  after: string;
}

function Differences({ path, before, after }: DifferencesProps) {
  const diff = useTextWork('textDiff', before, after);
  if (diff === undefined) return <Waiting />;
  if (!diff) return <Note>These two have too little in common to be compared line by line.</Note>;
  if (diff.lines.length === 0)
    return <Note>Only the ends of lines are different, or nothing.</Note>;
  return <DiffTable path={path} diff={diff} />;
}

function Waiting() {
  return (
    <div className="p-3">
      <SkeletonText lines={4} />
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="px-3 py-2.5 text-sm text-ink-soft">{children}</p>;
}

const NOTHING = { text: '', is_complete: true };

/** The text of one side; a side that has no such file is empty. */
function useEntry(key: string, entry: string | undefined) {
  const query = useQuery({ ...fileText(key, entry ?? ''), enabled: entry !== undefined });
  return {
    text: entry === undefined ? NOTHING : query.data,
    error: query.error,
    refetch: () => (entry === undefined ? undefined : query.refetch()),
  };
}

function isShort({ text, is_complete }: { text: string; is_complete: boolean }): boolean {
  return is_complete && text.length <= MAX_COMPARED;
}

function isNoText(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code === 'not_text';
}
