import { actsAt } from '#domain/acts.ts';
import type { Ticket } from '#domain/ticket.ts';
import { helpWords } from '#domain/way-out.ts';
import { LocalMoment } from '../../ui/local-moment.tsx';
import { Money } from '../../ui/money.tsx';
import { ActButton } from '../act-button.tsx';
import { counterpartName } from '../counterpart.ts';

/** An open proposal to cancel with its split; else nothing. */
export function CancelProposal({ ticket }: { ticket: Ticket }) {
  const { cancellation, relation } = ticket;
  if (!cancellation) return null;
  const { asked_by, asked_at, reason, answer_by, splits } = cancellation;
  const mine = asked_by === relation;
  const other = counterpartName(ticket);
  const [customer, developer] = relation === 'customer' ? ['you', other] : [other, 'you'];
  return (
    <section aria-label="Proposal to cancel" className="card space-y-3 border-turn p-5 text-sm">
      <h2 className="text-lg">{mine ? 'You propose to cancel' : `${other} proposes to cancel`}</h2>
      <SaidWords text={reason} />
      <ul className="space-y-1">
        {splits.map(({ milestone_id, milestone_title, customer_cents, developer_cents }) => (
          <li key={milestone_id} className="wrap-anywhere">
            <bdi>{milestone_title}</bdi>: <Money cents={customer_cents} /> back to {customer},{' '}
            <Money cents={developer_cents} /> to {developer}
          </li>
        ))}
      </ul>
      <p className="text-2xs text-ink-soft">
        Without an answer by <LocalMoment at={answer_by} /> a moderator decides.
      </p>
      <div className="flex flex-wrap gap-2">
        {actsAt('proposal').map((action) => (
          <ActButton
            key={action}
            action={action}
            record={ticket}
            {...(action === 'agree-to-cancel' && { read: { asked_at } })}
          />
        ))}
      </div>
    </section>
  );
}

/** Why a side brought the request to the moderators, if one did. */
export function HelpNote({ ticket }: { ticket: Ticket }) {
  const { help, relation } = ticket;
  if (!help) return null;
  const who = help.by === relation ? 'You' : counterpartName(ticket);
  return (
    <section aria-label="Help" className="card space-y-3 p-5 text-sm">
      <h2 className="text-lg">
        {help.reason === 'no_agreement'
          ? helpWords.no_agreement
          : `${who} asked for help: ${helpWords[help.reason]}`}
      </h2>
      <SaidWords text={help.text} />
      <p className="text-2xs text-ink-soft">
        Money that is held stays held until a moderator has decided.
      </p>
    </section>
  );
}

/** What a side wrote, unless a moderator has hidden it. */
function SaidWords({ text }: { text: string | null }) {
  if (text === null)
    return <p className="text-2xs text-harm-ink">A moderator has hidden these words.</p>;
  return <Quote text={text} />;
}

/** Words as typed. */
export function Quote({ text }: { text: string }) {
  return (
    <blockquote
      dir="auto"
      className="border-l-2 border-edge pl-3 leading-relaxed wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </blockquote>
  );
}
