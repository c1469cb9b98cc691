import { useState } from 'react';
import type { FailedMail } from '#domain/failed-mail.ts';
import { keys } from '../../api/query-keys.ts';
import { usePages } from '../../api/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ModerationHead } from '../moderation-head.tsx';
import { PagedList } from '../paged-list.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';

export function meta() {
  return [{ title: 'Failed Mails · Unblock' }];
}

/** Mails that the mail server would not take. */
export default function FailedMailsPage() {
  const list = usePages(keys.failedMails(), '/api/moderation/mails');
  const [chosen, setChosen] = useState<FailedMail | null>(null);
  return (
    <>
      <ModerationHead title="Failed Mails" />
      <p className="mb-6 max-w-prose text-sm text-ink-soft">
        Each is tried again by itself for about three days. If it is the address that was wrong,
        sending again does not help.
      </p>
      <PagedList
        list={list}
        loading="Loading failed mails"
        empty="Every mail has reached its mail server."
      >
        {(mails) => (
          <ul className="grid items-start gap-3 lg:grid-cols-2">
            {mails.map((mail) => (
              <FailedMailCard key={mail.id} mail={mail} onResend={() => setChosen(mail)} />
            ))}
          </ul>
        )}
      </PagedList>
      {chosen && <ResendDialog mail={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function FailedMailCard({ mail, onResend }: { mail: FailedMail; onResend: () => void }) {
  return (
    <li className="card flex flex-col gap-3 p-4">
      <div className="min-w-0">
        <h2 className="font-sans text-sm font-medium tracking-normal wrap-anywhere">
          {mail.subject}
        </h2>
        <p className="text-sm wrap-anywhere text-ink-soft">To {mail.recipient}</p>
      </div>
      <p className="rounded-sm bg-sunken px-3 py-2 font-mono text-2xs wrap-anywhere">
        {mail.last_error}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-2xs text-ink-soft">
          Written <RelativeTime at={mail.created_at} />,{' '}
          {mail.tries === 1 ? 'tried once' : `tried ${mail.tries} times`}
        </p>
        <Button size="sm" onClick={onResend} aria-label={`Send Again: ${mail.subject}`}>
          Send Again
        </Button>
      </div>
    </li>
  );
}

interface ResendDialogProps {
  mail: FailedMail;
  onClose: () => void;
}

function ResendDialog({ mail, onClose }: ResendDialogProps) {
  return (
    <ReasonDialog
      title="Send Again"
      description={
        <span className="wrap-anywhere">
          ‘{mail.subject}’ to {mail.recipient}
        </span>
      }
      hint="It stands in the audit log."
      act="Send Again"
      address="/api/moderation/mails/{id}/resend"
      id={mail.id}
      done={`The mail to ${mail.recipient} is on its way again.`}
      onClose={onClose}
    />
  );
}
