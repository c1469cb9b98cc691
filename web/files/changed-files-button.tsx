import { GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import type { FileRecord } from '#domain/file.ts';
import { Button } from '../ui/button.tsx';
import { isArchive } from './file-kind.ts';
import { useFiles } from './files-context.ts';
import { useLoaded } from './use-loaded.ts';

interface ChangedFilesButtonProps {
  /** The specification's map of key to name. */
  delivered: Record<string, string>;
}

/** Where a delivery and the request itself are archives of a project: what changed between them. */
export function ChangedFilesButton({ delivered }: ChangedFilesButtonProps) {
  const { records } = useFiles();
  const [showing, setShowing] = useState(false);
  // Comparing weighs more than the roadmap; it comes when it is asked for.
  const dialog = useLoaded(
    () => import('./changed-files-dialog.tsx'),
    showing,
    () => setShowing(false),
  );
  const archives = (records ?? []).filter((file) => isArchive(file) && isOpen(file));
  const earlier = archives.filter(({ attached_to }) => attached_to === 'request').toReversed();
  const file = archives.findLast(({ key }) => key in delivered);
  if (!file || earlier.length === 0) return null;
  return (
    <>
      <Button size="sm" onClick={() => setShowing(true)}>
        <GitCompareArrows size={16} aria-hidden />
        Changed Files
      </Button>
      {dialog && (
        <dialog.ChangedFilesDialog
          file={file}
          earlier={earlier}
          onClose={() => setShowing(false)}
        />
      )}
    </>
  );
}

function isOpen({ actions }: FileRecord): boolean {
  return actions.open?.allowed ?? false;
}
