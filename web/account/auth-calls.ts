import { isAuthError } from '@supabase/auth-js';
import type { z } from 'zod';
import type { signInSchema, signUpSchema } from '#domain/credentials.ts';
import { auth, linkAsker } from '../api/auth.ts';
import { linkTargets } from '../api/email-links.ts';
import { authErrorText } from './auth-error.ts';
import { AuthProblem } from './auth-problem.ts';

// Each rejects with an AuthProblem.

export async function signIn(credentials: z.output<typeof signInSchema>): Promise<void> {
  const { error } = await auth().signInWithPassword(credentials);
  if (error) throw problem(error);
}

/** What a sign-up led to: a session at once, an account to sign in to, or an e-mail to answer first. */
export type SignUpOutcome = 'session' | 'account' | 'verification';

export async function signUp(form: z.output<typeof signUpSchema>): Promise<SignUpOutcome> {
  const { email, password, first_name, last_name } = form;
  const { data, error } = await auth().signUp({
    email,
    password,
    options: {
      data: { user_type: 'customer', first_name, last_name },
      emailRedirectTo: linkTargets.signUp(),
    },
  });
  if (error) throw problem(error);
  if (data.session) return 'session';
  return data.user?.email_confirmed_at ? 'account' : 'verification';
}

export async function resendConfirmation(email: string): Promise<void> {
  const { error } = await auth().resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: linkTargets.signUp() },
  });
  if (error) throw problem(error);
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
