import { Navigate, Outlet } from 'react-router';
import { useProfile } from '../api/session.tsx';
import { paths } from '../paths.ts';

/** To everybody else these pages are not there: they see what an unknown address shows. */
export default function ModeratorOnlyLayout() {
  if (useProfile().user_type !== 'moderator') return <Navigate to={paths.home()} replace />;
  return <Outlet />;
}
