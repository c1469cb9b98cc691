import type { Tx } from '../../database/database.ts';
import { requireSecondFactor } from '../factors/own-factors.ts';
import type { SignedIn } from '../signed-in.ts';

/**
 * Moderators need a second factor. Where a passkey is theirs, who knows the password alone may add
 * nothing.
 * @throws AuthRefusal `insufficient_aal`
 */
export async function requirePasskeyOfModerator(tx: Tx, signedIn: SignedIn): Promise<void> {
  const found = await tx
    .selectFrom('profiles')
    .innerJoin('passkeys', 'passkeys.user_id', 'profiles.id')
    .select('profiles.id')
    .where('profiles.id', '=', signedIn.user.id)
    .where('user_type', '=', 'moderator')
    .limit(1)
    .executeTakeFirst();
  if (found) requireSecondFactor(signedIn, 'AAL2 required: please sign in with your passkey');
}
