import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals.ts';
import { addressOf, fingerprint, keyOf, once } from '../http/idempotency.ts';
import { viewerOf } from '../http/viewer.ts';
import { type Change, change } from './change.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is kept along with the change that the call makes, by its answer. */
    along: ((change: Change, answer: unknown) => Promise<void>) | null;
    /** The body as it came, where placeholders stand in it by now: sent again, it is the same call. */
    asSent: unknown;
  }
}

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
  // Its caller knows by the key that an event is of this call, whose answer they have.
  const caused = ({ tell, ...change }: Change, key: string): Change => ({
    ...change,
    tell: (event) => tell({ ...event, cause: { by: owner, key } }),
  });
  const all = async (change: Change) => {
    const answer = await work(change);
    if (!change.isRepeat) await request.along?.(change, answer);
    return answer;
  };
  return change(request.server.context, (change) =>
    together(holdSession(change, request), () =>
      key === null
        ? all(change)
        : once(
            caused(change, key),
            { owner, key, fingerprint: fingerprint(request, request.asSent ?? request.body) },
            all,
          ),
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
