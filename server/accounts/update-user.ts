import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { logEvent } from '../http/event-log.ts';
import { type Change, change } from '../lifecycle/change.ts';
import { AuthRefusal } from './auth-error.ts';
import { type AuthUser, authUser, type UserRow, waysOf } from './auth-user.ts';
import { type Members, members, textMember } from './body-fields.ts';
import { limitCaller } from './caller-limit.ts';
import { deviceOf, forgetDevices, keepDeviceCookie } from './devices.ts';
import { type FactorRow, isVerifiedApp } from './factors/factor-list.ts';
import { changePassword, prepareNewPassword } from './new-password.ts';
import { holdAccount, requireSignedIn, type SignedIn } from './signed-in.ts';
import { mergeMetadata, readMetadata } from './user-metadata.ts';

/**
 * PUT /user: changes one's own `data` and password. The address cannot be changed; other members are
 * ignored. Source: auth wire contract, section 4.
 * @throws AuthRefusal `insufficient_aal` while the code of an authenticator app is missing
 */
export async function updateUser(request: FastifyRequest, reply: FastifyReply): Promise<AuthUser> {
  await limitCaller(request, 'update_user');
  const { context } = request.server;
  const signedIn = await requireSignedIn(request);
  const ways = await waysOf(context.db, signedIn.user.id);
  requireCode(signedIn, ways.factors);
  const body = members(request.body);
  requireSameEmail(body, signedIn.user);
  const data = readMetadata(body);
  const password = textMember(body, 'password');
  const prepared = password ? await prepareNewPassword(request, signedIn, password) : null;
  const device = deviceOf(request);
  const user = await change(context, async (change) => {
    await holdAccount(change.tx, signedIn);
    await storeMetadata(change, signedIn, data);
    if (prepared) {
      await changePassword(change, signedIn, prepared);
      await forgetDevices(change, signedIn.user.id, device);
    }
    return change.tx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', signedIn.user.id)
      .executeTakeFirstOrThrow();
  });
  if (prepared) {
    keepDeviceCookie(reply, context.config, device);
    logEvent(request, 'password_changed', { user_id: user.id });
  }
  return authUser(user, ways);
}

/** Also after a reset link: access to the mailbox does not prove the second factor. */
function requireCode({ session }: SignedIn, factors: readonly FactorRow[]): void {
  if (session.level === 'aal2' || !factors.some(isVerifiedApp)) return;
  const message = 'AAL2 session is required to update email or password when MFA is enabled.';
  throw new AuthRefusal('insufficient_aal', message, { status: 401 });
}

function requireSameEmail(body: Members, user: UserRow): void {
  const email = textMember(body, 'email');
  if (!email || email.trim().toLowerCase() === user.email) return;
  throw new AuthRefusal('validation_failed', 'The email address of an account cannot be changed');
}

async function storeMetadata({ tx }: Change, { user }: SignedIn, data: Members): Promise<void> {
  if (Object.keys(data).length === 0) return;
  const kept = await tx
    .selectFrom('users')
    .select('user_metadata')
    .where('id', '=', user.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('users')
    .set({
      user_metadata: JSON.stringify(mergeMetadata(kept.user_metadata, data)),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', user.id)
    .execute();
}
