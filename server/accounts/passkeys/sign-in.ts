import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { isBanned } from '../../database/banned.ts';
import { logEvent } from '../../http/event-log.ts';
import { type Change, change } from '../../lifecycle/change.ts';
import { AuthRefusal } from '../auth-error.ts';
import { type Members, members } from '../body-fields.ts';
import { limitCaller } from '../caller-limit.ts';
import { deviceOf, keepDeviceCookie, tellOfNewDevice } from '../devices.ts';
import { type AuthSession, openSession } from '../sessions.ts';
import { newChallenge, takeChallenge } from './challenges.ts';
import { readAssertion } from './credential.ts';
import type { PasskeyRow } from './passkey-list.ts';
import { relyingParty, webauthn } from './relying-party.ts';

interface Options {
  challenge_id: string;
  options: PublicKeyCredentialRequestOptionsJSON;
  /** Unix seconds. */
  expires_at: number;
}

/** POST /passkeys/authentication/options: for anybody; which passkey it will be, the device knows. */
export async function startPasskeySignIn(request: FastifyRequest): Promise<Options> {
  await limitCaller(request, 'passkey');
  const { db, config } = request.server.context;
  const { challenge, ...answer } = await newChallenge(db, null);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    challenge,
    userVerification: 'required',
  });
  return { ...answer, options };
}

/**
 * POST /passkeys/authentication/verify: a session for what a device has signed. The device has looked at
 * a finger, a face or a PIN, so this is both factors at once.
 * @throws AuthRefusal `webauthn_challenge_not_found`, `webauthn_challenge_expired`,
 * `webauthn_verification_failed`, `user_banned`, `email_not_confirmed`
 */
export async function finishPasskeySignIn(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthSession> {
  await limitCaller(request, 'passkey');
  const { context } = request.server;
  const user_agent = request.headers['user-agent'];
  const device = deviceOf(request);
  const session = await withPasskey(request, members(request.body), async (change, { user_id }) => {
    await requireMaySignIn(change.tx, user_id);
    const opened = await openSession(change, {
      user_id,
      method: 'passkey',
      second_method: 'mfa/webauthn',
      user_agent,
    });
    const { email } = opened.user;
    await tellOfNewDevice(change, { id: user_id, email, isNew: false }, device);
    return opened;
  });
  keepDeviceCookie(reply, context.config, device);
  logEvent(request, 'signed_in', { user_id: session.user.id, method: 'passkey' });
  return session;
}

/**
 * Does `act` for the owner of the passkey that has signed, in one change with the passkey's counter. The
 * challenge is used up even if it fails.
 * @throws AuthRefusal `validation_failed`, `webauthn_challenge_not_found`,
 * `webauthn_challenge_expired`, `webauthn_verification_failed`
 */
export async function withPasskey<Result>(
  request: FastifyRequest,
  body: Members,
  act: (change: Change, passkey: PasskeyRow) => Promise<Result>,
): Promise<Result> {
  const { context } = request.server;
  const { challenge_id, credential } = readAssertion(body);
  const challenge = await takeChallenge(context.db, { id: challenge_id, session_id: null });
  return change(context, async (change) => {
    const passkey = await usePasskey(change, credential, challenge);
    if (passkey) return act(change, passkey);
    logEvent(request, 'sign_in_refused');
    throw new AuthRefusal('webauthn_verification_failed');
  });
}

/** The passkey that has signed the challenge, with its counter moved on; null for anything else. */
async function usePasskey(
  { tx, config }: Change,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
): Promise<PasskeyRow | null> {
  const passkey = await tx
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', response.id)
    .forUpdate()
    .executeTakeFirst();
  if (!passkey || !isOfOwner(response, passkey)) return null;
  const { id, origin } = relyingParty(config);
  const { verifyAuthenticationResponse } = await webauthn();
  const counter = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).then(
    ({ verified, authenticationInfo }) => (verified ? authenticationInfo.newCounter : null),
    () => null,
  );
  if (counter === null) return null;
  await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', passkey.id)
    .execute();
  return passkey;
}

/** The device says whose passkey it is, too. */
function isOfOwner({ response }: AuthenticationResponseJSON, { user_id }: PasskeyRow): boolean {
  if (!response.userHandle) return true;
  return (
    Buffer.from(response.userHandle, 'base64url').toString('hex') === user_id.replaceAll('-', '')
  );
}

async function requireMaySignIn(tx: Change['tx'], user_id: string): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['banned_until', 'email_confirmed_at'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  if (isBanned(user)) throw new AuthRefusal('user_banned', undefined, { status: 400 });
  if (!user.email_confirmed_at) throw new AuthRefusal('email_not_confirmed');
}
