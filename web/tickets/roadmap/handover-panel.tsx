import { BEFORE_WORK, handedWords } from '#domain/handover.ts';
import type { Handover, Ticket } from '#domain/ticket.ts';
import { MarkdownText } from '../../text/markdown-text.tsx';
import { HeldChoice } from '../ways-out/ways-out-notes.tsx';

/** Why a request is open again, and what the next developer finds. */
export function HandoverPanel({ ticket }: { ticket: Ticket }) {
  const { handover, relation } = ticket;
  const isDraft = BEFORE_WORK.some((status) => status === ticket.status);
  if (!handover || (!isDraft && handover.note === null)) return null;
  // The two sides see the money below, in their own terms.
  const held_cents = relation === 'candidate' ? ticket.held_cents : 0;
  const words = isDraft && handedWords({ ...handover, held_cents });
  return (
    <section aria-labelledby="handover" className="card space-y-3 p-5 text-sm">
      <h2 id="handover" className="text-lg">
        {relation === 'customer'
          ? endings[handover.ended_by]
          : 'An unblocker had this request before'}
      </h2>
      {words && <p className="font-medium">{words}.</p>}
      <HeldChoice ticket={ticket} />
      {isDraft && relation !== 'customer' && ticket.held_cents > 0 && (
        <p className="text-ink-soft">
          What is held goes to whoever does the work. A milestone that is paid stays as it is in the
          plan, unless its customer has the money refunded.
        </p>
      )}
      {handover.note !== null && (
        <figure className="space-y-1 border-t border-line pt-3">
          <figcaption className="text-2xs text-ink-soft">Handover Note</figcaption>
          <blockquote>
            <MarkdownText text={handover.note} />
          </blockquote>
        </figure>
      )}
    </section>
  );
}

const endings: Record<Handover['ended_by'], string> = {
  'give-back': 'Your unblocker gave the request back',
  'find-another': 'You look for another unblocker',
  'return-unplanned': 'No plan came in time',
  reopen: 'A moderator returned the request to the open list',
};
