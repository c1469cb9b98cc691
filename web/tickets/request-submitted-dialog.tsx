import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TicketTitle } from './ticket-card.tsx';

interface RequestSubmittedDialogProps {
  /** The request that was just stored; null closes the dialog. */
  ticket: Ticket | null;
  onClose: () => void;
}

/** It worked, and what happens next. */
export function RequestSubmittedDialog({ ticket, onClose }: RequestSubmittedDialogProps) {
  if (!ticket) return null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Request Submitted"
      footer={
        <>
          <Button asChild>
            <Link to={paths.plan('customer', ticket.id)}>Open Request</Link>
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className="font-medium">Your request has been submitted successfully!</p>
      <p className="mt-2 text-sm text-ink-soft">
        <TicketTitle ticket={ticket} />
      </p>
      <p className="mt-3 text-sm leading-relaxed text-ink-soft">
        Unblockers with matching skills can see it now. We tell you by mail as soon as one takes it.
      </p>
    </Dialog>
  );
}
