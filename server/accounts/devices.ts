import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JWK } from 'jose';
import { sql } from 'kysely';
import { deviceName } from '#domain/device-name.ts';
import type { Config } from '../config/config.ts';
import type { Tx } from '../database/database.ts';
import { networkOf } from '../http/limits.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { sendNewDevice } from './letters.ts';

/** Identifies a browser and grants no access. */
const COOKIE = 'unblock_device';
const TOKEN = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{22})(?:;|$)`);
const COOKIE_SECONDS = 400 * 86_400;
const MOST_MARKS = 50;
/** Looked up for unknown accounts, so that the answer takes as long. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** What a request says about its device. */
export interface Device {
  /** In plain words, such as 'Firefox on Windows'. */
  name: string;
  /** Shortened, so that it says only roughly where a person is. */
  network: string;
  /** Of its cookie; a new one where there was none. */
  token: string;
}

export function deviceOf({ headers, ip }: FastifyRequest): Device {
  const [, token] = TOKEN.exec(headers.cookie ?? '') ?? [];
  return {
    name: deviceName(headers['user-agent'] ?? null),
    network: roughNetwork(ip),
    token: token ?? randomBytes(16).toString('base64url'),
  };
}

/** Makes the browser send the same token at its next sign-in. */
export function keepDeviceCookie(reply: FastifyReply, config: Config, { token }: Device): void {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';
  const rules = `Path=/auth/v1; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  void reply.header('set-cookie', `${COOKIE}=${token}; ${rules}`);
}

/**
 * Records a sign-in from a device. Returns whether it was known: by its cookie, or as the same kind of
 * browser in the same network. Call it after `openSession`, which serialises a person's sign-ins: of
 * several at once only the first is new.
 */
export async function noteDevice(
  { tx, config }: Pick<Change, 'tx' | 'config'>,
  user_id: string,
  device: Device,
): Promise<boolean> {
  const known = await tx
    .selectFrom('known_devices')
    .select('mark')
    .where('user_id', '=', user_id)
    .where(
      'mark',
      'in',
      keysOf(config).flatMap((key) => marksOf(key, user_id, device)),
    )
    .limit(1)
    .executeTakeFirst();
  const { name } = device;
  await tx
    .insertInto('known_devices')
    .values(marksOf(config.jwtKey, user_id, device).map((mark) => ({ user_id, mark, name })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'mark']).doUpdateSet({ seen_at: sql<Date>`now()` }),
    )
    .execute();
  await forgetOldest(tx, user_id);
  return known !== undefined;
}

/**
 * The counter for wrong passwords from this device. A device that has signed in to the account before
 * has its own: a flood of strangers' tries must not keep the owner out.
 */
export async function laneOf(
  context: Pick<Context, 'db' | 'config'>,
  { id, email }: { id: string | undefined; email: string },
  device: Device,
): Promise<string> {
  const mark = await knownMark(context, id, device);
  return mark ? `${email} ${mark.toString('base64url')}` : email;
}

/** What identifies a device by its cookie, if it has signed in to the account before. */
export async function knownMark(
  { db, config }: Pick<Context, 'db' | 'config'>,
  id: string | undefined,
  device: Device,
): Promise<Buffer | undefined> {
  const marks = keysOf(config).map((key) => marksOf(key, id ?? NOBODY, device)[0]);
  const known = await db
    .selectFrom('known_devices')
    .select('mark')
    .where('user_id', '=', id ?? NOBODY)
    .where('mark', 'in', marks)
    .executeTakeFirst();
  return known?.mark;
}

/**
 * Records the device of a password sign-in, and tells the owner of a new one, except for their very
 * first.
 */
export async function tellOfNewDevice(
  change: Change,
  user: { id: string; email: string; isNew: boolean },
  device: Device,
): Promise<void> {
  const isKnown = await noteDevice(change, user.id, device);
  if (!isKnown && !user.isNew) await sendNewDevice(change, user.email, device);
}

/**
 * After a change of password only the device that made it stays known: another person may have known
 * the old one.
 */
export async function forgetDevices(
  change: Pick<Change, 'tx' | 'config'>,
  user_id: string,
  present: Device,
): Promise<void> {
  await change.tx.deleteFrom('known_devices').where('user_id', '=', user_id).execute();
  await noteDevice(change, user_id, present);
}

/** Programs send no cookie and would leave a row each time. */
async function forgetOldest(tx: Tx, user_id: string): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', user_id)
    .where('mark', 'not in', (query) =>
      query
        .selectFrom('known_devices')
        .select('mark')
        .where('user_id', '=', user_id)
        .orderBy('seen_at', 'desc')
        .limit(MOST_MARKS),
    )
    .execute();
}

/**
 * Keyed hashes of the cookie and of browser with network: there are few networks, so that plain hashes
 * in a dump would show where a person was.
 */
function marksOf(
  { d }: JWK,
  user_id: string,
  { name, network, token }: Device,
): [cookie: Buffer, browser: Buffer] {
  const key = Buffer.from(hkdfSync('sha256', d ?? '', '', 'unblock devices', 32));
  const mark = (text: string) => createHmac('sha256', key).update(`${user_id} ${text}`).digest();
  return [mark(`cookie ${token}`), mark(`browser ${name}\n${network}`)];
}

function keysOf({ jwtKey, jwtKeyOld }: Config): JWK[] {
  return jwtKeyOld ? [jwtKey, jwtKeyOld] : [jwtKey];
}

/** '203.0.113.x', or the first three groups of IPv6: about a provider and a region. */
export function roughNetwork(ip: string | undefined): string {
  if (ip === undefined) return 'unknown';
  const mapped = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ip)?.[1];
  if (mapped) return `${mapped}.x`;
  return `${networkOf(ip).split(':').slice(0, 3).join(':')}::/48`;
}
