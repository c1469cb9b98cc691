import { createHmac, hkdfSync } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { networkOf, networkRound } from '../http/limits.ts';
import { deviceOf, knownMark } from './devices.ts';

/**
 * Whoever asks about an address without being signed in. Askers are told apart, so that what a stranger
 * asks and tries takes nothing from the owner: by a device that has signed in to the account before, and
 * otherwise by the network.
 */
export interface Asker {
  /** The account of the address, if it has one. */
  user_id: string | undefined;
  /** Whether the device has signed in to the account before. */
  isKnown: boolean;
  /** Of counts for the address and this asker. */
  key: string;
  /** The same with the network round it, for counts that many networks of one caller share. */
  roundKey: string;
  /** Keyed hash: there are few networks, so that a plain one would show where a person was. */
  mark: Buffer;
}

/** Looks the same up for known and unknown addresses. `email` has to be text that PostgreSQL takes. */
export async function askerOf(request: FastifyRequest, email: string): Promise<Asker> {
  const { db, config } = request.server.context;
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  const device = await knownMark({ db, config }, user?.id, deviceOf(request));
  const key = `${email} ${device?.toString('base64url') ?? networkOf(request.ip)}`;
  return {
    user_id: user?.id,
    isKnown: device !== undefined,
    key,
    roundKey: device ? key : `${email} ${networkRound(request.ip)}`,
    mark: markOf(config, key),
  };
}

function markOf({ jwtKey }: Config, key: string): Buffer {
  const secret = Buffer.from(hkdfSync('sha256', jwtKey.d ?? '', '', 'unblock askers', 32));
  return createHmac('sha256', secret).update(key).digest();
}
