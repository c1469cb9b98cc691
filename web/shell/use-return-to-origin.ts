import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../api/session.tsx';
import { navigationState } from './origin.ts';

/** Lets the screen settle before it changes under the person. */
const DELAY_MS = 100;

/**
 * Takes a person who has just signed in back to where the guard had turned them away; there it asks
 * for the code of those who owe one.
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
