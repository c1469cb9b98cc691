import { useId, useState } from 'react';
import type { FileRecord } from '#domain/file.ts';
import { cx } from '../ui/cx.ts';
import { chipList, FileChip } from './file-chip.tsx';
import { shownAs } from './file-kind.ts';
import { isImageName } from './file-names.ts';
import { useFiles } from './files-context.ts';
import { KeyNotes } from './key-notes.tsx';

interface AttachmentsProps {
  /** The specification's map of key to name, as messages, milestones and deliveries carry it. */
  files: Record<string, string>;
  label: string;
}

/**
 * What something carries: pictures as pictures, the rest as chips, each to be opened. What may not be
 * opened yet says why. Nothing where it carries nothing.
 */
export function Attachments({ files, label }: AttachmentsProps) {
  const { records, open } = useFiles();
  const reasonId = useId();
  const keys = Object.keys(files);
  if (keys.length === 0) return null;
  const known = new Map(records?.map((record) => [record.key, record]));
  const reason = keys.map((key) => whyLocked(known.get(key))).find(Boolean);
  return (
    <div className="space-y-1.5">
      <ul aria-label={label} className={cx(chipList, 'items-end')}>
        {Object.entries(files).map(([key, name]) => {
          const record = known.get(key);
          const show = () => open(key, keys);
          if (isShown(name, record, records)) {
            return <PictureTile key={key} name={name} record={record} onOpen={show} />;
          }
          return (
            <FileChip
              key={key}
              name={name}
              {...(record && { size: record.size, type: record.type })}
              picture={record?.thumbnail_url ?? null}
              onOpen={show}
              lockedBy={whyLocked(record) ? reasonId : undefined}
            />
          );
        })}
      </ul>
      {keys.map((key) => {
        const record = known.get(key);
        return record && <KeyNotes key={key} file={record} />;
      })}
      {reason && (
        <p id={reasonId} className="text-2xs text-ink-soft">
          {reason}
        </p>
      )}
    </div>
  );
}

function whyLocked(record: FileRecord | undefined): string | null {
  const open = record?.actions.open;
  return open && !open.allowed ? open.reason : null;
}

/** While the list is on its way, the room for a picture is kept. */
function isShown(
  name: string,
  record: FileRecord | undefined,
  records: readonly FileRecord[] | undefined,
): boolean {
  if (record) return record.thumbnail_url !== null && shownAs(record) === 'picture';
  return records === undefined && isImageName(name);
}

interface PictureTileProps {
  name: string;
  record: FileRecord | undefined;
  onOpen: () => void;
}

function PictureTile({ name, record, onOpen }: PictureTileProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const src = record?.thumbnail_url;
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        title={name}
        aria-label={`View ${name}`}
        className="grid h-32 w-44 place-items-center overflow-hidden rounded border border-line bg-sunken text-2xs text-ink-soft transition-opacity duration-150 hover:opacity-85"
      >
        {src && src !== broken ? (
          <img src={src} alt="" onError={() => setBroken(src)} className="size-full object-cover" />
        ) : (
          <span className="px-2 break-all">{name}</span>
        )}
      </button>
    </li>
  );
}
