import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { invalidInput, Refusal } from '#domain/errors.ts';
import { type Change, change } from '../change.ts';
import { databaseCode } from '../database/errors.ts';
import { viewerOf } from './viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is kept along with the change that the call makes, by its answer. */
    along: ((change: Change, answer: unknown) => Promise<void>) | null;
  }
}

const KEY_LENGTH = 255;
/** PostgreSQL cannot keep NUL. */
const KEY = new RegExp(`^[^\\0]{1,${KEY_LENGTH}}$`);

/**
 * Runs a person's command as one change and gives back its answer. With an `Idempotency-Key` the
 * answer is kept in the same transaction: sent again, the first answer comes back and nothing
 * happens twice.
 * @throws Refusal `idempotency_mismatch` when the key was used for another request,
 *   `session_ended`
 */
export async function command<Answer>(
  request: FastifyRequest,
  work: (change: Change) => Promise<Answer>,
): Promise<Answer> {
  const owner = viewerOf(request).id;
  const key = keyOf(request);
  const all = async (change: Change) => {
    const answer = await work(change);
    if (!change.isRepeat) await request.along?.(change, answer);
    return answer;
  };
  return change(request.server.context, (change) =>
    together(holdSession(change, request), () =>
      key === null
        ? all(change)
        : once(change, { owner, key, fingerprint: fingerprint(request) }, all),
    ),
  );
}

/**
 * What comes first and what comes then travel to the database together, in this order. Both have
 * ended when this does: nothing may be asked of a transaction that was given up meanwhile.
 */
async function together<Answer>(
  first: Promise<void>,
  then: () => Promise<Answer>,
): Promise<Answer> {
  const [before, answer] = await Promise.allSettled([first, then()]);
  if (before.status === 'rejected') throw before.reason;
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}

/** The same for a call that needs no session; its keys are the caller's network address's own. */
export async function publicCommand<Answer>(
  request: FastifyRequest,
  work: (change: Change) => Promise<Answer>,
  { owner = addressOf(request), content = request.body }: Partial<Told> = {},
): Promise<Answer> {
  const key = keyOf(request);
  return change(request.server.context, (change) =>
    key === null
      ? work(change)
      : once(change, { owner, key, fingerprint: fingerprint(request, content) }, work),
  );
}

interface Told {
  /** Who calls; their keys are their own. */
  owner: string;
  /** What tells the body that came from any other. */
  content: unknown;
}

/**
 * The same for a call whose body is a stream: it is known only when all of it has come. Runs in the
 * change that keeps it.
 */
export async function streamedCommand<Answer>(
  change: Change,
  request: FastifyRequest,
  { owner, content }: Told,
  work: (change: Change) => Promise<Answer>,
): Promise<Answer> {
  const key = keyOf(request);
  return key === null
    ? work(change)
    : once(change, { owner, key, fingerprint: fingerprint(request, content) }, work);
}

/**
 * Whether this call names a key that was answered already, so that nothing new happens: it is not
 * held to a limit, as it must be answered as the first was.
 * @param owner the person; the caller's network address counts besides
 */
export async function wasAnswered(request: FastifyRequest, owner: string): Promise<boolean> {
  const key = keyOf(request);
  if (key === null) return false;
  const first = await request.server.context.db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('owner', 'in', [owner, addressOf(request)])
    .where('key', '=', key)
    .executeTakeFirst();
  return first !== undefined;
}

function addressOf({ ip }: FastifyRequest): string {
  return createHash('sha256').update(ip).digest('base64url');
}

/** @throws Refusal `invalid_input` for one that cannot be kept */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY.test(key) || !key.isWellFormed()) {
    throw invalidInput('Idempotency-Key', `Please use 1 to ${KEY_LENGTH} characters`);
  }
  return key;
}

/**
 * A session that ends while a change is on its way waits for it, or the change is refused: nothing
 * is done for somebody who was signed out, suspended or deleted meanwhile.
 */
async function holdSession({ tx }: Change, request: FastifyRequest): Promise<void> {
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', viewerOf(request).session_id)
    .forKeyShare()
    .executeTakeFirst();
  if (!session) throw new Refusal('session_ended');
}

interface Once {
  owner: string;
  key: string;
  fingerprint: string;
}

async function once<Answer>(
  change: Change,
  row: Once,
  work: (change: Change) => Promise<Answer>,
): Promise<Answer> {
  const { owner, key } = row;
  const taken = await claim(change, row);
  if (!taken) {
    const first = await change.tx
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'response'])
      .where('owner', '=', owner)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (first.fingerprint !== row.fingerprint) throw new Refusal('idempotency_mismatch');
    return first.response as Answer;
  }
  const answer = await work(change);
  await change.tx
    .updateTable('idempotency_keys')
    .set({ response: JSON.stringify(answer ?? null) })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute();
  return answer;
}

/** True for the first; a second one waits here until the first has committed or given up. */
async function claim({ tx }: Change, row: Once): Promise<boolean> {
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

function fingerprint(request: FastifyRequest, content: unknown = request.body): string {
  const body = JSON.stringify(content ?? null);
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n${body}`)
    .digest('base64url');
}
