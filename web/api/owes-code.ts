import type { Session } from '@supabase/auth-js';
import { tokenClaims } from './token-claims.ts';

/** Whether this session lacks the second factor that its account has. */
export function owesCode({ user, access_token }: Session): boolean {
  const hasApp = user.factors?.some(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  );
  return Boolean(hasApp) && tokenClaims(access_token).aal !== 'aal2';
}
