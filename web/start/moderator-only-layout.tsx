import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';
import { onDemand } from '../shell/on-demand.tsx';
import { useKeptFocus } from '../shell/use-kept-focus.ts';

const SetUpRequired = onDemand(
  async () => (await import('../accounts/two-step/set-up-required.tsx')).SetUpRequired,
);

/** To everybody else these pages are not there: they see what an unknown address shows. */
export default function ModeratorOnlyLayout() {
  const { user_type, second_factor_needed } = useProfile();
  const { pathname } = useLocation();
  useKeptFocus();
  if (user_type !== 'moderator') return <Navigate to={paths.home()} replace />;
  if (second_factor_needed && pathname !== paths.moderatorProfile()) return <SetUpRequired />;
  return <Outlet />;
}
