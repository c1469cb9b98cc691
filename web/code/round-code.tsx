import { useQuery } from '@tanstack/react-query';
import { GitCompareArrows } from 'lucide-react';
import { Link } from 'react-router';
import type { Snapshot } from '#domain/code.ts';
import { paths, sideOf } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { changesOf, snapshotsOf } from './code-queries.ts';
import { SafetyReportView } from './safety-report.tsx';
import { counted } from './version-words.ts';

interface RoundCodeProps {
  ticketId: string;
  deliveryId: string;
  /** With its safety report. */
  isReviewed: boolean;
}

/** The code of one round of delivery: how much it changes, and the way to the changes. */
export function RoundCode({ ticketId, deliveryId, isReviewed }: RoundCodeProps) {
  const { data } = useQuery(snapshotsOf(ticketId));
  const version = data?.items.find(({ delivery_id }) => delivery_id === deliveryId);
  const head = data?.items.find(({ is_head }) => is_head);
  if (version?.state !== 'ready') return null;
  const isUndoing = head && head.id !== version.parent_id && head.id !== version.id;
  return (
    <div className="space-y-3 border-t border-line px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">
          <b className="font-semibold">Code</b>{' '}
          <span className="text-ink-soft">
            Version {version.number}
            <Counts version={version} />
          </span>
        </p>
        <ChangesLink version={version} />
      </div>
      {isReviewed && isUndoing && (
        <p className="rounded border border-turn bg-turn-soft px-4 py-3 text-sm text-turn-ink">
          Version {head.number} became the project after this one was submitted. Approved, version{' '}
          {version.number} takes its place, without what changed in version {head.number}. To have
          both, request changes.
        </p>
      )}
      {version.must_keep && (
        <p className="text-sm wrap-anywhere">
          <span className="block text-2xs text-ink-soft">What must not be undone</span>
          {version.must_keep}
        </p>
      )}
      {isReviewed && version.report && <SafetyReportView report={version.report} />}
    </div>
  );
}

function Counts({ version }: { version: Snapshot }) {
  const { data } = useQuery(changesOf(version, null));
  if (!data) return null;
  return (
    <span className="figures">
      {' '}
      · {counted(data.files, 'file')} changed, +{data.added} −{data.removed}
    </span>
  );
}

function ChangesLink({ version: { id, ticket_id } }: { version: Snapshot }) {
  const side = sideOf(useProfile().user_type);
  return (
    <Button asChild size="sm">
      <Link to={paths.planTab(side, ticket_id, 'code', { version: id, view: 'changes' })}>
        <GitCompareArrows size={16} aria-hidden />
        Changes in the Code
      </Link>
    </Button>
  );
}
