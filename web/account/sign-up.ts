import type { z } from 'zod';
import type { signUpSchema } from '#domain/credentials.ts';
import { auth } from '../api/auth.ts';
import { linkTargets } from '../api/email-links.ts';

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
  if (error) throw error;
  if (data.session) return 'session';
  return data.user?.email_confirmed_at ? 'account' : 'verification';
}
