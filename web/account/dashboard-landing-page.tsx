import { Navigate, useLocation } from 'react-router';
import { useProfile } from '../api/session.tsx';
import { ownDashboard } from '../paths.ts';

/** Everybody's own dashboard, by role. */
export default function DashboardLandingPage() {
  const { user_type } = useProfile();
  return <Navigate to={ownDashboard(user_type)} replace state={useLocation().state} />;
}
