import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { seal } from '../../config/sealed.ts';
import type { Tx } from '../../database/database.ts';
import { type Change, change } from '../../lifecycle/change.ts';
import { AuthRefusal } from '../auth-error.ts';
import { members, textMember } from '../body-fields.ts';
import { limitCaller } from '../caller-limit.ts';
import { requirePasskeyOfModerator } from '../passkeys/of-moderators.ts';
import { requireSignedIn, type SignedIn } from '../signed-in.ts';
import { type FactorRow, isVerifiedApp } from './factor-list.ts';
import { lockFactors, requireRecentProof, requireSecondFactor } from './own-factors.ts';
import { qrCode } from './qr-code.ts';
import { newSecret, secretUri } from './totp.ts';

const MOST_FACTORS = 10;
/** A set-up without a code by then is abandoned. */
const UNVERIFIED_MINUTES = 30;
const NAME_LENGTH = 100;

interface Enrolled {
  id: string;
  type: 'totp';
  friendly_name: string;
  /** The only time that the secret is shown. */
  totp: { qr_code: string; secret: string; uri: string };
}

/**
 * POST /factors: begins the set-up of an authenticator app, which a code of it completes.
 * @throws AuthRefusal `reauthentication_needed`, `insufficient_aal`, `mfa_factor_name_conflict`,
 * `too_many_enrolled_mfa_factors`
 */
export async function enrollFactor(request: FastifyRequest): Promise<Enrolled> {
  await limitCaller(request, 'factors');
  const signedIn = await requireSignedIn(request);
  const { name, issuer } = readInput(request);
  requireRecentProof(signedIn);
  return change(request.server.context, async (change) => {
    await forgetUnfinished(change.tx, signedIn.user.id);
    const factors = await lockFactors(change.tx, signedIn);
    requireRoom(factors, name, signedIn);
    await requirePasskeyOfModerator(change.tx, signedIn);
    return addApp(change, signedIn, { name, issuer });
  });
}

function readInput(request: FastifyRequest): { name: string | null; issuer: string } {
  const body = members(request.body);
  const type = textMember(body, 'factor_type');
  if (type === 'phone') throw new AuthRefusal('mfa_phone_enroll_not_enabled');
  if (type === 'webauthn') throw new AuthRefusal('mfa_webauthn_enroll_not_enabled');
  if (type !== 'totp') {
    throw new AuthRefusal('validation_failed', 'factor_type needs to be totp, phone, or webauthn');
  }
  const issuer = textMember(body, 'issuer')?.trim() || 'Unblock';
  return { name: readName(textMember(body, 'friendly_name')), issuer: readName(issuer) ?? '' };
}

/** @throws AuthRefusal `validation_failed` */
export function readName(text: string | undefined): string | null {
  const name = text?.trim() || null;
  if (name === null) return null;
  const isFit = name.length <= NAME_LENGTH && name.isWellFormed() && !name.includes('\0');
  if (isFit) return name;
  throw new AuthRefusal('validation_failed', `A name has at most ${NAME_LENGTH} characters`);
}

async function forgetUnfinished(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('created_at', '<', sql<Date>`now() - make_interval(mins => ${UNVERIFIED_MINUTES})`)
    .execute();
}

/** Refuses a name that is taken, and one app too many. */
export function requireRoom(
  factors: readonly FactorRow[],
  name: string | null,
  signedIn: SignedIn,
): void {
  if (name !== null && factors.some(({ friendly_name }) => friendly_name === name)) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    throw new AuthRefusal('mfa_factor_name_conflict', message);
  }
  if (factors.length >= MOST_FACTORS) throw new AuthRefusal('too_many_enrolled_mfa_factors');
  if (factors.some(isVerifiedApp)) {
    requireSecondFactor(signedIn, 'AAL2 required to enroll a new factor');
  }
}

async function addApp(
  { tx, config }: Change,
  { user }: SignedIn,
  { name, issuer }: { name: string | null; issuer: string },
): Promise<Enrolled> {
  const id = randomUUID();
  const secret = newSecret();
  const uri = secretUri(secret, { issuer, account: user.email });
  await tx
    .insertInto('factors')
    .values({
      id,
      user_id: user.id,
      factor_type: 'totp',
      friendly_name: name,
      sealed_secret: seal(config, { purpose: 'factors', id }, secret),
    })
    .execute();
  const totp = { qr_code: qrCode(uri), secret, uri };
  return { id, type: 'totp', friendly_name: name ?? '', totp };
}
