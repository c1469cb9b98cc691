import { Navigate, useLocation } from 'react-router';
import { ownDashboard } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';

/** Everybody's own dashboard, by role. */
export default function DashboardLandingPage() {
  const { user_type } = useProfile();
  const { key, state } = useLocation();
  // A second arrival breaks off where the first one was going: it has to go there itself.
  return <Navigate key={key} to={ownDashboard(user_type)} replace state={state} />;
}
