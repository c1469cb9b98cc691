import { Navigate, Outlet } from 'react-router';
import { ownDashboard } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';

export default function CustomerOnlyLayout() {
  const { user_type } = useProfile();
  if (user_type !== 'customer') return <Navigate to={ownDashboard(user_type)} replace />;
  return <Outlet />;
}
