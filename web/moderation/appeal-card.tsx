import { useState } from 'react';
import { Link } from 'react-router';
import type { ModeratedAppeal } from '#domain/moderation.ts';
import { paths } from '#domain/paths.ts';
import { Badge } from '../ui/badge.tsx';
import { PermittedButton } from '../ui/permitted-button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface AppealCardProps {
  appeal: ModeratedAppeal;
  /** For screens without the request. */
  showRequest?: boolean;
}

/** A decision, the appeal against it, and the answer. */
export function AppealCard({ appeal, showRequest = false }: AppealCardProps) {
  const { decision, by, ticket } = appeal;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {showRequest && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h3 className="min-w-0 font-sans text-sm font-medium tracking-normal wrap-anywhere">
            <Link to={paths.moderatedRequest(ticket.id)} className="link">
              {ticket.title}
            </Link>
          </h3>
          <StatusBadge status={ticket.status} />
        </div>
      )}
      <div className="space-y-1 border-l-2 border-line pl-3 text-sm text-ink-soft">
        <p className="wrap-anywhere">
          {decision.outcome}. <RelativeTime at={decision.created_at} className="text-2xs" />,{' '}
          {decision.decided_by}
        </p>
        <p className="wrap-anywhere whitespace-pre-wrap">{decision.reason}</p>
      </div>
      <div className="space-y-1 text-sm">
        <p className="text-2xs wrap-anywhere text-ink-soft">
          {by.full_name} ({by.side === 'customer' ? 'customer' : 'unblocker'}){' '}
          <RelativeTime at={appeal.created_at} />
        </p>
        <p className="wrap-anywhere whitespace-pre-wrap">{appeal.text}</p>
      </div>
      {appeal.answer && (
        <div className="space-y-1 text-sm">
          <Badge tone={appeal.status === 'granted' ? 'go' : 'harm'}>
            {appeal.status === 'granted' ? 'Granted' : 'Denied'}
          </Badge>
          <p className="wrap-anywhere whitespace-pre-wrap">{appeal.answer}</p>
        </div>
      )}
      <Acts appeal={appeal} />
    </div>
  );
}

function Acts({ appeal }: { appeal: ModeratedAppeal }) {
  const [answering, setAnswering] = useState<'grant' | 'deny' | null>(null);
  const { grant, deny } = appeal.actions;
  if (appeal.status !== 'open') return null;
  return (
    <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-3">
      <PermittedButton permission={deny} onClick={() => setAnswering('deny')}>
        Deny
      </PermittedButton>
      <PermittedButton permission={grant} variant="primary" onClick={() => setAnswering('grant')}>
        Grant
      </PermittedButton>
      {!grant?.allowed && (
        <p className="basis-full text-end text-2xs text-ink-soft">{grant?.reason}</p>
      )}
      {answering && (
        <ReasonDialog
          {...dialogs[answering]}
          hint="Both sides read it, in the discussion and by mail."
          address={`/api/moderation/appeals/{id}/${answering}`}
          id={appeal.id}
          ticketId={appeal.ticket.id}
          onClose={() => setAnswering(null)}
        />
      )}
    </div>
  );
}

const dialogs = {
  grant: {
    title: 'Grant Appeal',
    description:
      'A running request comes back to you, to be decided anew. What has ended stays ended; only money can still be refunded.',
    act: 'Grant',
    done: 'The appeal was granted, and both sides were told why.',
  },
  deny: {
    title: 'Deny Appeal',
    description: 'The decision stays as it is. This side cannot appeal against it again.',
    act: 'Deny',
    danger: true,
    done: 'The appeal was denied, and both sides were told why.',
  },
} as const;
