import { useQuery } from '@tanstack/react-query';
import { Folder } from 'lucide-react';
import type { ArchiveEntry, FileRecord } from '#domain/file.ts';
import { errorText } from '../api/api-error.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { sizeWords } from './file-names.ts';
import { FilePicture } from './file-picture.tsx';
import { fileEntries } from './file-queries.ts';

interface ArchiveEntriesProps {
  file: FileRecord;
  onOpen: (path: string) => void;
}

/** What an archive holds, as its directory says; a click reads an entry. */
export function ArchiveEntries({ file, onOpen }: ArchiveEntriesProps) {
  const { data, error, isPending } = useQuery(fileEntries(file.key));
  if (isPending) return <SkeletonText lines={6} />;
  if (error) return <ErrorBox text={errorText(error)} />;
  const { items, is_complete } = data;
  const files = items.filter(({ is_folder }) => !is_folder);
  return (
    <>
      <p className="mb-2 text-2xs text-ink-soft">
        {is_complete
          ? `${files.length} ${files.length === 1 ? 'file' : 'files'}`
          : `The first ${items.length} entries. Download the archive to see all.`}
      </p>
      {items.length === 0 && <p className="text-sm text-ink-soft">This archive is empty.</p>}
      <ul aria-label="Entries" className="divide-y divide-line">
        {items.map((entry, position) => (
          // An archive may name the same path twice.
          <li key={position}>
            <Entry entry={entry} onOpen={() => onOpen(entry.path)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Entry({ entry, onOpen }: { entry: ArchiveEntry; onOpen: () => void }) {
  const { path, size, is_folder } = entry;
  if (is_folder) {
    return (
      <p className="flex items-center gap-2.5 px-1 py-2 font-mono text-2xs break-all text-ink-soft">
        <Folder size={16} aria-hidden className="mx-1.5 shrink-0" />
        {path}
      </p>
    );
  }
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-11 w-full items-center gap-2.5 rounded px-1 py-1 text-left hover:bg-sunken md:min-h-9"
    >
      <FilePicture name={path} size="sm" />
      <span className="min-w-0 flex-1 font-mono text-2xs break-all">{path}</span>
      <span className="figures shrink-0 text-2xs text-ink-soft">{sizeWords(size)}</span>
    </button>
  );
}
