import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { deviceName } from '#domain/device-name.ts';
import { logEvent } from '../../http/event-log.ts';
import { type Change, change } from '../../lifecycle/change.ts';
import { AuthRefusal } from '../auth-error.ts';
import { members } from '../body-fields.ts';
import { limitCaller } from '../caller-limit.ts';
import { isVerifiedApp } from '../factors/factor-list.ts';
import { lockFactors, requireRecentProof, requireSecondFactor } from '../factors/own-factors.ts';
import { requireSignedIn, type SignedIn } from '../signed-in.ts';
import { newChallenge, takeChallenge } from './challenges.ts';
import { readRegistration, requireNoCertificate } from './credential.ts';
import { sendPasskeyAdded } from './letters.ts';
import { requirePasskeyOfModerator } from './of-moderators.ts';
import { asPasskey, type Passkey, passkeysOf } from './passkey-list.ts';
import { relyingParty, webauthn } from './relying-party.ts';

const MOST_PASSKEYS = 10;
/** Ed25519, ES256 and RS256, which every device knows one of. */
const ALGORITHMS = [-8, -7, -257];

interface Options {
  challenge_id: string;
  options: PublicKeyCredentialCreationOptionsJSON;
  /** Unix seconds. */
  expires_at: number;
}

/**
 * POST /passkeys/registration/options: what a device needs to make a passkey.
 * @throws AuthRefusal `reauthentication_needed`, `insufficient_aal`, `too_many_passkeys`
 */
export async function startRegistration(request: FastifyRequest): Promise<Options> {
  await limitCaller(request, 'factors');
  const { context } = request.server;
  const signedIn = await requireSignedIn(request);
  const { user, session } = signedIn;
  const own = await change(context, ({ tx }) => requireMayAdd(tx, signedIn));
  const { challenge, ...answer } = await newChallenge(context.db, session.id);
  const { id: rpID, name: rpName } = relyingParty(context.config);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    userName: user.email,
    userDisplayName: user.email,
    challenge,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(({ credential_id: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...answer, options };
}

/**
 * POST /passkeys/registration/verify: keeps the passkey that a device has made, and tells its owner by
 * mail. Its name is that of the browser until the person gives it another.
 * @throws AuthRefusal `webauthn_challenge_not_found`, `webauthn_challenge_expired`,
 * `webauthn_verification_failed`, `webauthn_credential_exists`, and those of the options
 */
export async function finishRegistration(request: FastifyRequest): Promise<Passkey> {
  await limitCaller(request, 'factors');
  const { context } = request.server;
  const signedIn = await requireSignedIn(request);
  const { challenge_id, credential } = readRegistration(members(request.body));
  const session_id = signedIn.session.id;
  const challenge = await takeChallenge(context.db, { id: challenge_id, session_id });
  const made = await verified(request, credential, challenge);
  const name = deviceName(request.headers['user-agent'] ?? null);
  const passkey = await change(context, (change) =>
    store(change, signedIn, { ...made, transports: credential.response.transports ?? [], name }),
  );
  logEvent(request, 'passkey_added', { user_id: signedIn.user.id });
  return passkey;
}

/** Locks the person, and returns the passkeys that they have. */
async function requireMayAdd(tx: Change['tx'], signedIn: SignedIn) {
  const { user } = signedIn;
  requireRecentProof(signedIn);
  // Its password may be another person's.
  if (user.owes_password) throw new AuthRefusal('reauthentication_needed');
  const factors = await lockFactors(tx, signedIn);
  if (factors.some(isVerifiedApp)) requireSecondFactor(signedIn, 'AAL2 required to add a passkey');
  await requirePasskeyOfModerator(tx, signedIn);
  const own = await passkeysOf(tx, user.id);
  if (own.length >= MOST_PASSKEYS) throw new AuthRefusal('too_many_passkeys');
  return own;
}

interface Made {
  credential_id: string;
  public_key: Buffer;
  counter: number;
}

async function verified(
  { server }: FastifyRequest,
  response: RegistrationResponseJSON,
  expectedChallenge: string,
): Promise<Made> {
  const { id, origin } = relyingParty(server.context.config);
  await requireNoCertificate(response);
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw new AuthRefusal('webauthn_verification_failed');
  const { credential } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
  };
}

async function store(
  change: Change,
  signedIn: SignedIn,
  { name, ...made }: Made & { transports: string[]; name: string },
): Promise<Passkey> {
  const { user } = signedIn;
  const own = await requireMayAdd(change.tx, signedIn);
  const friendly_name = freeName(name, new Set(own.map((passkey) => passkey.friendly_name)));
  const row = await change.tx
    .insertInto('passkeys')
    .values({ ...made, user_id: user.id, friendly_name })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AuthRefusal('webauthn_credential_exists');
  await sendPasskeyAdded(change, user.email, friendly_name);
  return asPasskey(row);
}

/** 'Chrome on Linux', then 'Chrome on Linux 2'. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}
