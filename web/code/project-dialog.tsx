import { useQuery } from '@tanstack/react-query';
import { errorText } from '../api/api-error.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { snapshotsOf, versionSource } from './code-queries.ts';
import { PacketPanel } from './packet-panel.tsx';
import { ProjectTree } from './project-tree.tsx';
import { openVersion, versionWithPacket } from './version-words.ts';

interface ProjectDialogProps {
  ticketId: string;
  onClose: () => void;
}

/** For whoever thinks about taking a request: what its project says about itself, and names of files. */
export function ProjectDialog({ ticketId, onClose }: ProjectDialogProps) {
  const { data, error, refetch } = useQuery(snapshotsOf(ticketId));
  const version = openVersion(data?.items ?? [], null);
  const packet = versionWithPacket(data?.items ?? [])?.packet;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Project"
      description={version?.why_closed ?? undefined}
    >
      {error && <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonText lines={8} />}
      {data && !version && <p className="text-sm text-ink-soft">There is no project any more.</p>}
      {packet && <PacketPanel packet={packet} className="mb-4" />}
      {version && (
        <div className="flex h-80 flex-col overflow-hidden rounded border border-line">
          <ProjectTree source={versionSource(version.id)} file={null} onOpen={() => undefined} />
        </div>
      )}
    </Dialog>
  );
}
