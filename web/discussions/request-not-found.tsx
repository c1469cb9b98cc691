import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { errorText } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { browsing } from './browsing.ts';

/** The request could not be loaded, for example because the connection is gone. */
export function RequestNotFound({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <EmptyState
      title="Request not found"
      className="justify-center max-md:m-4 md:rounded-l-none md:border-l-0 md:border-solid"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={onRetry}>
            Try Again
          </Button>
          <Button asChild className="md:hidden">
            <Link to={paths.discussions()} state={browsing}>
              Back to Your Tickets
            </Link>
          </Button>
        </div>
      }
    >
      <p role="alert">{errorText(error)}</p>
    </EmptyState>
  );
}
