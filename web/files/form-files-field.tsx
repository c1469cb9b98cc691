import { chipList, FileChip } from './file-chip.tsx';
import { Uploader } from './uploader.tsx';
import type { FormFiles } from './use-form-files.ts';

interface FormFilesFieldProps {
  files: FormFiles;
  /** A refusal of the server for this field. */
  error?: string | undefined;
  disabled: boolean;
  label?: string;
}

/** 'Files' in a form that keeps its uploads: those of now, and those from before it was closed. */
export function FormFilesField({ files, error, disabled, label = 'Files' }: FormFilesFieldProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Uploader uploads={files.uploads} label={label} error={error} disabled={disabled} />
      {files.kept.length > 0 && (
        <ul aria-label="Uploaded before" className={chipList}>
          {files.kept.map((file) => (
            <FileChip
              key={file.fileKey}
              name={file.name}
              size={file.size}
              type={file.type}
              disabled={disabled}
              onRemove={() => files.removeKept(file)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
