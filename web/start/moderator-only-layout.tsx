import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '#domain/paths.ts';
import { SetUpRequired } from '../accounts/two-step/set-up-required.tsx';
import { useProfile } from '../api/session.tsx';
import { useKeptFocus } from '../shell/use-kept-focus.ts';

/** To everybody else these pages are not there: they see what an unknown address shows. */
export default function ModeratorOnlyLayout() {
  const { user_type, second_factor_needed } = useProfile();
  const { pathname } = useLocation();
  useKeptFocus();
  if (user_type !== 'moderator') return <Navigate to={paths.home()} replace />;
  if (second_factor_needed && pathname !== paths.moderatorProfile()) return <SetUpRequired />;
  return <Outlet />;
}
