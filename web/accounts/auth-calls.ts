import { type AuthError, isAuthError, type Provider } from '@supabase/auth-js';
import type { z } from 'zod';
import type { signInSchema, signUpSchema } from '#domain/credentials.ts';
import { orNetworkError } from '../api/api-error.ts';
import { auth, linkAsker } from '../api/auth.ts';
import { api } from '../api/client.ts';
import { linkTargets } from '../api/email-links.ts';
import { SESSION_KEY } from '../api/stored-session.ts';
import { authErrorText } from './auth-error.ts';
import { AuthProblem } from './auth-problem.ts';

// Each rejects with an AuthProblem.

export async function signIn(credentials: z.output<typeof signInSchema>): Promise<void> {
  const { error } = await auth().signInWithPassword(credentials);
  if (error) throw problem(error);
}

/** The result of a sign-up: a session, an account to sign in to, or a mail to confirm first. */
export type SignUpOutcome = 'session' | 'account' | { signUp: string | undefined };

type SignUpForm = z.output<typeof signUpSchema>;

/** In a flood of sign-ups the browser has to do proof of work: `onCheck` is called before it begins. */
export async function signUp(form: SignUpForm, onCheck: () => void): Promise<SignUpOutcome> {
  let { data, error } = await trySignUp(form);
  // Only there does the browser offer Web Crypto.
  if (error?.code === 'captcha_failed' && isSecureContext) {
    onCheck();
    ({ data, error } = await trySignUp(form, await workFor(form.email)));
  }
  if (error) throw problem(error);
  if (data.session) return 'session';
  return data.user?.email_confirmed_at ? 'account' : { signUp: data.user?.id };
}

function trySignUp({ email, password, first_name, last_name }: SignUpForm, captchaToken?: string) {
  return keepingVerifier(() =>
    auth().signUp({
      email,
      password,
      options: {
        data: { user_type: 'customer', first_name, last_name },
        emailRedirectTo: linkTargets.signUp(),
        ...(captchaToken && { captchaToken }),
      },
    }),
  );
}

async function workFor(email: string): Promise<string> {
  const challenge = await api.get('/auth/v1/challenge');
  const { doWork } = await orNetworkError(import('#domain/proof-of-work.ts'));
  return doWork(challenge, email);
}

/** Leaves for the provider, which leads back to the page that confirms sign-ups. */
export async function goToProvider(id: string): Promise<void> {
  const { error } = await auth().signInWithOAuth({
    provider: id as Provider,
    options: { redirectTo: linkTargets.signUp() },
  });
  if (error) throw problem(error);
}

export async function resendConfirmation(email: string): Promise<void> {
  const { error } = await keepingVerifier(() =>
    auth().resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: linkTargets.signUp() },
    }),
  );
  if (error) throw problem(error);
}

/** The code of a confirmation mail in place of its link: there is a session then. */
export async function confirmByCode(email: string, token: string): Promise<void> {
  const { error } = await auth().verifyOtp({ type: 'signup', email, token });
  if (error) throw problem(error);
}

const VERIFIER_KEY = `${SESSION_KEY}-code-verifier`;

/**
 * The client writes down what answers the link of a mail before it asks for that mail. Where none was
 * sent, the link of the newest one still needs what was there before.
 */
async function keepingVerifier<Answer extends { error: AuthError | null }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const before = localStorage.getItem(VERIFIER_KEY);
  const answer = await ask();
  if (answer.error && before !== null) localStorage.setItem(VERIFIER_KEY, before);
  return answer;
}

export async function sendResetLink(email: string): Promise<void> {
  const { error } = await linkAsker().resetPasswordForEmail(email, {
    redirectTo: linkTargets.recovery(),
  });
  if (error) throw problem(error);
}

export async function updatePassword(password: string): Promise<void> {
  const { error } = await auth().updateUser({ password });
  if (error) throw problem(error);
}

function problem(cause: unknown): AuthProblem {
  return new AuthProblem(authErrorText(cause), isAuthError(cause) ? cause.code : undefined);
}
