import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { Turns } from '../workers/turns.ts';

/** Packing takes time of the server's own thread, and memory until the answer has gone. */
const AT_ONCE = { atOnce: 12, atOnceEach: 2 };
const turns = new Turns({ ...AT_ONCE, waiting: 60, waitingEach: 10 });
const MAX_WAIT_MS = 20_000;
/**
 * A reader who takes less for so long makes room, where others wait for a turn and all are taken; so does
 * one who has had a turn for long. Of them it is the slowest.
 */
const SLOW = { bytes: 320_000, ms: 10_000 };
const LONG_MS = 60_000;
const LOOK_MS = 1000;

/** One that runs, for as long as its reader takes it. */
interface Running {
  reply: FastifyReply;
  owner: string;
  since: number;
  /** Bytes in the last of such times; null where they waited for us, or it has not passed yet. */
  taken: number | null;
}
const running = new Set<Running>();

/**
 * Counts a download of code, by a signed link or a call, and waits until it may begin. Its turn ends when
 * the answer has closed.
 * @throws Refusal `too_many_requests`, `unavailable` where it would wait too long
 */
export async function beginDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  person: { id: string },
): Promise<void> {
  await limitCalls(request, reply, { name: 'code_archive', key: person.id });
  const closed = new AbortController();
  finished(reply.raw, () => closed.abort());
  const making = setInterval(() => makeRoomFor(person.id), LOOK_MS);
  const endTurn = await turns
    .take(person.id, AbortSignal.any([closed.signal, AbortSignal.timeout(MAX_WAIT_MS)]))
    .finally(() => clearInterval(making));
  if (!endTurn) throw new Refusal('unavailable');
  const since = performance.now();
  const one: Running = { reply, owner: person.id, since, taken: null };
  const looking = setInterval(pacer(one), SLOW.ms);
  running.add(one);
  finished(reply.raw, () => {
    clearInterval(looking);
    running.delete(one);
    endTurn();
  });
}

/** Breaks off the slowest one, where that lets somebody begin who waits. */
function makeRoomFor(owner: string): void {
  const all = [...running];
  const own = all.filter((one) => one.owner === owner);
  if (all.length < AT_ONCE.atOnce || own.length >= AT_ONCE.atOnceEach) return;
  const isLong = ({ since }: Running) => performance.now() - since > LONG_MS;
  const [slowest] = all
    .filter((one) => one.taken !== null && (one.taken < SLOW.bytes || isLong(one)))
    .sort((a, b) => Number(a.taken) - Number(b.taken));
  slowest?.reply.raw.destroy();
}

/** Notes time and again how much a reader has taken. */
function pacer(one: Running): () => void {
  let before = 0;
  return () => {
    const { socket } = one.reply.raw;
    if (!socket) return;
    const { bytesWritten, writableLength: waiting } = socket;
    const taken = bytesWritten - waiting;
    one.taken = waiting > 0 ? taken - before : null;
    before = taken;
  };
}
