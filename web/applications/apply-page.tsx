import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { OwnApplication } from '#domain/application.ts';
import { APPLICATION_DAYS, KEPT_APPLICATION_DAYS } from '#domain/entry-test.ts';
import { paths } from '#domain/paths.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { onDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';

const ApplicationForm = onDemand(
  async () => (await import('./application-form.tsx')).ApplicationForm,
  { meanwhile: () => <SkeletonText lines={8} /> },
);
const ApplicationView = onDemand(
  async () => (await import('./application-view.tsx')).ApplicationView,
  { meanwhile: () => <SkeletonText lines={8} /> },
);

export function meta() {
  return [{ title: 'Your Application · Unblock' }];
}

/** The target of the link that an applicant is mailed. */
export default function ApplyPage() {
  const { token = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: keys.application(token),
    queryFn: ({ signal }) => api.get('/api/applications/{token}', { path: { token }, signal }),
    // A refetch must not replace what a person types; the form leaves here what it is left with.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-10 sm:px-6 md:py-14">
      <h1 className="mb-6 text-4xl">Your Application</h1>
      {error && <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label="Looking for your application" />}
      {data && <Page token={token} own={data} />}
    </div>
  );
}

function Page({ token, own }: { token: string; own: OwnApplication }) {
  const { state, application, version, submitted_at } = own;
  if (application && state === 'open') {
    return <ApplicationForm key={token} token={token} own={{ ...own, application }} />;
  }
  if (application && version && submitted_at) {
    return (
      <>
        <p role="status" className="mb-8 rounded bg-go-soft p-4 text-sm text-go-ink">
          Submitted <RelativeTime at={submitted_at} />. Two unblockers read it without your name,
          then a moderator decides. You get a mail with the answer either way.
        </p>
        <ApplicationView application={application} version={version} level="h2" />
      </>
    );
  }
  const { title, children } = ended[state] ?? ended.unknown;
  return (
    <div className="card max-w-2xl space-y-4 p-5 sm:p-6">
      <h2 className="text-xl">{title}</h2>
      <p className="text-sm leading-relaxed text-ink-soft">{children}</p>
      <Button asChild variant="primary" className="self-start">
        <Link to={paths.becomeUnblocker()}>Become an Unblocker</Link>
      </Button>
    </div>
  );
}

interface Ended {
  title: string;
  children: ReactNode;
}

const unknown: Ended = {
  title: 'Invalid Link',
  children:
    'No application belongs to this link, or a newer one was sent to you. Please use the newest mail. If you cannot find it, join the waiting list once more with the same address: a day after the last mail you get a new link.',
};

const ended: Partial<Record<OwnApplication['state'], Ended>> & { unknown: Ended } = {
  unknown,
  expired: {
    title: 'This Link Has Ended',
    children: `It worked for ${APPLICATION_DAYS} days. Join the waiting list once more with the same address, and you get a new link. What you saved is kept for ${KEPT_APPLICATION_DAYS} days.`,
  },
  decided: {
    title: 'Your Application Was Decided',
    children:
      'A moderator has read it, and the answer is in your mail. If you were invited, the link to your account is in that mail too.',
  },
};
