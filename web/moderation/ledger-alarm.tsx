import { useQuery } from '@tanstack/react-query';
import { OctagonAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { LedgerReport } from '#domain/moderation.ts';
import { paths } from '#domain/paths.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { Button } from '../ui/button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { useModerationCounts } from './use-moderation-counts.ts';

/** Stands over everything when one cent is off; nothing while all is well. */
export function LedgerAlarm() {
  const alarms = useModerationCounts().data?.ledger_alarms ?? 0;
  const { data } = useQuery({
    queryKey: keys.ledgerState(),
    queryFn: ({ signal }) => api.get('/api/moderation/ledger', { signal }),
    enabled: alarms > 0,
  });
  const [done, setDone] = useState<Finding | null>(null);
  if (alarms === 0) return null;
  return (
    <section
      id="ledger-alarms"
      role="alert"
      aria-labelledby="ledger-alarm"
      className="mb-5 rounded border border-harm bg-harm-soft p-4 text-sm text-harm-ink"
    >
      <h2
        id="ledger-alarm"
        className="flex items-center gap-2 font-sans text-base font-semibold tracking-normal"
      >
        <OctagonAlert size={18} aria-hidden className="shrink-0" />
        The money is not in order
      </h2>
      <p className="mt-1">
        Please tell the operator. What was looked into at the payment provider can be marked as
        done.
        {data?.checked_at && (
          <>
            {' '}
            Last checked <RelativeTime at={data.checked_at} />.
          </>
        )}
      </p>
      <ul className="mt-3 max-h-80 divide-y divide-harm/30 overflow-y-auto border-t border-harm/30 wrap-anywhere">
        {data?.broken.map((what) => (
          <li key={what} className="py-2">
            {what}
          </li>
        ))}
        {data?.findings.map((finding) => (
          <li
            key={finding.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
          >
            <span className="min-w-0 sm:flex-1">
              {nameOf(finding)}: {finding.detail}
              {finding.ticket_id && (
                <>
                  {' '}
                  <Link to={paths.moderatedRequest(finding.ticket_id)} className="link">
                    Open its request
                  </Link>
                </>
              )}
            </span>
            <Button
              size="sm"
              onClick={() => setDone(finding)}
              aria-label={`Mark as Done: ${nameOf(finding)}`}
            >
              Mark as Done
            </Button>
          </li>
        ))}
      </ul>
      {done && (
        <ReasonDialog
          title="Mark as Done"
          description={
            <>
              {nameOf(done)}: {done.detail}
              <span className="mt-2 block">
                {wordsOfDone[done.kind] ?? 'It is shown again when it is found again.'}
              </span>
            </>
          }
          hint="It stands in the audit log."
          act="Mark as Done"
          address="/api/moderation/findings/{id}/done"
          id={done.id}
          done="Marked as done."
          onClose={() => setDone(null)}
        />
      )}
    </section>
  );
}

/** What is booked by it. */
const wordsOfDone: Readonly<Record<string, string>> = {
  refund_failed:
    'Only once the customer has the money: it is booked as paid back another way, and they are told by mail.',
  refunded_already:
    'If more was refunded at once than we owed, the next comparison with the payment provider books what was too much as Unblock’s loss. If it was less, mark that refund as done as well, under “Provider differs”: the rest then goes back by itself. If there is none any more, all of it does.',
  provider_differs:
    'A refund, transfer or payout that others made at the payment provider, or what they took back of a transfer, is not found again; anything else is, until it is the same there and here. The next comparison counts such a refund for what we owe of that payment, and books the rest of it as Unblock’s loss. What is held of it stays held, and its milestone paid.',
  payout_failed:
    'Only once the unblocker has the money: it is booked as paid another way, and what lies in their account at the payment provider is taken back.',
};

type Finding = LedgerReport['findings'][number];

function nameOf({ kind, about }: Finding): string {
  const words = kind.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${about}`;
}
