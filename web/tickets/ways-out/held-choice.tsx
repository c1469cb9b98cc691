import { formatCents } from '#domain/money.ts';
import type { Ticket } from '#domain/ticket.ts';
import { LocalMoment } from '../../ui/local-moment.tsx';
import { ActButton } from '../act-button.tsx';
import { counterpartName } from '../counterpart.ts';

/** What happens to money that waits for the next unblocker, and its customer's choice. */
export function HeldChoice({ ticket }: { ticket: Ticket }) {
  const held = formatCents(ticket.held_cents);
  const whom = ticket.developer_id === null ? 'the next unblocker' : counterpartName(ticket);
  const refundAt = ticket.handover?.refund_at ?? null;
  return (
    <>
      <p className="text-ink-soft">
        {refundAt === null ? (
          `${held} stays held for ${whom}.`
        ) : (
          <>
            {held} is held for the next unblocker. If nobody has taken over by{' '}
            <LocalMoment at={refundAt} />, it goes back to you, unless you keep it held.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <ActButton action="keep-held" record={ticket} />
        <ActButton action="refund-held" record={ticket} />
      </div>
    </>
  );
}
