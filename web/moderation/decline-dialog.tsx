import type { WaitlistEntry } from '#domain/waitlist.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface DeclineDialogProps {
  entry: WaitlistEntry;
  onClose: () => void;
}

export function DeclineDialog({ entry, onClose }: DeclineDialogProps) {
  return (
    <ReasonDialog
      title="Decline Application"
      description={null}
      hint={
        <span className="wrap-anywhere">
          {entry.name} reads it in a mail: it is the answer they get.
        </span>
      }
      act="Decline"
      danger
      address="/api/moderation/waitlist/{id}/decline"
      id={entry.id}
      done={`${entry.name} was declined and told why.`}
      onClose={onClose}
    />
  );
}
