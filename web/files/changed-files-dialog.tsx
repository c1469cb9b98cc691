import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileRecord } from '#domain/file.ts';
import type { Changes } from '#domain/file-changes.ts';
import { errorText } from '../api/api-error.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { ChangedFileEntry } from './changed-file-entry.tsx';
import { DownloadButton } from './download-button.tsx';
import { fileChanges } from './file-queries.ts';

interface ChangedFilesDialogProps {
  /** The newer archive. */
  file: FileRecord;
  /** Archives that it can be compared with, the most likely first. */
  earlier: readonly FileRecord[];
  onClose: () => void;
}

/** What was added, removed and changed in a project, file by file, to be read without downloading. */
export function ChangedFilesDialog({ file, earlier, onClose }: ChangedFilesDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const since = earlier.find(({ key }) => key === chosen) ?? earlier[0];
  if (!since) return null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Changed Files"
      size="lg"
      footer={<DownloadButton fileKey={file.key} />}
    >
      {earlier.length > 1 ? (
        <Field label="Compared with" className="mb-4">
          <Select value={since.key} onChange={(event) => setChosen(event.target.value)}>
            {earlier.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <p className="mb-4 text-sm wrap-anywhere text-ink-soft">
          From <b className="text-ink">{since.name}</b>, which came with the request, to{' '}
          <b className="text-ink">{file.name}</b>.
        </p>
      )}
      <Compared key={since.key} file={file} since={since} />
    </Dialog>
  );
}

function Compared({ file, since }: { file: FileRecord; since: FileRecord }) {
  const { data, error, isPending, refetch } = useQuery(fileChanges(file.key, since.key));
  if (isPending) return <SkeletonText lines={6} />;
  if (error) {
    return <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <p role="status" className="mb-3 text-sm font-medium">
        {countWords(data)}
      </p>
      {data.items.length > 0 && (
        <ul aria-label="Changed files" className="space-y-2">
          {data.items.map((item) => (
            <ChangedFileEntry key={item.path} item={item} before={since.key} after={file.key} />
          ))}
        </ul>
      )}
      <Notes changes={data} />
    </>
  );
}

function Notes({ changes: { left_out, is_complete } }: { changes: Changes }) {
  if (left_out === 0 && is_complete) return null;
  return (
    <div className="mt-4 space-y-1 text-2xs text-ink-soft">
      {left_out > 0 && (
        <p>
          Dependencies and build output are left out: {left_out} {left_out === 1 ? 'file' : 'files'}
          .
        </p>
      )}
      {!is_complete && (
        <p>There was too much to compare all of it. Download both archives to see the rest.</p>
      )}
    </div>
  );
}

function countWords({ items, is_complete }: Changes): string {
  if (items.length === 0) {
    return is_complete ? 'Nothing has changed.' : 'No change was found in what could be compared.';
  }
  const count = (wanted: string) => items.filter(({ kind }) => kind === wanted).length;
  return (['changed', 'added', 'removed'] as const)
    .filter((kind) => count(kind) > 0)
    .map((kind) => `${count(kind)} ${kind}`)
    .join(', ');
}
