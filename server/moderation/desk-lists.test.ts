import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModeratedTicket } from '#domain/moderation.ts';
import type { Database } from '../database/database.ts';
import { ok } from '../testing/deeds.ts';
import { largeFill } from '../testing/large-fill.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

const CASES = 500;
/** On the server, for one page of the queue. */
const MOST_MS = 50;

let world: World;
let moderator: Person;
beforeAll(async () => {
  world = await openWorld();
  moderator = await world.person('moderator');
});
afterAll(() => world.close());

const list = async (query: string, limit = 100) =>
  ok(
    await moderator.call<{ items: ModeratedTicket[]; next_cursor: string | null }>(
      'GET',
      `/api/moderation/tickets?status=REQUIRES_MOD_ASSISTANCE&limit=${limit}&${query}`,
    ),
  );

/** Cases of many people among as many requests that need no help, each with words and held money. */
async function fill(): Promise<void> {
  await largeFill(world, write);
}

async function write(db: Database): Promise<void> {
  // Evidence of so many is not for this.
  await sql`alter table tickets disable trigger requests_are_evidence`.execute(db);
  await sql`alter table ticket_history disable trigger steps_are_evidence`.execute(db);
  await sql`insert into profiles (user_type, first_name, last_name)
    select case when n % 2 = 0 then 'customer' else 'developer' end, 'Person', n::text
    from generate_series(1, 400) n`.execute(db);
  await sql`insert into users (id, email)
    select id, 'side-' || last_name || '@example.com' from profiles where first_name = 'Person'`.execute(
    db,
  );
  await sql`with sides as (select array_agg(id) filter (where user_type = 'customer') as customers,
      array_agg(id) filter (where user_type = 'developer') as developers
      from profiles where first_name = 'Person')
    insert into tickets (customer_id, developer_id, pairing_id, status, status_before_help,
      help_kind, status_since, description, categories, ai_tool, budget)
    select customers[1 + n % 200], developers[1 + n % 200], gen_random_uuid(),
      case when needs then 'REQUIRES_MOD_ASSISTANCE' else 'DEVELOPER_WORKING' end,
      case when needs then 'DEVELOPER_WORKING' end, case when needs then 'report' end,
      now() - n * interval '1 minute', 'Case ' || n, '{web}', 'CLAUDE', '$100'
    from (select n, n % 4 = 0 as needs from generate_series(1, ${CASES * 4}) n) cases, sides`.execute(
    db,
  );
  await sql`insert into pairings (id, ticket_id, developer_id)
    select pairing_id, id, developer_id from tickets`.execute(db);
  await sql`insert into ticket_history (ticket_id, action, event, actor_id, actor, from_status, to_status)
    select id, 'report', 'message_reported', customer_id, 'customer', 'DEVELOPER_WORKING', status
    from tickets`.execute(db);
  await sql`with said as (
      insert into messages (ticket_id, pairing_id, author_id, text)
      select id, pairing_id, developer_id, repeat('Pay me outside. ', 20) from tickets
      returning id, ticket_id)
    insert into reports (message_id, ticket_id, reporter_id)
    select said.id, t.id, t.customer_id from said join tickets t on t.id = said.ticket_id`.execute(
    db,
  );
  await sql`insert into billing_records (ticket_id, held_for, status, price_cents, fee_cents, paid_at)
    select id, gen_random_uuid(), 'held', 1000 + (random() * 90000)::int, 0, now() from tickets`.execute(
    db,
  );
  await sql`update tickets set asked_at = now()
    where status = 'REQUIRES_MOD_ASSISTANCE' and right(id::text, 1) in ('0', '1', '2')`.execute(db);
  await sql`analyze`.execute(db);
}

test('without a case the queue is empty in each order', async () => {
  for (const sort of ['age', 'held', 'turn'])
    expect(await list(`sort=${sort}`)).toEqual({ items: [], next_cursor: null });
});

describe(`with ${CASES} cases`, () => {
  beforeAll(fill, 300_000);

  test('each order comes through its index and within its time, wherever one is in it', async () => {
    const through = { age: 'tickets_by_status', held: 'help_by_held', turn: 'help_by_turn' };
    for (const [sort, index] of Object.entries(through)) {
      const found: ModeratedTicket[] = [];
      for (let cursor = ''; ; ) {
        const { items, next_cursor } = await list(`sort=${sort}&order=oldest${cursor}`);
        found.push(...items);
        if (next_cursor === null) break;
        cursor = `&cursor=${next_cursor}`;
      }
      expect(new Set(found.map(({ id }) => id)).size).toBe(CASES);
      const ranks = found.map((each) => rankOf(sort, each));
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
      for (const more of ['', '&taken=free&kind=report', '&person=side-7', '&person=nobody'])
        expect(await fastest(`sort=${sort}&order=oldest${more}`), sort + more).toBeLessThan(
          MOST_MS,
        );
      expect(await planOf(sort), sort).toContain(index);
    }
  }, 300_000);
});

function rankOf(sort: string, { money, asked_at, status_since }: ModeratedTicket): number {
  if (sort === 'held') return -money.held_cents;
  if (sort === 'turn') return asked_at === null ? 0 : 1;
  return new Date(status_since).getTime();
}

/**
 * In ms, of as many tries as it takes to find the machine free for a moment: what is too slow by itself
 * never comes below.
 */
async function fastest(query: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 100 && best >= MOST_MS; tries++) {
    const began = performance.now();
    await list(query, 20);
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

async function planOf(sort: string): Promise<string> {
  const order = {
    age: 'status_since, id',
    held: '(-held_cents), status_since, id',
    turn: '((asked_at is not null)::int), status_since, id',
  }[sort];
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from tickets
    where status = 'REQUIRES_MOD_ASSISTANCE' order by ${sql.raw(order ?? '')} limit 21`.execute(
    world.context.db,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
