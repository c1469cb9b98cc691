import { FormFilesField } from '../files/form-files-field.tsx';
import type { FormFiles } from '../files/use-form-files.ts';
import { Button } from '../ui/button.tsx';

interface ComposerFilesProps {
  files: FormFiles;
  disabled: boolean;
  onClose: () => void;
}

/** The files that go with a message; as long as there are none, the uploader can be put away. */
export function ComposerFiles({ files, disabled, onClose }: ComposerFilesProps) {
  const isEmpty = files.uploads.items.length === 0 && files.kept.length === 0;
  return (
    <div className="mb-3 flex max-h-[45dvh] animate-fade-in flex-col overflow-y-auto">
      <FormFilesField files={files} disabled={disabled} />
      {isEmpty && (
        <Button size="sm" variant="ghost" className="mt-1 self-end" onClick={onClose}>
          Cancel
        </Button>
      )}
    </div>
  );
}
