import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { ApiError, errorText } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';

interface NoReviewsProps {
  error: Error;
  onRetry: () => void;
}

/** Why applications cannot be read: an unblocker who is new first needs work of their own. */
export function NoReviews({ error, onRetry }: NoReviewsProps) {
  const isNew = error instanceof ApiError && error.code === 'reviewer_is_new';
  if (!isNew) return <ErrorBox text={errorText(error)} onRetry={onRetry} />;
  return (
    <EmptyState
      action={
        <Button asChild>
          <Link to={paths.available()}>Find a Request</Link>
        </Button>
      }
    >
      {errorText(error)}
    </EmptyState>
  );
}
