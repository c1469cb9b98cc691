import { Dialog } from '../ui/dialog.tsx';

/** The end of the waitlist form. */
export function JoinedDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Success!"
      description="You were added to the waiting list!"
      size="sm"
    />
  );
}
