import { useState } from 'react';
import { REVIEWS_OF_APPLICATION } from '#domain/entry-test.ts';
import { specialtyLabels } from '#domain/specialty.ts';
import type { WaitlistEntry } from '#domain/waitlist.ts';
import { Badge, Tag } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { UnfoldButton } from '../ui/unfold-button.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { splitLinks } from './split-links.ts';

/** Longer texts are folded. */
const LONG = { characters: 700, lines: 10 };

/** A stranger's text as typed; only web addresses in it become links. */
function LinkedText({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const folds = text.length > LONG.characters || text.split('\n').length > LONG.lines;
  return (
    <div>
      <p
        dir="auto"
        className={cx(
          'text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap',
          folds && !open && 'line-clamp-8',
        )}
      >
        {splitLinks(text).map((piece, place) =>
          piece.kind === 'link' ? (
            <a
              key={place}
              href={piece.text}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="link"
            >
              {piece.text}
            </a>
          ) : (
            piece.text
          ),
        )}
      </p>
      {folds && <UnfoldButton open={open} onToggle={setOpen} />}
    </div>
  );
}

/** The progress of an approved applicant: joined, invited, or with an expired link. */
function InvitationState({ entry }: { entry: WaitlistEntry }) {
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

/** One application, with the acts on it. */
export function WaitlistEntryCard({ entry }: { entry: WaitlistEntry }) {
  return (
    <li className="card flex min-w-0 flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="font-sans text-base font-medium tracking-normal wrap-anywhere">
            {entry.name}
          </h3>
          <a href={`mailto:${entry.email}`} className="thumb link text-sm wrap-anywhere">
            {entry.email}
          </a>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Tag>{specialtyLabels[entry.specialty]}</Tag>
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
      <EntryTestLine entry={entry} />
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

/** What an applicant added to the form, and what unblockers say of it. */
function EntryTestLine({ entry: { id, name, application } }: { entry: WaitlistEntry }) {
  const [showing, setShowing] = useState(false);
  if (!application) {
    return (
      <p className="text-sm text-ink-soft">
        There is no entry test: nothing but this form was sent.
      </p>
    );
  }
  return (
    <div className={rowLook}>
      <span className="figures text-sm">{reviewWords(application)}</span>
      <Button
        size="sm"
        className="ml-auto"
        aria-label={`Show Application of ${name}`}
        onClick={() => setShowing(true)}
      >
        Show Application
      </Button>
      {showing && <ApplicationDialog id={id} name={name} onClose={() => setShowing(false)} />}
    </div>
  );
}

function reviewWords({ reviews, recommended }: NonNullable<WaitlistEntry['application']>): string {
  const words = `Entry test, ${reviews} of ${REVIEWS_OF_APPLICATION} reviews`;
  return reviews === 0 ? words : `${words}, ${recommended} recommending`;
}

function Decision({ entry }: { entry: WaitlistEntry }) {
  const [act, setAct] = useState<'approve' | 'decline' | null>(null);
  const close = () => setAct(null);
  return (
    <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-3">
      <Button aria-label={`Decline ${entry.name}`} onClick={() => setAct('decline')}>
        Decline
      </Button>
      <Button
        variant="primary"
        aria-label={`Approve ${entry.name}`}
        onClick={() => setAct('approve')}
      >
        Approve
      </Button>
      {act === 'approve' && <ApproveDialog entry={entry} onClose={close} />}
      {act === 'decline' && <DeclineDialog entry={entry} onClose={close} />}
    </div>
  );
}

interface ApproveDialogProps {
  entry: WaitlistEntry;
  onClose: () => void;
}

function ApproveDialog({ entry, onClose }: ApproveDialogProps) {
  return (
    <ReasonDialog
      title="Approve Application"
      description={
        <span className="wrap-anywhere">
          {entry.name} gets an invitation to join as an unblocker, at {entry.email}.
          {!entry.application && ' There is no entry test.'}
        </span>
      }
      hint="It stands in the audit log."
      act="Approve"
      address="/api/moderation/waitlist/{id}/approve"
      id={entry.id}
      done={`${entry.name} was approved and invited.`}
      onClose={onClose}
    />
  );
}

interface DeclineDialogProps {
  entry: WaitlistEntry;
  onClose: () => void;
}

function DeclineDialog({ entry, onClose }: DeclineDialogProps) {
  return (
    <ReasonDialog
      title="Decline Application"
      description={null}
      hint={
        <span className="wrap-anywhere">
          {entry.name} reads it in a mail: it is the answer they get.
        </span>
      }
      act="Decline"
      danger
      address="/api/moderation/waitlist/{id}/decline"
      id={entry.id}
      done={`${entry.name} was declined and told why.`}
      onClose={onClose}
    />
  );
}
