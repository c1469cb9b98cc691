import { isAuthRefreshDiscardedError, type Session } from '@supabase/auth-js';
import { paths } from '#domain/paths.ts';
import { type AddressTokens, giveBackAddressTokens, takeAddressTokens } from './address-tokens.ts';
import { auth } from './auth.ts';
import { isRefusal } from './is-refusal.ts';
import { tokenClaims } from './token-claims.ts';

/** Where links in mails return to. */
export const linkTargets = {
  signUp: () => location.origin + paths.authCallback(),
  recovery: () => location.origin + paths.resetPassword(),
};

/** Whether the person signed in `here` continues as the link's person. */
export type AskWho = (people: { here: string; link: string }) => Promise<boolean>;

/**
 * Handles the mail link that opened this page, if any, and returns this browser's session. A link that
 * is not bound to a browser, such as one to a new password, has its session in the address: a signed-in
 * person stays signed in until they choose to be the other person; `kept` means that they did not.
 * Rejects when the link was refused, and when there was no answer: then it may be called again.
 */
export async function openedSession(
  link: 'confirmation' | 'recovery',
  ask: AskWho,
): Promise<Session | 'kept' | null> {
  const { error } = await auth().initialize();
  if (error) throw error;
  const tokens = takeAddressTokens();
  if (tokens && (tokens.type === 'recovery') === (link === 'recovery')) {
    try {
      return await takenOver(tokens, ask);
    } catch (cause) {
      if (!isRefusal(cause)) giveBackAddressTokens(tokens);
      throw cause;
    }
  }
  const session = await present();
  // A link sets one password. An older token does not know whether it has.
  return link === 'recovery' && session && isRecovery(session) ? askedAnew() : session;
}

async function takenOver(tokens: AddressTokens, ask: AskWho): Promise<Session | 'kept' | null> {
  const before = await present();
  // Checked by the service: the token's own claims may be forged, and an expired one would be renewed
  // with the refresh token beside it, whoever owns that.
  const theirs = before && (await auth().getUser(tokens.access_token));
  if (theirs?.error) throw theirs.error;
  if (theirs && theirs.data.user.id !== before.user.id) {
    const people = { here: before.user.email ?? '', link: theirs.data.user.email ?? '' };
    if (!(await ask(people))) {
      await end(tokens);
      return 'kept';
    }
  }
  const { data, error } = await auth().setSession(tokens);
  if (error) throw error;
  if (before && before.user.id !== data.user?.id) await end(before);
  return data.session;
}

async function present(): Promise<Session | null> {
  const { data, error } = await auth().getSession();
  if (error && !isRefusal(error)) throw error;
  return data.session;
}

/** Ends an unused session, if the service can be reached. */
async function end({ access_token }: Pick<Session, 'access_token'>): Promise<void> {
  await auth().admin.signOut(access_token, 'local');
}

/** Whether a password link opened this session, by the token's claims. */
export function isRecovery(session: Session): boolean {
  const methods = tokenClaims(session.access_token).amr ?? [];
  return methods.some(({ method }) => method === 'recovery' || method === 'otp');
}

async function askedAnew(): Promise<Session | null> {
  const { data, error } = await auth().refreshSession();
  // Another tab was first, and has the service's answer.
  if (isAuthRefreshDiscardedError(error)) return (await auth().getSession()).data.session;
  if (error && !isRefusal(error)) throw error;
  return data.session;
}
