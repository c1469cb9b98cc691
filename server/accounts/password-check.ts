import { setTimeout as sleep } from 'node:timers/promises';
import { verify } from '@node-rs/argon2';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals.ts';
import { logEvent } from '../http/event-log.ts';
import { forgetHit, hitLimit, takeTurn } from '../http/limits.ts';
import { hashPassword } from './people.ts';

/** Verified for unknown people, so that the answer takes as long. */
let nobodysHash: Promise<string> | undefined;

/**
 * Whether this is an account's password. `password_hash` is null where there is no account or no
 * password. After many failures every try for the address waits in line: a distributed attack is
 * slowed, parallel tries gain nothing, and the right password still works. Known devices have a `lane`
 * of their own. Source: auth wire contract, 7.
 * @throws Refusal `too_many_requests` where too many wait already
 */
export async function isPasswordOf(
  request: FastifyRequest,
  account: { id?: string; email: string; password_hash: string | null },
  password: string,
  lane = account.email,
): Promise<boolean> {
  const { context } = request.server;
  // Counted before the outcome is known, so that simultaneous tries all count.
  const failures = await hitLimit(context, 'failed_password', lane);
  if (failures.over) {
    const user = account.id === undefined ? {} : { user_id: account.id };
    logEvent(request, 'limit_reached', { ...user, limit: 'failed_password' });
    await untilItsTurn(request, lane);
  }
  const isRight = await matches(account.password_hash, password);
  if (isRight) await forgetHit(context, 'failed_password', lane);
  return isRight;
}

async function untilItsTurn({ server }: FastifyRequest, lane: string): Promise<void> {
  const wait = await takeTurn(server.context, lane);
  if (wait === null) throw new Refusal('too_many_requests');
  await sleep(wait);
}

/** The comparison alone, equally slow for every hash and for none. */
export async function matches(password_hash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody has this password');
  const isRight = await verify(password_hash ?? (await nobodysHash), password);
  return isRight && password_hash !== null;
}
