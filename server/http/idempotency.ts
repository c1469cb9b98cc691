import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { invalidInput, Refusal } from '#domain/refusals.ts';
import type { Config } from '../config/config.ts';
import { seal, unseal } from '../config/sealed.ts';
import type { Reader, Tx } from '../database/database.ts';
import { databaseCode } from '../database/database-errors.ts';

const KEY_LENGTH = 255;
/** PostgreSQL cannot store NUL. */
const KEY = new RegExp(`^[^\\0]{1,${KEY_LENGTH}}$`);

/**
 * Whether this call was answered already under its key: then it passes limits, as it gets its first answer
 * again. A key of another call is none; reading is always done anew.
 * @param owner the person; the caller's network address counts too
 */
export async function wasAnswered(
  db: Reader,
  request: FastifyRequest,
  owner: string,
): Promise<boolean> {
  const key = keyOf(request);
  if (key === null || request.method === 'GET' || request.method === 'HEAD') return false;
  const first = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('owner', 'in', [owner, addressOf(request)])
    .where('key', '=', key)
    .where(({ fn, val }) => fn<boolean>('starts_with', ['fingerprint', val(callOf(request))]))
    .executeTakeFirst();
  return first !== undefined;
}

export function addressOf({ ip }: FastifyRequest): string {
  return hashOf(ip);
}

/** @throws Refusal `invalid_input` for a key that cannot be stored */
export function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY.test(key) || !key.isWellFormed()) {
    throw invalidInput('Idempotency-Key', `Please use 1 to ${KEY_LENGTH} characters`);
  }
  return key;
}

interface Once {
  owner: string;
  key: string;
  fingerprint: string;
}

/**
 * Runs the work of a call once per key, in one transaction with its stored answer; a repeated call gets
 * the first answer. Answers are kept encrypted, as some have a new token or the words of a person.
 * @throws Refusal `idempotency_mismatch`, `idempotency_in_progress`
 */
export async function once<Answer, Change extends { tx: Tx; config: Config }>(
  change: Change,
  row: Once,
  work: (change: Change) => Promise<Answer>,
): Promise<Answer> {
  const { owner, key } = row;
  const { tx, config } = change;
  const place = { purpose: 'answers', id: `${owner} ${key}` } as const;
  const taken = await claim(change, row);
  if (!taken) {
    const { fingerprint, sealed_answer } = await tx
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'sealed_answer'])
      .where('owner', '=', owner)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    const first = sealed_answer && unseal(config, place, sealed_answer);
    if (fingerprint !== row.fingerprint || first === null) {
      throw new Refusal('idempotency_mismatch');
    }
    return JSON.parse(first) as Answer;
  }
  const answer = await work(change);
  await tx
    .updateTable('idempotency_keys')
    .set({ sealed_answer: seal(config, place, JSON.stringify(answer ?? null)) })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute();
  return answer;
}

/** True for the first call; a second one waits here until the first has committed or failed. */
async function claim({ tx }: { tx: Tx }, row: Once): Promise<boolean> {
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

/** What tells a call from all others: which call it is, and what it says. */
export function fingerprint(request: FastifyRequest, content: unknown = request.body): string {
  return callOf(request) + hashOf(JSON.stringify(content ?? null));
}

/** As a hash, since an address can have a secret in it, such as an invitation's. */
function callOf({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): string {
  return `${hashOf(`${method} ${url}`)}.`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
