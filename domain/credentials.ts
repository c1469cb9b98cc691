import { z } from 'zod';
import { isEasyPassword } from './easy-password.ts';
import {
  COMMON_PASSWORD,
  PASSWORD_MAXIMUM_BYTES,
  PASSWORD_MINIMUM,
  PASSWORD_TOO_SHORT,
  PASSWORDS_DIFFER,
} from './password.ts';
import { firstNameSchema, lastNameSchema } from './profile.ts';

export const emailSchema = z
  .string()
  .trim()
  .min(1, 'Email is required')
  .max(255, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'))
  .transform((email) => email.toLowerCase());

/** Kept exactly as typed: a password is never trimmed or cut. */
export const passwordSchema = z
  .string()
  .min(PASSWORD_MINIMUM, PASSWORD_TOO_SHORT)
  .refine(
    (password) => new TextEncoder().encode(password).length <= PASSWORD_MAXIMUM_BYTES,
    'Password is too long',
  )
  // Lone surrogates have no UTF-8 bytes: two different passwords would become one.
  .refine((password) => password.isWellFormed(), {
    error: 'Password contains characters that are none',
    abort: true,
  })
  .refine(
    (password) => password.length < PASSWORD_MINIMUM || !isEasyPassword(password),
    COMMON_PASSWORD,
  );

export const signInSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, 'Password is required').min(PASSWORD_MINIMUM, PASSWORD_TOO_SHORT),
});

export const signUpSchema = z
  .object({
    email: emailSchema,
    password: passwordSchema,
    confirm_password: z.string().min(1, 'Confirm Password is required'),
    first_name: firstNameSchema,
    last_name: lastNameSchema,
  })
  .refine((form) => form.password === form.confirm_password, {
    path: ['confirm_password'],
    message: PASSWORDS_DIFFER,
  });

export const forgotPasswordSchema = z.object({ email: emailSchema });

export const newPasswordSchema = z
  .object({ password: passwordSchema, confirm_password: z.string() })
  .refine((form) => form.password === form.confirm_password, {
    path: ['confirm_password'],
    message: PASSWORDS_DIFFER,
  });

/** The password again, to confirm that a signed-in person is really there. */
export const ownPasswordSchema = z.object({
  password: z.string().min(1, 'Password is required').max(PASSWORD_MAXIMUM_BYTES),
});
