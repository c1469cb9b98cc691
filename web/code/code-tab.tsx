import { useQuery } from '@tanstack/react-query';
import type { Snapshot } from '#domain/code.ts';
import { errorText } from '../api/api-error.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton, SkeletonText } from '../ui/skeleton.tsx';
import { AttemptsPanel } from './attempts-panel.tsx';
import { snapshotsOf } from './code-queries.ts';
import { type CodeTabProps, maySendProject } from './code-tab-props.ts';
import { OpenProject } from './open-project.tsx';
import { ProjectIntake } from './project-intake.tsx';

/** The project of a request: both sides look at the same files, from the first question on. */
export function CodeTab(props: CodeTabProps) {
  const { ticket } = props;
  const { data, error, isFetching, refetch } = useQuery(snapshotsOf(ticket.id));
  if (!data && error) return <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return <CodeSkeleton />;
  return (
    <div className="space-y-6">
      {data.items.length === 0 ? (
        <NoCode {...props} />
      ) : (
        <OpenProject {...props} versions={data.items} isReading={isFetching} />
      )}
      {data.items.length > 0 && hasNothing(data.items) && maySendProject(ticket) && (
        <NoCode {...props} />
      )}
      <AttemptsPanel ticket={ticket} />
    </div>
  );
}

/** All that was tried has failed: the way in is still what comes first. */
function hasNothing(versions: readonly Snapshot[]): boolean {
  return versions.every(({ state }) => state === 'failed');
}

function NoCode({ ticket }: CodeTabProps) {
  if (!maySendProject(ticket)) {
    return (
      <EmptyState title={ticket.relation === 'customer' ? 'No code' : 'No code yet'}>
        {whyNone[ticket.relation]}
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="first-version" className="card p-5">
      <h2 id="first-version" className="text-xl">
        Share Your Project
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-sm leading-relaxed text-ink-soft">
        The unblocker reads it right here, asks about single lines, and you see every change before
        you approve it.
      </p>
      <ProjectIntake ticketId={ticket.id} onAdded={() => undefined} />
    </section>
  );
}

const whyNone = {
  customer: 'This request ended without any code.',
  developer: 'The customer has not shared the project here. You can ask for it in the discussion.',
  candidate: 'The customer has not shared the project here.',
  moderator: 'Nobody has shared any code here.',
} as const;

function CodeSkeleton() {
  return (
    <div role="status" className="space-y-6">
      <span className="sr-only">Loading the code</span>
      <div className="card p-5">
        <SkeletonText lines={3} />
      </div>
      <div className="card grid gap-6 p-5 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <SkeletonText lines={10} />
        <Skeleton className="h-64 max-lg:hidden" />
      </div>
    </div>
  );
}
