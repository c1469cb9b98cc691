import { Link } from 'react-router';
import type { Earnings } from '#domain/earnings.ts';
import { paths } from '#domain/paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Money } from '../ui/money.tsx';

/** Before the first entry: what has to happen, and where to begin. */
export function NothingEarned({ earnings }: { earnings: Earnings }) {
  const { held_cents, looked_at_cents } = earnings;
  if (held_cents > 0) {
    return (
      <EmptyState
        title="Your first earnings are held for you"
        action={
          <Button asChild variant="primary">
            <Link to={paths.developerDashboard()}>Go to Your Requests</Link>
          </Button>
        }
      >
        {held_cents > looked_at_cents ? (
          <>
            <Money cents={held_cents - looked_at_cents} /> is yours once the customer approves the
            work. Hand it in, and you will find it here.
          </>
        ) : (
          <>You will find them here once they are released.</>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing earned yet"
      action={
        <Button asChild variant="primary">
          <Link to={paths.available()}>Find a Request</Link>
        </Button>
      }
    >
      Grab a request, plan its milestones and hand them in. Each milestone that the customer
      approves is paid to you here.
    </EmptyState>
  );
}
