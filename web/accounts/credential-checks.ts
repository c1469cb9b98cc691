import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import {
  forgotPasswordSchema,
  newPasswordSchema,
  signInSchema,
  signUpSchema,
} from '#domain/credentials.ts';

type Check = Resolver<z.input<typeof signUpSchema>, unknown, z.output<typeof signUpSchema>>;

const signUp: Check = zodResolver(signUpSchema);

/** A password that its typist can look at needs no second one. */
const shortSignUp: Check = (form, ...rest) =>
  signUp({ ...form, confirm_password: form.password }, ...rest);

/** The rules of the sign-in forms, loaded with their library when a form is first touched. */
export const checks = {
  signIn: zodResolver(signInSchema),
  signUp,
  shortSignUp,
  forgotPassword: zodResolver(forgotPasswordSchema),
  newPassword: zodResolver(newPasswordSchema),
};
