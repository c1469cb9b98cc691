import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../api/session.tsx';
import { navigationState } from './origin.ts';

/** Lets the screen settle before it changes. */
const DELAY_MS = 100;

/**
 * Returns a person who has signed in to where the guard had stopped them; the guard there asks for a
 * missing code.
 */
export function useReturnToOrigin(): void {
  const { profile, codeOwed } = useSession();
  const navigate = useNavigate();
  const { from } = navigationState(useLocation());
  const known = profile !== null || codeOwed;

  useEffect(() => {
    if (!known || !from) return;
    const timer = setTimeout(() => navigate(from, { replace: true }), DELAY_MS);
    return () => clearTimeout(timer);
  }, [known, from, navigate]);
}
