import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken, claimsIn } from '../../http/authenticate.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import { isOfProgram } from '../../http/program-access.ts';
import { storeUses, type Use } from './uses.ts';

/** Calls are stored so often (ms), many at once: no program waits for it. */
const EVERY_MS = 5000;
/** Different ones that wait; then they are stored at once. */
const MOST_WAITING = 500;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What programs did and is not stored yet. */
export interface ProgramUses {
  /** Stores it now. */
  flush: () => Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    programUses: ProgramUses;
  }
}

/**
 * Counts the call of a program, and tells it how many more it may make.
 * @throws Refusal `too_many_requests`
 */
export async function limitProgram(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.program === null) return;
  const { id, user_id } = request.program;
  await limitCalls(request, reply, { name: 'program_call', key: id, owner: user_id });
}

/**
 * The same for routes that ask only later who calls, as files do: links open them as well.
 * @throws Refusal `too_many_requests`, and why a program's token is not good for this call
 */
export async function limitProgramFirst(request: FastifyRequest, reply: FastifyReply) {
  if (isOfProgram(bearerToken(request.headers.authorization) ?? '')) await claimsIn(request);
  await limitProgram(request, reply);
}

/** Notes what programs do by the calls of `app`, for their owners. What was refused is not noted. */
export function noteProgramUses(app: FastifyInstance): void {
  let waiting = new Map<string, Use>();
  let storing = Promise.resolve();

  const flush = (): Promise<void> => {
    const uses = [...waiting.values()];
    waiting = new Map();
    if (uses.length > 0)
      storing = storing.then(() =>
        storeUses(app.context.db, uses).catch((error: unknown) =>
          app.log.warn({ err: error }, 'what programs did was not noted'),
        ),
      );
    return storing;
  };
  const timer = setInterval(() => void flush(), EVERY_MS).unref();

  app.decorate('programUses', { flush });
  app.addHook('onResponse', (request, reply, done) => {
    const use = reply.statusCode < 400 ? useOf(request) : null;
    if (use) {
      const key = [use.id, use.act, use.about].join();
      const count = (waiting.get(key)?.count ?? 0) + 1;
      waiting.set(key, { ...use, count });
      if (waiting.size >= MOST_WAITING) void flush();
    }
    done();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await flush();
  });
}

function useOf({ program, params, routeOptions }: FastifyRequest): Use | null {
  const act = routeOptions.schema?.summary;
  if (program === null || act === undefined) return null;
  const { id } = (params ?? {}) as { id?: string };
  const about = id && UUID.test(id) ? id : null;
  return { ...program, act, about, count: 1, last_at: new Date() };
}
