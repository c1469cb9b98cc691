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
  goal: number;
  product: Call[];
  bare: Call[];
  /** A script of pgbench. */
  sql: string;
}

export function workloads(size: Size, people: People): Workload[] {
  const authorization = (n: number) => ({ authorization: `Bearer ${people.get(n)?.token ?? ''}` });
  const developers = [...people.keys()].filter((n) => n % 2 === 0);
  const threads = Array.from({ length: THREADS }, (_, n) => busyTicket(n * 37 + 1, size));
  const json = { 'content-type': 'application/json' };
  return [
    {
      name: 'available requests',
      goal: 0.7,
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
      goal: 0.7,
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
      goal: 0.6,
      product: threads.map(({ id, developer }) => ({
        method: 'POST' as const,
        path: `/api/tickets/${id}/messages`,
        headers: { ...authorization(developer), ...json },
        setupRequest: (call) => ({
          ...call,
          body: JSON.stringify({ text: 'Did that help?', client_id: randomUUID() }),
        }),
      })),
      bare: threads.map(({ id, developer }) => ({
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

/** The same threads as those of `busyTicket`, in the words of pgbench. */
function aThread({ tickets }: Size): string {
  return `\\set place random(0, ${THREADS - 1})
\\set ticket 1 + 5 * ((:place * 37 + 1) % ${tickets / 5})`;
}

function withValues(statement: string, values: string[]): string {
  return statement.replaceAll(/\$(\d)/g, (_, place) => values[Number(place) - 1] ?? '');
}
