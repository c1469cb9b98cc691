import { GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import type { FileRecord } from '#domain/file.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { isArchive } from './file-kind.ts';
import { useFiles } from './files-context.ts';

interface ChangedFilesButtonProps {
  /** The specification's map of key to name. */
  delivered: Record<string, string>;
}

// Comparing weighs more than the roadmap; it comes when it is asked for.
const ChangedFilesDialog = dialogOnDemand(
  async () => (await import('./changed-files-dialog.tsx')).ChangedFilesDialog,
);

/** Where a delivery and the request itself are archives of a project: what changed between them. */
export function ChangedFilesButton({ delivered }: ChangedFilesButtonProps) {
  const { records } = useFiles();
  const [showing, setShowing] = useState(false);
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
      {showing && (
        <ChangedFilesDialog file={file} earlier={earlier} onClose={() => setShowing(false)} />
      )}
    </>
  );
}

function isOpen({ actions }: FileRecord): boolean {
  return actions.open?.allowed ?? false;
}
