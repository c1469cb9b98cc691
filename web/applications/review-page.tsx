import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { paths } from '#domain/paths.ts';
import { addressOf, api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { onDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { ApplicationView } from './application-view.tsx';
import { NoReviews } from './no-reviews.tsx';
import { ReviewShown } from './review-shown.tsx';

const ReviewForm = onDemand(async () => (await import('./review-form.tsx')).ReviewForm);

export function meta() {
  return [{ title: 'Review an Application · Unblock' }];
}

/** One application, and the form to say what one thinks of it. */
export default function ReviewPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: keys.entryReview(id),
    queryFn: ({ signal }) => api.get('/api/entry-reviews/{id}', { path: { id }, signal }),
    // It stays as it was submitted, and the form below it.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <>
      <Link to={paths.applications()} className="thumb link text-sm">
        All applications
      </Link>
      <div className="mt-3">
        <PageHead
          title={data ? `Application ${data.number}` : 'Application'}
          subtitle={
            data && (
              <>
                Submitted <RelativeTime at={data.submitted_at} />
              </>
            )
          }
        />
      </div>
      {error && <NoReviews error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonText lines={12} />}
      {data && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <ApplicationView
            application={data}
            version={data.version}
            level="h2"
            archive={addressOf('/api/entry-reviews/{id}/archive', { path: { id } })}
          />
          <aside aria-label="Your review" className="min-w-0">
            {data.mine ? (
              <div className="card space-y-4 p-5">
                <h2 className="text-xl">Your Review</h2>
                <ReviewShown review={data.mine} />
                <Button asChild size="sm">
                  <Link to={paths.applications()}>All Applications</Link>
                </Button>
              </div>
            ) : (
              <ReviewForm key={id} id={id} />
            )}
          </aside>
        </div>
      )}
    </>
  );
}
