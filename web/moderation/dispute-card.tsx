import { useState } from 'react';
import { Link } from 'react-router';
import type { ModeratedDispute } from '#domain/moderation.ts';
import { paths } from '#domain/paths.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Money } from '../ui/money.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';

const DisputeDialog = dialogOnDemand(
  async () => (await import('./dispute-dialog.tsx')).DisputeDialog,
);

/** One dispute: how much, about what, and who bears it. */
export function DisputeCard({ dispute }: { dispute: ModeratedDispute }) {
  const [deciding, setDeciding] = useState(false);
  useWarmUp(DisputeDialog);
  const { ticket, milestone_title, state, borne_by } = dispute;
  const { label, tone } = states[state];
  return (
    <li className="card flex min-w-0 flex-col gap-2 p-4 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Money cents={dispute.amount_cents} className="text-lg font-semibold" />
        <Badge tone={tone}>{label}</Badge>
      </div>
      {ticket && (
        <p className="wrap-anywhere">
          <Link to={paths.moderatedRequest(ticket.id)} className="link font-medium">
            {ticket.title}
          </Link>
          {milestone_title && <span className="text-ink-soft">, {milestone_title}</span>}
        </p>
      )}
      <p className="text-2xs wrap-anywhere text-ink-soft">
        {dispute.provider} <span className="font-mono">{dispute.reference}</span>, opened{' '}
        <RelativeTime at={dispute.created_at} />
      </p>
      {state === 'open' && (
        <p className="text-ink-soft">
          The bank decides. Until then nothing of this payment leaves; there is nothing to do here.
        </p>
      )}
      {borne_by && <p>Borne by {borne_by === 'developer' ? 'the unblocker' : 'the platform'}.</p>}
      {dispute.actions.decide?.allowed && (
        <div className="flex justify-end border-t border-line pt-3">
          <Button variant="primary" onClick={() => setDeciding(true)}>
            Decide Who Bears It
          </Button>
        </div>
      )}
      {deciding && <DisputeDialog dispute={dispute} onClose={() => setDeciding(false)} />}
    </li>
  );
}

const states: Record<ModeratedDispute['state'], { label: string; tone: Tone }> = {
  open: { label: 'At the bank', tone: 'wait' },
  won: { label: 'Won', tone: 'go' },
  lost: { label: 'Lost', tone: 'harm' },
};
