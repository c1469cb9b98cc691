import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { linesOf } from '#domain/webhook-type.ts';
import { startJobs } from '../start/runner.ts';
import { PATIENCE } from '../testing/patience.ts';
import { openReceiver } from '../testing/receivers.ts';
import { LONG } from '../testing/soak.ts';
import { openWorld, type World } from '../testing/world.ts';
import { newSecret, sealSecret } from './secrets.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ looksAtLoopback: true });
});
afterAll(() => world.close());

const REQUESTS_EACH = 10;
/** Receivers, of which a tenth hang and a tenth fail, and events of all. */
const [RECEIVERS, EVENTS] = LONG ? [100, 10_000] : [20, 200];
/** Of the good ones, from the change to the receiver (ms). */
const MOST_P99 = 5000;

/** A customer with a webhook and some requests. */
async function customerWith(url: string): Promise<string> {
  const { context } = world;
  const { id: user_id } = await world.person('customer');
  const id = randomUUID();
  await context.db
    .insertInto('webhooks')
    .values({
      id,
      user_id,
      url,
      events: linesOf(['request.edited']),
      sealed_secret: sealSecret(context.config, id, newSecret()),
    })
    .execute();
  await sql`insert into tickets (customer_id, description, categories, ai_tool, budget)
    select ${user_id}, 'It loops', '{web}', 'CLAUDE', '$100'
    from generate_series(1, ${REQUESTS_EACH}::int)`.execute(context.db);
  return user_id;
}

const WRITERS = 8;

/** Everybody edits each of their requests once, some at a time. */
async function everybodyEdits(): Promise<void> {
  const { db } = world.context;
  const { rows } = await sql<{ id: string }>`select id from tickets order by random()`.execute(db);
  const edit = async () => {
    for (let ticket = rows.pop(); ticket; ticket = rows.pop())
      await sql`insert into ticket_history (ticket_id, action, event, actor, to_status)
        values (${ticket.id}, 'edit', 'request_edited', 'customer', 'AWAITING_ASSIGNMENT')`.execute(
        db,
      );
  };
  await Promise.all(Array.from({ length: WRITERS }, edit));
}

test('receivers that hang or fail delay nobody else’s', async () => {
  const receiver = await openReceiver();
  receiver.answer = (response, { path }) => {
    if (path.startsWith('/fails')) response.writeHead(500).end();
    else if (!path.startsWith('/hangs')) response.writeHead(204).end();
  };
  for (let count = 0; count < RECEIVERS; count++)
    await customerWith(
      `${receiver.url}/${count % 10 === 0 ? 'hangs' : count % 10 === 1 ? 'fails' : 'works'}/${count}`,
    );
  const jobs = await startJobs(world.context);
  onTestFinished(async () => {
    await receiver.close();
    await jobs.stop();
  });
  const rounds = EVENTS / (RECEIVERS * REQUESTS_EACH);
  const began = performance.now();
  for (let round = 0; round < rounds; round++) await everybodyEdits();
  const emitted = performance.now() - began;
  const good = () => receiver.received.filter(({ path }) => path.startsWith('/works'));
  await expect.poll(() => good().length, PATIENCE).toBe(EVENTS * 0.8);
  const delays = good()
    .map(({ at, body }) => at - new Date(body.timestamp).getTime())
    .sort((one, other) => one - other);
  const p99 = delays[Math.floor(delays.length * 0.99)] ?? Number.NaN;
  const median = delays[Math.floor(delays.length / 2)];
  if (LONG)
    console.log(
      `${EVENTS} events emitted in ${Math.round(emitted)} ms; the good receivers got theirs after ${median} ms, p99 ${p99} ms`,
    );
  expect(p99).toBeLessThan(MOST_P99);
}, 180_000);
