import type { Ticket } from '#domain/ticket.ts';
import { onDemand } from '../../shell/on-demand.tsx';
import { allows } from '../roadmap/allows.ts';

// Each is loaded only where it is needed.
const Proposal = onDemand(async () => (await import('./cancel-proposal.tsx')).CancelProposal);
const Change = onDemand(async () => (await import('../changes/open-change.tsx')).OpenChange);
const Note = onDemand(async () => (await import('./cancel-proposal.tsx')).HelpNote);
const Choice = onDemand(async () => (await import('./held-choice.tsx')).HeldChoice);

/** A proposal that the other side has to answer. */
export function OpenProposal({ ticket }: { ticket: Ticket }) {
  if (ticket.cancellation) return <Proposal ticket={ticket} />;
  return ticket.change && <Change ticket={ticket} />;
}

/** Why a side brought the request to the moderators. */
export function HelpNote({ ticket }: { ticket: Ticket }) {
  return ticket.help && <Note ticket={ticket} />;
}

/** Whether the viewer decides about money that waits for the next unblocker. */
export function choosesHeld(ticket: Ticket): boolean {
  return allows(ticket, 'keep-held') || allows(ticket, 'refund-held');
}

export function HeldChoice({ ticket }: { ticket: Ticket }) {
  if (!choosesHeld(ticket)) return null;
  return (
    <section aria-label="Held money" className="space-y-3 text-sm">
      <Choice ticket={ticket} />
    </section>
  );
}
