import { isAuthRefreshDiscardedError, type Session } from '@supabase/auth-js';
import { paths } from '#domain/paths.ts';
import { type AddressTokens, giveBackAddressTokens, takeAddressTokens } from './address-tokens.ts';
import { auth } from './auth.ts';
import { isRefusal } from './is-refusal.ts';
import { tokenClaims } from './token-claims.ts';

/** Where the links in e-mails lead back to. */
export const linkTargets = {
  signUp: () => location.origin + paths.authCallback(),
  recovery: () => location.origin + paths.resetPassword(),
};

/** Whether the person signed in `here` goes on as the person whom the link is for. */
export type AskWho = (people: { here: string; link: string }) => Promise<boolean>;

/**
 * Settles the e-mail link that this page was opened with, if any, and returns the session of this
 * browser. A link that is bound to no browser, such as each to a new password, hands over its
 * session in the address: the signed-in person stays so until they have said that they want to be
 * the other person, and `kept` says that they do not. Rejects when the link was refused, and when
 * there was no answer: then it may be called again.
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
  // A link chooses one password. Whether this one has, a token from before that does not know.
  return link === 'recovery' && session && isRecovery(session) ? askedAnew() : session;
}

async function takenOver(tokens: AddressTokens, ask: AskWho): Promise<Session | 'kept' | null> {
  const before = await present();
  // By the service's word: what a token says of itself may be made up, and one that seems to have
  // run out would be renewed by the refresh token that came with it, whoever owns it.
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

/** Ends a session that is no longer used, if the service can be reached. */
async function end({ access_token }: Pick<Session, 'access_token'>): Promise<void> {
  await auth().admin.signOut(access_token, 'local');
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
