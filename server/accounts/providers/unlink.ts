import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { logEvent } from '../../http/event-log.ts';
import { type Change, change } from '../../lifecycle/change.ts';
import { AuthRefusal } from '../auth-error.ts';
import { emailIdentityId } from '../auth-user.ts';
import { limitCaller } from '../caller-limit.ts';
import { isVerifiedApp } from '../factors/factor-list.ts';
import { lockFactors, requireRecentProof, requireSecondFactor } from '../factors/own-factors.ts';
import { requireSignedIn, type SignedIn } from '../signed-in.ts';
import { sendIdentityUnlinked } from './letters.ts';
import { authProviders } from './registry.ts';

/**
 * DELETE /user/identities/{id}: an account elsewhere signs in no longer. The email address stays a way
 * in, as a new password can always be chosen by mail.
 * @throws AuthRefusal `identity_not_found`, `single_identity_not_deletable`, or
 * `manual_linking_disabled` where there is no provider; `reauthentication_needed`, `insufficient_aal`
 */
export async function unlinkIdentity(request: FastifyRequest): Promise<object> {
  await limitCaller(request, 'factors');
  const signedIn = await requireSignedIn(request);
  if (authProviders(request.server.context.config).size === 0) {
    throw new AuthRefusal('manual_linking_disabled');
  }
  const id = z.guid().safeParse((request.params as { id?: string }).id).data;
  if (!id) throw new AuthRefusal('identity_not_found');
  if (id === emailIdentityId(signedIn.user.id)) {
    throw new AuthRefusal('single_identity_not_deletable');
  }
  requireRecentProof(signedIn);
  await change(request.server.context, (change) => unlink(change, signedIn, id));
  logEvent(request, 'identity_unlinked', { user_id: signedIn.user.id });
  return {};
}

async function unlink(change: Change, signedIn: SignedIn, id: string): Promise<void> {
  const { tx, config } = change;
  const { user } = signedIn;
  const factors = await lockFactors(tx, signedIn);
  if (factors.some(isVerifiedApp)) {
    requireSecondFactor(signedIn, 'AAL2 required to disconnect an account');
  }
  const removed = await tx
    .deleteFrom('identities')
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .returning('provider')
    .executeTakeFirst();
  if (!removed) throw new AuthRefusal('identity_not_found');
  const label = authProviders(config).get(removed.provider)?.label ?? removed.provider;
  await sendIdentityUnlinked(change, user.email, label);
}
