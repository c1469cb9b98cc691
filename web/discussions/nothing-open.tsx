import { Link } from 'react-router';
import { type PlanSide, paths, sideOf } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Stands where a conversation would: none is chosen, or there is none yet. */
export function NothingOpen({ hasTickets }: { hasTickets: boolean }) {
  const { hint, to, label } = firstSteps[sideOf(useProfile().user_type)];
  if (hasTickets) {
    return (
      // On phones the list itself stands here.
      <EmptyState className="self-start max-md:hidden md:ml-6">
        Select a request to view discussions
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No discussions available"
      className="self-start md:ml-6"
      action={
        <Button asChild variant="primary">
          <Link to={to}>{label}</Link>
        </Button>
      }
    >
      {hint}
    </EmptyState>
  );
}

const firstSteps: Record<PlanSide, { hint: string; to: string; label: string }> = {
  customer: {
    hint: 'A discussion opens here as soon as an unblocker takes up one of your requests.',
    to: paths.customerDashboard(),
    label: 'Go to Your Dashboard',
  },
  developer: {
    hint: 'Message a customer or grab a request, and the discussion opens here.',
    to: paths.available(),
    label: 'See Available Requests',
  },
};
