import { useState } from 'react';
import { specialtyLabels } from '#domain/specialty.ts';
import type { WaitlistEntry } from '#domain/waitlist.ts';
import { api, idempotencyKey } from '../api/client.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { announce } from '../ui/toasts.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { InvitationState } from './invitation-state.tsx';
import { LinkedText } from './linked-text.tsx';
import { useModerationAct } from './use-moderation-act.ts';

/** One application, and what can be done about it. */
export function WaitlistEntryCard({ entry }: { entry: WaitlistEntry }) {
  return (
    <li className="card flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="font-sans text-base font-medium tracking-normal break-words">
            {entry.name}
          </h3>
          <a href={`mailto:${entry.email}`} className="link text-sm wrap-anywhere">
            {entry.email}
          </a>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Badge>{specialtyLabels[entry.specialty]}</Badge>
          <span className="text-2xs text-ink-soft">
            Applied <RelativeTime at={entry.created_at} />
          </span>
        </div>
      </div>
      {entry.bio ? (
        <LinkedText text={entry.bio} />
      ) : (
        <p className="text-sm text-ink-soft">No bio was given.</p>
      )}
      {entry.status === 'waiting' && <Decision entry={entry} />}
      {entry.status === 'approved' && <InvitationState entry={entry} />}
      {entry.status === 'declined' && (
        <div className="flex flex-col items-start gap-2 border-t border-line pt-3">
          <Badge tone="harm">Declined</Badge>
          <p className="text-sm wrap-anywhere whitespace-pre-wrap">{entry.reason}</p>
        </div>
      )}
    </li>
  );
}

function Decision({ entry }: { entry: WaitlistEntry }) {
  const confirm = useConfirm();
  const act = useModerationAct();
  const [declining, setDeclining] = useState(false);

  async function approve() {
    const address = `/api/moderation/waitlist/${encodeURIComponent(entry.id)}/approve`;
    const sending = { idempotencyKey: idempotencyKey() };
    const approved = await confirm({
      title: 'Approve Application',
      text: (
        <span className="wrap-anywhere">
          {entry.name} gets an invitation to join as an unblocker, at {entry.email}.
        </span>
      ),
      act: 'Approve',
      run: () => act(() => api.post(address, undefined, sending)),
    });
    if (approved) announce(`${entry.name} was approved and invited.`);
  }

  return (
    <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-3">
      <Button aria-label={`Decline ${entry.name}`} onClick={() => setDeclining(true)}>
        Decline
      </Button>
      <Button variant="primary" aria-label={`Approve ${entry.name}`} onClick={() => void approve()}>
        Approve
      </Button>
      {declining && <DeclineDialog entry={entry} onClose={() => setDeclining(false)} />}
    </div>
  );
}
