import { useState } from 'react';
import type { WaitlistEntry } from '#domain/waitlist.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { InviteDialog } from './invite-dialog.tsx';

/** How far somebody who was approved has come: joined, invited, or too late for the link. */
export function InvitationState({ entry }: { entry: WaitlistEntry }) {
  const { email, invitation } = entry;
  const [inviting, setInviting] = useState(false);
  if (invitation?.accepted_at) {
    return (
      <p className={rowLook}>
        <Badge tone="go">Joined</Badge>
        <RelativeTime at={invitation.accepted_at} className="text-sm text-ink-soft" />
      </p>
    );
  }
  const expires = invitation && new Date(invitation.expires_at);
  const expired = !expires || expires < new Date();
  return (
    <div className={rowLook}>
      <Badge tone={expired ? 'turn' : 'wait'}>{expired ? 'Invitation expired' : 'Invited'}</Badge>
      {expires && !expired && (
        <span className="text-sm text-ink-soft">
          The link works until {expires.toLocaleDateString()}.
        </span>
      )}
      <Button
        size="sm"
        className="ml-auto"
        aria-label={`Invite Again: ${email}`}
        onClick={() => setInviting(true)}
      >
        Invite Again
      </Button>
      {inviting && <InviteDialog email={email} onClose={() => setInviting(false)} />}
    </div>
  );
}

const rowLook = 'flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3';
