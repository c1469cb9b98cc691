import { randomUUID } from 'node:crypto';
import { BARE } from './bare-statements.ts';
import type { Listener } from './live.ts';
import type { Call } from './load.ts';
import { busyTicket, idOf, personId, SECOND_CATEGORIES, type Size, ticketId } from './seed.ts';

const THREADS = 500;

/** Everybody's session, by their number. */
export type People = Map<number, Listener>;

/** One thing that is done over and over: by the product, by the bare server, and by pgbench. */
export interface Workload {
  name: string;
  /** Of a bare server that answers as many bytes, and of one that answers only what somebody sees. */
  goals: { sameBytes: number; short: number };
  product: Call[];
  bare: Call[];
  /** A script of pgbench. */
  sql: string;
}

export function workloads(size: Size, people: People): Workload[] {
  const authorization = (n: number) => ({ authorization: `Bearer ${people.get(n)?.token ?? ''}` });
  const developers = [...people.keys()].filter((n) => n % 2 === 0);
  const threads = Array.from({ length: THREADS }, (_, n) => busyTicket(n * 37 + 1, size));
  const posted = oneOfEach(size);
  const json = { 'content-type': 'application/json' };
  return [
    {
      name: 'available requests',
      goals: { sameBytes: 1, short: 0.8 },
      product: developers.map((n) => ({
        path: '/api/tickets?view=available',
        headers: authorization(n),
      })),
      bare: developers.map((n) => ({
        path: `/api/tickets?category=web&category=${SECOND_CATEGORIES[n % 5]}`,
      })),
      sql: `\\set n random(1, 5)
${withValues(BARE.available, [`array['web', (array[${SECOND_CATEGORIES.map((one) => `'${one}'`)}])[:n]]`])};`,
    },
    {
      name: 'newest 50 of a thread',
      goals: { sameBytes: 1, short: 0.8 },
      product: threads.map(({ id, developer }) => ({
        path: `/api/tickets/${id}/messages?limit=50`,
        headers: authorization(developer),
      })),
      bare: threads.map(({ id }) => ({ path: `/api/tickets/${id}/messages` })),
      sql: `${aThread(size)}
${withValues(BARE.thread, [ticketId(':ticket')])};`,
    },
    {
      name: 'post a message',
      goals: { sameBytes: 1, short: 1 },
      product: posted.map(({ id, developer }) => ({
        method: 'POST' as const,
        path: `/api/tickets/${id}/messages`,
        headers: { ...authorization(developer), ...json },
        setupRequest: (call) => ({
          ...call,
          body: JSON.stringify({ text: 'Did that help?', client_id: randomUUID() }),
        }),
      })),
      bare: posted.map(({ id, developer }) => ({
        method: 'POST' as const,
        path: `/api/tickets/${id}/messages`,
        headers: json,
        setupRequest: (call) => ({
          ...call,
          body: JSON.stringify({
            text: 'Did that help?',
            author_id: idOf.person(developer),
            client_id: randomUUID(),
          }),
        }),
      })),
      sql: `${aThread(size)}
\\set developer 2 + 2 * ((:ticket / 7) % ${size.people / 2})
${withValues(BARE.post, [ticketId(':ticket'), personId(':developer'), "'Did that help?'", 'gen_random_uuid()'])};`,
    },
  ];
}

/** A thread of each developer, so that nobody writes faster than the limits allow. */
function oneOfEach(size: Size): ReturnType<typeof busyTicket>[] {
  const found = new Map<number, ReturnType<typeof busyTicket>>();
  for (let n = 0; n < Math.min(size.tickets / 5, 10_000); n++) {
    const thread = busyTicket(n, size);
    if (!found.has(thread.developer)) found.set(thread.developer, thread);
  }
  return [...found.values()];
}

/** The same threads as those of `busyTicket`, in the words of pgbench. */
function aThread({ tickets }: Size): string {
  return `\\set place random(0, ${THREADS - 1})
\\set ticket 1 + 5 * ((:place * 37 + 1) % ${tickets / 5})`;
}

function withValues(statement: string, values: string[]): string {
  return statement.replaceAll(/\$(\d)/g, (_, place) => values[Number(place) - 1] ?? '');
}
