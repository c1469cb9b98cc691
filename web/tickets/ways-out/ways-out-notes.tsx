import type { Ticket } from '#domain/ticket.ts';
import { onDemand } from '../../shell/on-demand.tsx';
import { allows } from '../roadmap/allows.ts';

// The code of each comes only where there is one.
const Proposal = onDemand(async () => (await import('./cancel-proposal.tsx')).CancelProposal);
const Change = onDemand(async () => (await import('../changes/open-change.tsx')).OpenChange);
const Note = onDemand(async () => (await import('./cancel-proposal.tsx')).HelpNote);
const Choice = onDemand(async () => (await import('./held-choice.tsx')).HeldChoice);

/** What one side proposes and the other has to answer. */
export function OpenProposal({ ticket }: { ticket: Ticket }) {
  if (ticket.cancellation) return <Proposal ticket={ticket} />;
  return ticket.change && <Change ticket={ticket} />;
}

/** Why the request waits for a moderator, where a side has said so. */
export function HelpNote({ ticket }: { ticket: Ticket }) {
  return ticket.help && <Note ticket={ticket} />;
}

/** Whether the viewer may say what becomes of money that waits for the next unblocker. */
export function choosesHeld(ticket: Ticket): boolean {
  return allows(ticket, 'keep-held') || allows(ticket, 'refund-held');
}

/** That choice. */
export function HeldChoice({ ticket }: { ticket: Ticket }) {
  if (!choosesHeld(ticket)) return null;
  return (
    <section aria-label="Held money" className="space-y-3 text-sm">
      <Choice ticket={ticket} />
    </section>
  );
}
