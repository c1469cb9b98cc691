import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { refusals } from '#domain/refusals.ts';
import { ApiError } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';

/** Whether somebody else has the request now. */
export function isNoLongerMine(cause: Error | null): boolean {
  return cause instanceof ApiError && cause.code === 'no_longer_yours';
}

/** The target of a former unblocker's links. */
export function NoLongerYours({ heading: Heading = 'h2' }: { heading?: 'h1' | 'h2' }) {
  return (
    <div className="mx-auto flex min-h-[50dvh] max-w-md flex-col items-center justify-center gap-5 p-4 text-center">
      <Heading className="text-2xl">{refusals.no_longer_yours[1]}</Heading>
      <p className="text-ink-soft">
        What you wrote stays in your data export, and what you earned stays yours.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button asChild variant="primary">
          <Link to={paths.available()}>See Available Requests</Link>
        </Button>
        <Button asChild>
          <Link to={paths.developerDashboard()}>Return to Dashboard</Link>
        </Button>
      </div>
    </div>
  );
}
