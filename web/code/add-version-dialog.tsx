import type { Snapshot } from '#domain/code.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ProjectIntake } from './project-intake.tsx';

interface AddVersionDialogProps {
  ticketId: string;
  onAdded: (snapshot: Snapshot) => void;
  onClose: () => void;
}

/** Brings in a newer state of the customer's project. */
export function AddVersionDialog({ ticketId, onAdded, onClose }: AddVersionDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Add a Version"
      description="The newest version of yours is what the unblocker works on. Earlier ones stay, and so do the lines that messages are about."
    >
      <ProjectIntake ticketId={ticketId} onAdded={onAdded} />
    </Dialog>
  );
}
