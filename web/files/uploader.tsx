import { useEffect, useId, useRef } from 'react';
import { MAX_FILES_PER_BATCH } from '#domain/file-rules.ts';
import { MAX_FILE_MB } from '#domain/limits.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { FieldError } from '../ui/field.tsx';
import { DropZone } from './drop-zone.tsx';
import { chipList, FileChip } from './file-chip.tsx';
import { UploadRow } from './upload-row.tsx';
import { UploadTotal } from './upload-total.tsx';
import type { Uploads } from './use-uploads.ts';

interface UploaderProps {
  /** From `useUploads()`; the form reads what was uploaded there. */
  uploads: Uploads;
  /** Shown, and the accessible name of the file input. */
  label?: string;
  /** As given to `useUploads`; the hint names it. */
  maxFiles?: number;
  /** A refusal of the server for this field. */
  error?: string | undefined;
  /** While the form is being sent. */
  disabled?: boolean;
}

/**
 * The field of a form that takes files: choose, drop or paste them, then upload. Nothing starts by
 * itself. Source: specification 5 and 9, "Uploads".
 *
 *     const uploads = useUploads();
 *     <Uploader uploads={uploads} label="Files" />
 */
export function Uploader(props: UploaderProps) {
  const {
    uploads,
    label = 'Files',
    maxFiles = MAX_FILES_PER_BATCH,
    error,
    disabled = false,
  } = props;
  const id = useId();
  const { items, engine, load } = uploads;
  const pending = items.filter(({ status }) => status !== 'complete');
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => void load(), [load]);
  useEffect(() => {
    // What was just chosen, and the button that uploads it, come into sight.
    if (pending.length > 0) end.current?.scrollIntoView({ block: 'nearest' });
  }, [pending.length]);

  return (
    <div className="uploader @container flex max-w-187.5 min-w-0 flex-col gap-2">
      <label htmlFor={id} className="self-start text-sm font-medium">
        {label}
      </label>
      <DropZone
        id={id}
        uploads={uploads}
        multiple={maxFiles > 1}
        disabled={disabled}
        describedBy={`${id}-hint ${id}-error`}
        small={items.length > 0}
        hint={
          <p id={`${id}-hint`} className="text-2xs text-ink-soft">
            {maxFiles === 1
              ? `1 file, max ${MAX_FILE_MB}MB`
              : `Up to ${maxFiles} files, max ${MAX_FILE_MB}MB each`}
          </p>
        }
      />
      <div id={`${id}-error`} role="alert" className="flex flex-col gap-1 empty:hidden">
        {uploads.refused.map((reason) => (
          <FieldError key={reason} text={reason} />
        ))}
        <FieldError text={error} />
      </div>
      {uploads.loadFailed && (
        <ErrorBox
          text="The uploader could not be loaded. Please check your connection."
          onRetry={() => void load()}
        />
      )}
      {engine && pending.length > 0 && (
        <ul
          aria-label="Chosen to upload"
          className="grid max-h-62.5 grid-cols-1 gap-2 overflow-y-auto @min-[576px]:grid-cols-2 @min-[900px]:grid-cols-3"
        >
          {pending.map((item) => (
            <UploadRow
              key={item.id}
              item={item}
              engine={engine}
              disabled={disabled}
              onRemove={() => uploads.remove(item)}
            />
          ))}
        </ul>
      )}
      {engine && items.length > 0 && (
        <UploadTotal items={items} engine={engine} disabled={disabled} />
      )}
      {uploads.uploaded.length > 0 && (
        <ul aria-label="Uploaded" className={chipList}>
          {items.map(
            (item) =>
              item.uploaded && (
                <FileChip
                  key={item.id}
                  name={item.uploaded.name}
                  size={item.uploaded.size}
                  type={item.uploaded.type}
                  picture={item.preview}
                  disabled={disabled}
                  onRemove={() => uploads.remove(item)}
                />
              ),
          )}
        </ul>
      )}
      <div ref={end} />
    </div>
  );
}
