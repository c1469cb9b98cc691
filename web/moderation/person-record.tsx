import { Link } from 'react-router';
import type { PersonRecord } from '#domain/desk.ts';
import type { ModeratedSide } from '#domain/moderation.ts';
import { paths } from '#domain/paths.ts';
import { Badge } from '../ui/badge.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { trackRecordRows } from './track-record.tsx';

interface PersonRecordPanelProps {
  term: string;
  side: ModeratedSide;
  /** Null once the account is deleted. */
  record: PersonRecord | null;
}

/** A side of a case, with their record. */
export function PersonRecordPanel({ term, side, record }: PersonRecordPanelProps) {
  return (
    <section aria-label={`${term}: ${side.full_name}`} className="min-w-0 space-y-1.5">
      <div>
        <p className="text-2xs text-ink-soft">{term}</p>
        <p className="wrap-anywhere">
          {record ? (
            <Link
              to={paths.moderatedAccount(side.id)}
              className="link font-medium max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              {side.full_name}
            </Link>
          ) : (
            <span className="font-medium">{side.full_name}</span>
          )}{' '}
          {side.suspended && <Badge tone="harm">Suspended</Badge>}
        </p>
        {side.email && (
          <a
            href={`mailto:${side.email}`}
            className="link block text-2xs wrap-anywhere max-md:flex max-md:min-h-11 max-md:items-center"
          >
            {side.email}
          </a>
        )}
      </div>
      {record && <Record record={record} />}
    </section>
  );
}

function Record({ record }: { record: PersonRecord }) {
  const { since, requests, accepted, reports, refunds, chargebacks, suspensions, track } = record;
  const rows = [
    ['Requests', `${requests.running} running, ${requests.finished} finished`, false],
    ['Accepted work', count(accepted, 'milestone'), false],
    ['Reports about them', outcomes(reports), reports.hidden > 0],
    ['Refunds', count(refunds, 'milestone'), false],
    ['Chargebacks', chargebacks === 0 ? 'None' : String(chargebacks), chargebacks > 0],
    ['Suspensions', suspensions === 0 ? 'None' : String(suspensions), suspensions > 0],
    ...(track ? trackRecordRows(track).map(([term, words]) => [term, words, false] as const) : []),
  ] as const;
  return (
    <dl className="figures grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-2xs">
      <dt className="text-ink-soft">Joined</dt>
      <dd>
        <RelativeTime at={since} />
      </dd>
      {rows.map(([term, words, isBad]) => (
        <div key={term} className="contents">
          <dt className="text-ink-soft">{term}</dt>
          <dd className={isBad ? 'font-medium text-harm-ink' : undefined}>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Reports by outcome: '2 open, 1 dismissed'. */
function outcomes({ open, dismissed, hidden, closed }: PersonRecord['reports']): string {
  const parts = [
    [open, 'open'],
    [dismissed, 'dismissed'],
    [hidden, 'with the message hidden'],
    [closed, 'decided with the request'],
  ] as const;
  const words = parts.filter(([many]) => many > 0).map(([many, how]) => `${many} ${how}`);
  return words.join(', ') || 'None';
}

function count(many: number, one: string): string {
  if (many === 0) return 'None';
  return `${many} ${one}${many === 1 ? '' : 's'}`;
}
