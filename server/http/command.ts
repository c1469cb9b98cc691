import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { invalidInput, Refusal } from '#domain/errors.ts';
import { type Change, change, databaseCode } from '../change.ts';
import { viewerOf } from './viewer.ts';

const KEY_LENGTH = 255;
/** PostgreSQL cannot keep NUL. */
const KEY = new RegExp(`^[^\\0]{1,${KEY_LENGTH}}$`);

/**
 * Runs a person's command as one change and gives back its answer. With an `Idempotency-Key` the
 * answer is kept in the same transaction: sent again, the first answer comes back and nothing
 * happens twice.
 * @throws Refusal `idempotency_mismatch` when the key was used for another request
 */
export async function command<Answer>(
  request: FastifyRequest,
  work: (change: Change) => Promise<Answer>,
): Promise<Answer> {
  const { context } = request.server;
  const key = request.headers['idempotency-key'];
  if (key === undefined) return change(context, work);
  if (typeof key !== 'string' || !KEY.test(key) || !key.isWellFormed()) {
    throw invalidInput('Idempotency-Key', `Please use 1 to ${KEY_LENGTH} characters`);
  }
  return change(context, (change) => once(change, { key, request }, work));
}

interface Once {
  key: string;
  request: FastifyRequest;
}

async function once<Answer>(
  change: Change,
  { key, request }: Once,
  work: (change: Change) => Promise<Answer>,
): Promise<Answer> {
  const row = { user_id: viewerOf(request).id, key, fingerprint: fingerprint(request) };
  const taken = await claim(change, row);
  if (!taken) {
    const first = await change.tx
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'response'])
      .where('user_id', '=', row.user_id)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (first.fingerprint !== row.fingerprint) throw new Refusal('idempotency_mismatch');
    return first.response as Answer;
  }
  const answer = await work(change);
  await change.tx
    .updateTable('idempotency_keys')
    .set({ response: JSON.stringify(answer ?? null) })
    .where('user_id', '=', row.user_id)
    .where('key', '=', key)
    .execute();
  return answer;
}

/** True for the first; a second one waits here until the first has committed or given up. */
async function claim(
  { tx }: Change,
  row: { user_id: string; key: string; fingerprint: string },
): Promise<boolean> {
  try {
    const inserted = await tx
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return inserted.numInsertedOrUpdatedRows === 1n;
  } catch (error) {
    if (databaseCode(error) === '55P03') throw new Refusal('idempotency_in_progress');
    throw error;
  }
}

function fingerprint(request: FastifyRequest): string {
  const body = JSON.stringify(request.body ?? null);
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n${body}`)
    .digest('base64url');
}
