import { notBanned } from '../database/banned.ts';
import type { Change } from '../lifecycle/change.ts';
import { teamAddress } from '../mail/team-address.ts';

/** All who can act as moderators: those who are suspended hear of nothing. */
export function moderators({ tx }: Change): Promise<{ id: string; email: string }[]> {
  return tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select(['p.id', 'u.email'])
    .where('p.user_type', '=', 'moderator')
    .where(notBanned)
    .execute();
}

/** Where all moderators read their mail; the team's address while there are none. */
export async function moderatorAddresses(change: Change): Promise<string[]> {
  const found = await moderators(change);
  return found.length > 0 ? found.map(({ email }) => email) : [teamAddress(change.config)];
}
