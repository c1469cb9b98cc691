import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { ProgramUse } from '#domain/program.ts';
import { PROGRAM_USES_DAYS } from '#domain/program-limits.ts';
import { shortId } from '#domain/ticket-words.ts';
import { errorText } from '../../api/api-error.ts';
import { keys } from '../../api/query-keys.ts';
import { useProfile } from '../../api/session.tsx';
import { type Pages, usePages, withoutRepeats } from '../../api/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** What one's programs did lately. */
export function RecentUseDialog({ onClose }: { onClose: () => void }) {
  const list = usePages(keys.programUses(), '/api/me/programs/uses');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Recent Use"
      description={`What your programs did in the last ${PROGRAM_USES_DAYS} days, also those that are revoked.`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Uses list={list} />
    </Dialog>
  );
}

function Uses({ list }: { list: Pages<ProgramUse> }) {
  const problem = list.error && <ErrorBox text={errorText(list.error)} onRetry={list.refetch} />;
  if (!list.items && problem) return problem;
  if (!list.items) {
    return (
      <div role="status">
        <span className="sr-only">Loading what your programs did</span>
        <Skeleton className="h-6 w-3/5" />
      </div>
    );
  }
  return (
    <>
      {problem}
      {list.items.length === 0 && (
        <p className="text-sm text-ink-soft">No program has used your account.</p>
      )}
      <ul aria-label="Recent Use" className="divide-y divide-line">
        {withoutRepeats(list.items).map((use) => (
          <Use key={use.id} use={use} />
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  );
}

function Use({ use }: { use: ProgramUse }) {
  const { program_name, act, ticket_id, count, last_at } = use;
  const side = useProfile().user_type === 'developer' ? 'developer' : 'customer';
  return (
    <li className="py-2.5 text-sm">
      <p className="wrap-anywhere">
        <strong className="font-medium">{program_name}</strong>: {act}
        {ticket_id && (
          <>
            {' '}
            <Link className="link" to={paths.plan(side, ticket_id)}>
              #{shortId(ticket_id)}
            </Link>
          </>
        )}
      </p>
      <p className="text-2xs text-ink-soft">
        {count === 1 ? 'Once' : `${count} times`} that day, last <RelativeTime at={last_at} />
      </p>
    </li>
  );
}
