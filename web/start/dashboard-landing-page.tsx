import { Navigate, useLocation } from 'react-router';
import { ownDashboard } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';

/** Everybody's own dashboard, by role. */
export default function DashboardLandingPage() {
  const { user_type } = useProfile();
  return <Navigate to={ownDashboard(user_type)} replace state={useLocation().state} />;
}
