import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { logEvent } from '../../http/event-log.ts';
import { type Change, change } from '../../lifecycle/change.ts';
import { AuthRefusal } from '../auth-error.ts';
import { members, textMember } from '../body-fields.ts';
import { limitCaller } from '../caller-limit.ts';
import { readName } from '../factors/enroll.ts';
import { isVerifiedApp } from '../factors/factor-list.ts';
import { lockFactors, requireRecentProof, requireSecondFactor } from '../factors/own-factors.ts';
import { endSessions } from '../sessions.ts';
import { requireSignedIn, type SignedIn } from '../signed-in.ts';
import { sendPasskeyRemoved } from './letters.ts';
import { requirePasskeyOfModerator } from './of-moderators.ts';
import { asPasskey, type Passkey, passkeysOf } from './passkey-list.ts';

/** GET /passkeys: one's own, oldest first. */
export async function listPasskeys(request: FastifyRequest): Promise<Passkey[]> {
  const { user } = await requireSignedIn(request);
  return (await passkeysOf(request.server.context.db, user.id)).map(asPasskey);
}

/**
 * PATCH /passkeys/{id}: gives one's own passkey another name.
 * @throws AuthRefusal `passkey_not_found`, `validation_failed`
 */
export async function renamePasskey(request: FastifyRequest): Promise<Passkey> {
  await limitCaller(request, 'factors');
  const { user } = await requireSignedIn(request);
  const friendly_name = readName(textMember(members(request.body), 'friendly_name'));
  if (friendly_name === null) throw new AuthRefusal('validation_failed', 'A passkey needs a name');
  const row = await request.server.context.db
    .updateTable('passkeys')
    .set({ friendly_name })
    .where('id', '=', idOf(request))
    .where('user_id', '=', user.id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AuthRefusal('passkey_not_found');
  return asPasskey(row);
}

/**
 * DELETE /passkeys/{id}: it signs nobody in any more, and its owner is told by mail.
 * @throws AuthRefusal `passkey_not_found`, `reauthentication_needed`, `insufficient_aal`
 */
export async function removePasskey(request: FastifyRequest, reply: FastifyReply) {
  await limitCaller(request, 'factors');
  const signedIn = await requireSignedIn(request);
  const id = idOf(request);
  requireRecentProof(signedIn);
  await change(request.server.context, (change) => remove(change, signedIn, id));
  logEvent(request, 'passkey_removed', { user_id: signedIn.user.id });
  return reply.code(204).send();
}

async function remove(change: Change, signedIn: SignedIn, id: string): Promise<void> {
  const { tx } = change;
  const { user } = signedIn;
  const factors = await lockFactors(tx, signedIn);
  if (factors.some(isVerifiedApp)) {
    requireSecondFactor(signedIn, 'AAL2 required to remove a passkey');
  }
  await requirePasskeyOfModerator(tx, signedIn);
  const removed = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .returning('friendly_name')
    .executeTakeFirst();
  if (!removed) throw new AuthRefusal('passkey_not_found');
  // Whoever had it may be signed in by it.
  const { id: session_id } = signedIn.session;
  await endSessions(change, { user_id: user.id, session_id, scope: 'passkeys' });
  await sendPasskeyRemoved(change, user.email, removed.friendly_name);
}

function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id?: string };
  const parsed = z.guid().safeParse(id);
  if (!parsed.success) throw new AuthRefusal('passkey_not_found');
  return parsed.data;
}
