import { useLocation, useNavigate } from 'react-router';
import { paths } from '#domain/paths.ts';
import { navigationState } from '../shell/origin.ts';

/** After signing in: on to the dashboard, unless the guard's way back is taken anyway. */
export function useEnterDashboard(): () => void {
  const navigate = useNavigate();
  const { from } = navigationState(useLocation());
  return () => {
    if (!from) void navigate(paths.dashboard());
  };
}
