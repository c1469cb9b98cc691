import type { FileRecord } from '#domain/file.ts';
import { chipList, FileChip } from './file-chip.tsx';

interface AttachedFilesProps {
  /** The specification's map of key to name, as requests and milestones carry it. */
  files: Record<string, string>;
  /** From `useTicketFiles`: sizes and thumbnails, once they are known. */
  records?: readonly FileRecord[] | undefined;
  /** Draws an x on each. */
  onRemove: (key: string) => void;
  disabled?: boolean;
  label: string;
}

/** What something carries already, as chips in its form; nothing where it carries nothing. */
export function AttachedFiles(props: AttachedFilesProps) {
  const { files, records, onRemove, disabled = false, label } = props;
  const entries = Object.entries(files);
  if (entries.length === 0) return null;
  return (
    <ul aria-label={label} className={chipList}>
      {entries.map(([key, name]) => {
        const record = records?.find((file) => file.key === key);
        return (
          <FileChip
            key={key}
            name={name}
            {...(record && { size: record.size, type: record.type })}
            picture={record?.thumbnail_url ?? null}
            disabled={disabled}
            onRemove={() => onRemove(key)}
          />
        );
      })}
    </ul>
  );
}
