import type { Session } from '@supabase/auth-js';
import { auth } from './auth.ts';

/** Where the links in e-mails lead back to. */
export const linkTargets = {
  signUp: () => `${location.origin}/auth/callback`,
  recovery: () => `${location.origin}/reset-password`,
};

/**
 * Settles the e-mail link that this page was opened with, if any, and returns its session.
 * Rejects when the link was refused.
 */
export async function openedSession(): Promise<Session | null> {
  const { error } = await auth().initialize();
  if (error) throw error;
  const { data } = await auth().getSession();
  return data.session;
}

/**
 * As `openedSession`, and also takes a recovery link that no browser asked for, such as the one that
 * the moderator command prints: it hands over its tokens in the address, which is emptied at once.
 */
export async function openedRecovery(): Promise<Session | null> {
  const tokens = takeTokensFromAddress();
  if (!tokens) return openedSession();
  const { data, error } = await auth().setSession(tokens);
  if (error) throw error;
  return data.session;
}

/** Whether a link from a password e-mail opened this session, by the token's own word. */
export function isRecovery(session: Session): boolean {
  const methods = claims(session.access_token).amr ?? [];
  return methods.some(({ method }) => method === 'recovery' || method === 'otp');
}

function takeTokensFromAddress() {
  const found = new URLSearchParams(location.hash.slice(1));
  const access_token = found.get('access_token');
  const refresh_token = found.get('refresh_token');
  if (!access_token || !refresh_token) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return found.get('type') === 'recovery' ? { access_token, refresh_token } : null;
}

function claims(token: string): { amr?: { method: string }[] } {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    return JSON.parse(atob(payload));
  } catch {
    return {};
  }
}
