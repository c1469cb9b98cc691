import { Navigate, Outlet } from 'react-router';
import { ownDashboard, sideOf } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';

/** Pages of the customer's side that moderators look at too. */
export default function CustomerSideLayout() {
  const { user_type } = useProfile();
  if (sideOf(user_type) !== 'customer') return <Navigate to={ownDashboard(user_type)} replace />;
  return <Outlet />;
}
