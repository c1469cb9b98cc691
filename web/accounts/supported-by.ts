import { CATEGORIES, type Category } from '#domain/category.ts';
import type { Profile } from '#domain/profile.ts';

/** The stored categories that still exist. */
export function supportedBy(profile: Profile): Category[] {
  return CATEGORIES.filter((category) => profile.supported_categories.includes(category));
}
