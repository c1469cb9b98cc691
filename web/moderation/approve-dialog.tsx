import type { WaitlistEntry } from '#domain/waitlist.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface ApproveDialogProps {
  entry: WaitlistEntry;
  onClose: () => void;
}

export function ApproveDialog({ entry, onClose }: ApproveDialogProps) {
  return (
    <ReasonDialog
      title="Approve Application"
      description={
        <span className="wrap-anywhere">
          {entry.name} gets an invitation to join as an unblocker, at {entry.email}.
        </span>
      }
      hint="It stands in the audit log."
      act="Approve"
      address="/api/moderation/waitlist/{id}/approve"
      id={entry.id}
      done={`${entry.name} was approved and invited.`}
      onClose={onClose}
    />
  );
}
