import { z } from 'zod';
import { firstNameSchema, lastNameSchema } from './profile.ts';

export const PASSWORD_MINIMUM = 6;
export const PASSWORD_MAXIMUM_BYTES = 1024;
export const PASSWORDS_DIFFER = 'Passwords do not match';
export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters';

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
  );

export const signInSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, 'Password is required'),
});

export const signUpSchema = z
  .object({
    email: emailSchema,
    password: passwordSchema,
    confirm_password: z.string(),
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
