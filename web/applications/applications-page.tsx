import { Link } from 'react-router';
import { aiToolLabels } from '#domain/ai-tool.ts';
import type { WaitingApplication } from '#domain/application.ts';
import { categoryLabels } from '#domain/category.ts';
import { REVIEWS_OF_APPLICATION } from '#domain/entry-test.ts';
import { paths } from '#domain/paths.ts';
import { keys } from '../api/query-keys.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { SkeletonCards } from '../ui/skeleton.tsx';
import { NoReviews } from './no-reviews.tsx';

export function meta() {
  return [{ title: 'Review Applications · Unblock' }];
}

/** Applications that an unblocker can review, the one that waits longest first. */
export default function ApplicationsPage() {
  const list = usePages(keys.entryReviews(), '/api/entry-reviews');
  const { items, error } = list;
  return (
    <>
      <PageHead
        title="Review Applications"
        subtitle="People who would like to become unblockers. You see their work, not who they are."
      />
      {list.isPending && <SkeletonCards label="Loading applications" />}
      {error && <NoReviews error={error} onRetry={list.refetch} />}
      {items?.length === 0 && <EmptyState>No application waits for a review.</EmptyState>}
      {items && items.length > 0 && (
        <ul className="grid gap-3 md:grid-cols-2">
          {items.map((item) => (
            <ApplicationItem key={item.id} item={item} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </>
  );
}

function ApplicationItem({ item }: { item: WaitingApplication }) {
  const { id, number, categories, ai_tools, submitted_at, reviews } = item;
  const tools = ai_tools.map((each) => aiToolLabels[each]);
  return (
    <li className="card flex min-w-0 flex-col gap-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">Application {number}</h2>
        <span className="text-2xs text-ink-soft">
          Submitted <RelativeTime at={submitted_at} />
        </span>
      </div>
      <p className="text-sm text-ink-soft">
        {[...categories.map((each) => categoryLabels[each]), ...tools].join(', ')}
      </p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2">
        <span className="figures text-sm text-ink-soft">
          {reviews} of {REVIEWS_OF_APPLICATION} reviews
        </span>
        <Button asChild size="sm" variant="primary">
          <Link to={paths.application(id)} aria-label={`Review application ${number}`}>
            Review
          </Link>
        </Button>
      </div>
    </li>
  );
}
