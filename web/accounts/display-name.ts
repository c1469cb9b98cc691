import type { Profile } from '#domain/profile.ts';

/** The full name, or the email address of a person without one. */
export function displayName(profile: Pick<Profile, 'first_name' | 'last_name' | 'email'>): string {
  return [profile.first_name, profile.last_name].filter(Boolean).join(' ') || profile.email;
}
