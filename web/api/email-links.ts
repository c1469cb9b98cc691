import { isAuthRefreshDiscardedError, type Session } from '@supabase/auth-js';
import { giveBackAddressTokens, takeAddressTokens } from './address-tokens.ts';
import { auth } from './auth.ts';
import { isRefusal } from './is-refusal.ts';
import { tokenClaims } from './token-claims.ts';

/** Where the links in e-mails lead back to. */
export const linkTargets = {
  signUp: () => `${location.origin}/auth/callback`,
  recovery: () => `${location.origin}/reset-password`,
};

/**
 * Settles the e-mail link that this page was opened with, if any, and returns the session of this
 * browser. A link that is bound to no browser, such as each to a new password, hands over its
 * session in the address. Rejects when the link was refused, and when there was no answer: then it
 * may be called again.
 */
export async function openedSession(link: 'confirmation' | 'recovery'): Promise<Session | null> {
  const { error } = await auth().initialize();
  if (error) throw error;
  const tokens = takeAddressTokens();
  if (tokens && (tokens.type === 'recovery') === (link === 'recovery')) {
    const { data, error: refused } = await auth().setSession(tokens);
    if (refused && !isRefusal(refused)) giveBackAddressTokens(tokens);
    if (refused) throw refused;
    return data.session;
  }
  const { data, error: lost } = await auth().getSession();
  if (lost && !isRefusal(lost)) throw lost;
  // A link chooses one password. Whether this one has, a token from before that does not know.
  return link === 'recovery' && data.session && isRecovery(data.session)
    ? askedAnew()
    : data.session;
}

/** Whether a link from a password e-mail opened this session, by the token's own word. */
export function isRecovery(session: Session): boolean {
  const methods = tokenClaims(session.access_token).amr ?? [];
  return methods.some(({ method }) => method === 'recovery' || method === 'otp');
}

async function askedAnew(): Promise<Session | null> {
  const { data, error } = await auth().refreshSession();
  // Another tab was quicker, and has what the service says now.
  if (isAuthRefreshDiscardedError(error)) return (await auth().getSession()).data.session;
  if (error && !isRefusal(error)) throw error;
  return data.session;
}
