import { useState } from 'react';
import type { Ticket } from '#domain/ticket.ts';
import { TurnWords } from '../tickets/turn-words.tsx';
import { choosesHeld, HeldChoice, OpenProposal } from '../tickets/ways-out/ways-out-notes.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';

/** Whose turn it is, over the thread. */
export function TurnStrip({ ticket }: { ticket: Ticket }) {
  return (
    <div
      className={cx(
        'flex items-center justify-between gap-3 border-b border-line px-4 py-1.5',
        ticket.turn.whose === 'mine' && 'bg-turn-soft',
      )}
    >
      <TurnWords ticket={ticket} className="text-sm" />
      <ToAnswer ticket={ticket} />
    </div>
  );
}

function titleOf(ticket: Ticket): string | null {
  if (ticket.cancellation) return 'Proposal to Cancel';
  if (ticket.change) return 'Change of the Plan';
  return choosesHeld(ticket) ? 'Held Money' : null;
}

/** Where there is no room for it beside the thread: what waits for an answer, on demand. */
function ToAnswer({ ticket }: { ticket: Ticket }) {
  const [open, setOpen] = useState(false);
  const title = titleOf(ticket);
  if (title === null) return null;
  return (
    <>
      <Button size="sm" className="xl:hidden" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} size="sm">
        <OpenProposal ticket={ticket} />
        <HeldChoice ticket={ticket} />
      </Dialog>
    </>
  );
}
