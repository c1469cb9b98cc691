import { zodResolver } from '@hookform/resolvers/zod';
import {
  forgotPasswordSchema,
  newPasswordSchema,
  signInSchema,
  signUpSchema,
} from '#domain/credentials.ts';

/** The rules of the sign-in forms, loaded with their library when a form is first touched. */
export const checks = {
  signIn: zodResolver(signInSchema),
  signUp: zodResolver(signUpSchema),
  forgotPassword: zodResolver(forgotPasswordSchema),
  newPassword: zodResolver(newPasswordSchema),
};
