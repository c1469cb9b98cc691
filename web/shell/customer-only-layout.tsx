import { Navigate, Outlet } from 'react-router';
import { useProfile } from '../api/session.tsx';
import { ownDashboard } from '../paths.ts';

export default function CustomerOnlyLayout() {
  const { user_type } = useProfile();
  if (user_type !== 'customer') return <Navigate to={ownDashboard(user_type)} replace />;
  return <Outlet />;
}
