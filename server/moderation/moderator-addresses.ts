import type { Change } from '../change.ts';
import { teamAddress } from '../mail/team-address.ts';

/** Where all moderators read their mail; the team's address while there are none. */
export async function moderatorAddresses({ tx, config }: Change): Promise<string[]> {
  const found = await tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select('u.email')
    .where('p.user_type', '=', 'moderator')
    .execute();
  return found.length > 0 ? found.map(({ email }) => email) : [teamAddress(config)];
}
