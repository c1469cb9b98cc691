import { useQuery } from '@tanstack/react-query';
import { errorText } from '../api/api-error.ts';
import { addressOf, api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { ApplicationView } from '../applications/application-view.tsx';
import { ReviewShown } from '../applications/review-shown.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';

interface ApplicationPanelProps {
  /** Of the entry. */
  id: string;
  name: string;
  onClose: () => void;
}

/** Examples, entry test and reviews of one applicant. */
export function ApplicationPanel({ id, name, onClose }: ApplicationPanelProps) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.moderatedApplication(id),
    queryFn: ({ signal }) =>
      api.get('/api/moderation/waitlist/{id}/application', { path: { id }, signal }),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={`Application of ${name}`}
      description={
        data && (
          <>
            Submitted <RelativeTime at={data.submitted_at} />. Reviewers know it as number{' '}
            {data.number}.
          </>
        )
      }
    >
      {error && <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonText lines={10} />}
      {data && (
        <div className="space-y-8">
          <section className="min-w-0">
            <h3 className="mb-3 text-xl">Reviews</h3>
            {data.reviews.length === 0 && (
              <p className="text-sm text-ink-soft">Nobody has reviewed it yet.</p>
            )}
            <ul className="grid gap-4 md:grid-cols-2">
              {data.reviews.map((review, place) => (
                <li key={place} className="min-w-0 rounded border border-line p-4">
                  <p className="mb-3 font-medium wrap-anywhere">{review.reviewer}</p>
                  <ReviewShown review={review} />
                </li>
              ))}
            </ul>
          </section>
          <ApplicationView
            application={data}
            version={data.version}
            level="h3"
            archive={addressOf('/api/moderation/waitlist/{id}/application/archive', {
              path: { id },
            })}
          />
        </div>
      )}
    </Dialog>
  );
}
