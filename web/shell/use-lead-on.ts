import { useEffect } from 'react';
import { useNavigate, useNavigation } from 'react-router';

/**
 * Leads to another screen after a while; nowhere while that is null. A step that the person has begun, or
 * that a request takes which is posted meanwhile, leads on by itself and is not ended.
 */
export function useLeadOn(to: string | null, milliseconds: number): void {
  const navigate = useNavigate();
  const going = useNavigation().state !== 'idle';
  useEffect(() => {
    if (to === null || going) return;
    const timer = setTimeout(() => navigate(to, { replace: true }), milliseconds);
    return () => clearTimeout(timer);
  }, [to, milliseconds, going, navigate]);
}
