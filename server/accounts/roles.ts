import type { UserType } from '#domain/profile.ts';
import type { Reader } from '../database/database.ts';

const rank: Record<UserType, number> = { customer: 0, developer: 1, moderator: 2 };

/** Whether an account has this role or a higher one: an invitation never lowers it. */
export function holdsRole(userType: UserType, role: UserType): boolean {
  return rank[userType] >= rank[role];
}

/** Whether somebody with this address has this role or a higher one. */
export async function holdsRoleAlready(
  db: Reader,
  email: string,
  role: UserType,
): Promise<boolean> {
  const account = await db
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.id', 'u.id')
    .select('p.user_type')
    .where('u.email', '=', email)
    .executeTakeFirst();
  return account !== undefined && holdsRole(account.user_type, role);
}
