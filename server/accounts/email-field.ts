import { emailSchema } from '#domain/credentials.ts';
import { AuthRefusal } from './auth-error.ts';
import { type Members, textMember } from './body-fields.ts';

/**
 * The e-mail address of a request, in lower case.
 * @throws AuthRefusal `validation_failed`, with `missing` as its words when there is none
 */
export function requireEmail(body: Members, missing = 'An email address is required'): string {
  const email = textMember(body, 'email');
  if (!email) throw new AuthRefusal('validation_failed', missing);
  const parsed = emailSchema.safeParse(email);
  if (parsed.success) return parsed.data;
  throw new AuthRefusal('validation_failed', 'Unable to validate email address: invalid format');
}
