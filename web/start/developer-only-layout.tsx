import { Navigate, Outlet } from 'react-router';
import { ownDashboard, sideOf } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';

export default function DeveloperOnlyLayout() {
  const { user_type } = useProfile();
  if (sideOf(user_type) !== 'developer') return <Navigate to={ownDashboard(user_type)} replace />;
  return <Outlet />;
}
