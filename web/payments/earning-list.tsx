import { Link } from 'react-router';
import type { Earning, ShownPayoutStatus } from '#domain/earnings.ts';
import { formatCents } from '#domain/money.ts';
import { paths } from '#domain/paths.ts';
import { shortId } from '#domain/ticket-words.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { Money } from '../ui/money.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { InvoiceLinks } from './invoice-links.tsx';
import { dayName } from './month-names.ts';
import type { useEarnings } from './use-earnings.ts';

/** All movements of the balance, newest first; older ones on demand. */
export function EarningList({ list }: { list: ReturnType<typeof useEarnings> }) {
  return (
    <section aria-labelledby="every-entry">
      <h2 id="every-entry" className="mb-3 text-xl">
        Every Entry
      </h2>
      <div className="card overflow-x-auto">
        <table aria-labelledby="every-entry" className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-b border-line text-left text-2xs text-ink-soft">
              <Head className="max-md:hidden">Date</Head>
              <Head>What</Head>
              <Head className="text-right max-md:hidden">Price</Head>
              <Head className="text-right max-md:hidden">Fee</Head>
              <Head className="text-right">Amount</Head>
            </tr>
          </thead>
          <tbody>
            {list.entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore list={list} />
    </section>
  );
}

function Row({ entry }: { entry: Earning }) {
  const { amount_cents, gross_cents, fee_cents, created_at } = entry;
  return (
    <tr className="border-b border-line align-top last:border-b-0">
      <td className={cx(cell, 'figures whitespace-nowrap text-ink-soft max-md:hidden')}>
        <Day at={created_at} />
      </td>
      <td className={cx(cell, 'w-full')}>
        <What entry={entry} />
      </td>
      <td className={cx(cell, 'text-right max-md:hidden')}>
        {gross_cents !== null && <Money cents={gross_cents} />}
      </td>
      <td className={cx(cell, 'text-right text-ink-soft max-md:hidden')}>
        {fee_cents !== null && <Money cents={-fee_cents} />}
      </td>
      <td className={cx(cell, 'text-right font-semibold')}>
        <Money cents={amount_cents} />
      </td>
    </tr>
  );
}

function Day({ at }: { at: string | Date }) {
  return <time dateTime={String(at)}>{dayName(at)}</time>;
}

function What({ entry }: { entry: Earning }) {
  const { payout_status, kind, ticket_id } = entry;
  const badge = kind === 'payout' && payout_status ? payoutBadge[payout_status] : null;
  const note = earningNotes(entry);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Name entry={entry} />
        {badge && <Badge tone={badge.tone}>{badge.words}</Badge>}
      </span>
      {ticket_id && (
        <p className="mt-0.5 text-2xs text-ink-soft">
          Request <span className="font-mono">#{shortId(ticket_id)}</span>
        </p>
      )}
      {note.always && <p className="mt-0.5 text-2xs text-ink-soft">{note.always}</p>}
      <p className="figures mt-0.5 text-2xs text-ink-soft md:hidden">
        <Day at={entry.created_at} />
        {note.onPhones && ` · ${note.onPhones}`}
      </p>
      <InvoiceLinks invoices={entry.invoices} />
    </>
  );
}

/** The title of the work; what has left its plan leads nowhere. */
function Name({ entry }: { entry: Earning }) {
  const { ticket_id, milestone_id, milestone_title, kind } = entry;
  if (milestone_title === null) return earningWords[kind];
  const title = <span className="line-clamp-2 wrap-anywhere">{milestone_title}</span>;
  if (ticket_id === null || milestone_id === null) return title;
  return (
    <Link to={paths.plan('developer', ticket_id)} className="thumb link">
      {title}
    </Link>
  );
}

function Head({ className, children }: { className?: string; children: string }) {
  return (
    <th scope="col" className={cx(cell, 'font-medium whitespace-nowrap', className)}>
      {children}
    </th>
  );
}

// On phones the second cell is the first visible one.
const cell = 'px-3 py-2.5 first:pl-5 last:pr-5 max-md:nth-2:pl-5';

/** Names of entries without a milestone. */
const earningWords: Record<Earning['kind'], string> = {
  release: 'A milestone that was approved',
  payout: 'Payout',
  payout_failed: 'Payout sent back',
  adjustment: 'Adjustment',
};

const payoutBadge: Record<ShownPayoutStatus, { tone: Tone; words: string }> = {
  pending: { tone: 'wait', words: 'On Its Way' },
  kept: { tone: 'wait', words: 'Kept Back by a Dispute' },
  paid: { tone: 'go', words: 'Sent' },
  failed: { tone: 'harm', words: 'Failed' },
};

/** Notes under an entry; price and fee have their own columns except on phones. */
function earningNotes(entry: Earning): { always: string | null; onPhones: string | null } {
  const { kind, gross_cents, fee_cents } = entry;
  const made =
    gross_cents === null || fee_cents === null
      ? null
      : `${formatCents(gross_cents)} less ${formatCents(fee_cents)} fee`;
  return { always: notes[kind], onPhones: made };
}

const notes: Record<Earning['kind'], string | null> = {
  release: null,
  payout: null,
  payout_failed: 'The bank did not take it. It is in your balance again.',
  adjustment: 'Money went back to the customer, by a moderator or the guarantee.',
};
