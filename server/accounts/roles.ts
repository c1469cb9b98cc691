import type { UserType } from '#domain/profile.ts';

const rank: Record<UserType, number> = { customer: 0, developer: 1, moderator: 2 };

/** Whether an account has this role or a higher one: an invitation never lowers it. */
export function holdsRole(userType: UserType, role: UserType): boolean {
  return rank[userType] >= rank[role];
}
