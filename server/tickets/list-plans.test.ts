import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CATEGORIES } from '#domain/category.ts';
import type { TicketListView } from '#domain/ticket.ts';
import { ok } from '../testing/deeds.ts';
import { largeFill } from '../testing/large-fill.ts';
import { LONG } from '../testing/soak.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

const ROWS = LONG ? 1_000_000 : 50_000;
/** What a very busy person has; the rest belongs to others. */
const OF_ONE_PERSON = 2000;
/** Pages of 8 kB that one page of a list may touch, however many requests there are. */
const MOST_BLOCKS = OF_ONE_PERSON;
const PAGE = 50;
/** PostgreSQL plans five calls for their values, and then compares. */
const CALLS_BEFORE_ONE_PLAN = 7;

let world: World;
let people: Record<'customer' | 'busy customer' | 'developer' | 'busy developer', Person>;
beforeAll(async () => {
  world = await openWorld();
  people = {
    customer: await world.person('customer'),
    'busy customer': await world.person('customer'),
    developer: await world.person('developer', { categories: ['ios'] }),
    'busy developer': await world.person('developer', { categories: ['web', 'backend'] }),
  };
  await fill();
}, 600_000);
afterAll(() => world.close());

interface List {
  view: TicketListView;
  by: keyof typeof people;
  open?: boolean;
  /** For each statement the index whose order is that of the list. */
  through: string[];
}

const ofCustomer = ['tickets_of_customer'];
const ofDeveloper = ['tickets_of_developer'];

const lists: List[] = [
  { view: 'active', by: 'customer', through: ofCustomer },
  { view: 'active', by: 'busy customer', through: ofCustomer },
  { view: 'history', by: 'customer', through: ofCustomer },
  { view: 'history', by: 'busy customer', through: ofCustomer },
  { view: 'discussions', by: 'customer', through: ofCustomer },
  { view: 'discussions', by: 'busy customer', through: ofCustomer },
  { view: 'discussions', by: 'busy developer', through: ofDeveloper },
  { view: 'assigned', by: 'developer', through: ofDeveloper },
  { view: 'assigned', by: 'busy developer', through: ofDeveloper },
  { view: 'assigned', by: 'busy developer', open: true, through: ofDeveloper },
  // Hardly any of the newest are for iOS.
  { view: 'available', by: 'developer', through: ['tickets_available', 'tickets_available_ios'] },
  { view: 'available', by: 'busy developer', through: ['tickets_available'] },
];

describe(`the lists over ${ROWS} requests`, () => {
  // A statement is planned for its values at first, and once for all values after some calls.
  const plannedFor = ['force_custom_plan', 'force_generic_plan'];
  it.each(lists)('$view for a $by, open only: $open, come through an index', async (list) => {
    const path = `/api/tickets?view=${list.view}${list.open ? '&open=true' : ''}`;
    const first = await askFor(list.by, path);
    const ids = first.page.items.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(first.statements).toHaveLength(list.through.length);
    const { next_cursor } = first.page;
    const next = next_cursor ? await askFor(list.by, `${path}&cursor=${next_cursor}`) : null;
    for (const [index, statement] of [
      ...first.statements.entries(),
      ...(next?.statements.entries() ?? []),
    ]) {
      for (const mode of plannedFor) {
        const plan = await planOf(statement, mode);
        const nodes = nodesOf(plan);
        const scans = nodes.filter((node) => node['Relation Name'] === 'tickets');
        expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
        expect(nodes.map((node) => node['Index Name'])).toContain(list.through[index]);
        const blocks = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
        expect(blocks).toBeLessThan(MOST_BLOCKS);
      }
      expect(await isPlannedOnce(statement)).toBe(true);
    }
  });
});

it.each(CATEGORIES)('open requests in %s have an index of their own', async (category) => {
  const name = `tickets_available_${category.replace('-', '_')}`;
  const { rows } = await world.context.pool.query<{ indexdef: string }>(
    'select indexdef from pg_indexes where indexname = $1',
    [name],
  );
  expect(rows[0]?.indexdef).toContain(`categories @> '{${category}}'`);
});

it('a page of a long thread is read in its order, and no further', async () => {
  const { ticketId, path } = await longThread();
  const statements = await caughtBy(() => people['busy developer'].call('GET', path).then(ok));
  const [statement] = statements.filter(({ sql }) => sql.includes('mine as'));
  if (!statement) throw new Error('the thread was not asked for');
  expect(String(statement.parameters)).toContain(ticketId);
  const nodes = nodesOf(await planOf(statement, 'force_generic_plan'));
  const read = nodes.filter((node) => node['Relation Name'] === 'messages');
  expect(read.map((node) => [node['Index Name'], node['Actual Rows']])).toEqual([
    ['messages_of_ticket', PAGE + 1],
  ]);
});

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Asks as a screen would, and catches what the database was asked. */
async function askFor(by: keyof typeof people, path: string) {
  let page: { items: { id: string }[]; next_cursor: string | null } | undefined;
  const statements = await caughtBy(async () => {
    page = ok(await people[by].call('GET', path));
  });
  if (!page) throw new Error('no page came');
  return {
    page,
    statements: statements.filter(({ sql }) => sql.includes('order by t.created_at desc')),
  };
}

async function caughtBy(ask: () => Promise<unknown>): Promise<Statement[]> {
  const asked = vi.spyOn(world.context.db, 'executeQuery');
  await ask();
  const statements = asked.mock.calls.flatMap(([query]) => ('sql' in query ? [query] : []));
  asked.mockRestore();
  return statements;
}

/** A customer with two developers after each other, each with a thousand messages. */
async function longThread() {
  const { rows } = await sql<{ id: string }>`with ticket as (
      select id, customer_id, pairing_id from tickets
      where developer_id = ${people['busy developer'].id} and status = 'DEVELOPER_WORKING' limit 1),
    earlier as (insert into pairings (id, ticket_id, developer_id, ended_at, ended_by)
      select gen_random_uuid(), id, ${people.developer.id}, now(), 'abandon' from ticket returning id),
    said as (insert into messages (ticket_id, pairing_id, author_id, text)
      select ticket.id, case when n <= 1000 then earlier.id else ticket.pairing_id end, customer_id, 'Hello'
      from ticket, earlier, generate_series(1, 2000) n order by n)
    select id from ticket`.execute(world.context.db);
  await sql`analyze messages`.execute(world.context.db);
  const ticketId = rows[0]?.id ?? '';
  return { ticketId, path: `/api/tickets/${ticketId}/messages?limit=${PAGE}` };
}

/** To plan takes several times as long as to read: PostgreSQL stops where it sees nothing to win. */
function isPlannedOnce(statement: Statement): Promise<boolean> {
  return prepared(statement, async (client, execute) => {
    await client.query('set plan_cache_mode = auto');
    for (let calls = 0; calls < CALLS_BEFORE_ONE_PLAN; calls++) await client.query(execute);
    const { rows } = await client.query(
      "select generic_plans > 0 as once from pg_prepared_statements where name = 'list'",
    );
    return rows[0].once;
  });
}

function planOf(statement: Statement, mode: string): Promise<PlanNode> {
  return prepared(statement, async (client, execute) => {
    await client.query(`set plan_cache_mode = ${mode}`);
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${execute}`);
    return rows[0]['QUERY PLAN'][0].Plan;
  });
}

async function prepared<Result>(
  { sql, parameters }: Statement,
  work: (client: pg.PoolClient, execute: string) => Promise<Result>,
): Promise<Result> {
  const client = await world.context.pool.connect();
  try {
    await client.query(`prepare list as ${sql}`);
    const values = parameters.map((value) =>
      value === null ? 'null' : pg.escapeLiteral(String(value)),
    );
    return await work(client, `execute list(${values})`);
  } finally {
    client.release(true);
  }
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/**
 * Requests of a thousand customers and a hundred developers, in every status, a few of them for iOS,
 * written straight into the table: a million commands would take hours.
 */
function fill(): Promise<void> {
  return largeFill(world, async (db) => {
    // Evidence of so many is not for this.
    await sql`alter table tickets disable trigger requests_are_evidence`.execute(db);
    await sql`insert into profiles (user_type, first_name) select 'customer', 'Other' from generate_series(1, 1000)`.execute(
      db,
    );
    await sql`insert into profiles (user_type, first_name) select 'developer', 'Other' from generate_series(1, 100)`.execute(
      db,
    );
    const each = sql.lit(ROWS / OF_ONE_PERSON);
    const id = (name: keyof typeof people) => sql`${people[name].id}::uuid`;
    await sql`
    with customers as (select array_agg(id) as ids from profiles
        where user_type = 'customer' and first_name = 'Other'),
      developers as (select array_agg(id) as ids from profiles
        where user_type = 'developer' and first_name = 'Other')
    insert into tickets (customer_id, developer_id, pairing_id, status, status_since, description, categories,
      ai_tool, budget, created_at)
    select
      case when n % 2000 = 7 then ${id('customer')} when n % ${each} = 3 then ${id('busy customer')}
        else customers.ids[1 + n % 1000] end,
      case when s.status = 'AWAITING_ASSIGNMENT' then null when n % 2000 = 9 then ${id('developer')}
        when n % ${each} = 4 then ${id('busy developer')} else developers.ids[1 + n % 100] end,
      case when s.status <> 'AWAITING_ASSIGNMENT' then gen_random_uuid() end,
      s.status, t.at, 'Request ' || n, case when n % 10000 = 42 then array['ios']
        when n % 3 = 0 then array['web', 'backend'] else array['backend', 'infrastructure'] end,
      'CLAUDE', '$100', t.at
    from generate_series(1, ${sql.lit(ROWS)}) n, customers, developers,
      lateral (select (array['AWAITING_ASSIGNMENT', 'DEVELOPER_WORKING', 'CUSTOMER_APPROVED',
        'DEVELOPER_PLANNING', 'AWAITING_ASSIGNMENT', 'CUSTOMER_REJECTED',
        'CUSTOMER_REVIEWING_PLAN'])[1 + (n / 7) % 7] as status) s,
      lateral (select now() - make_interval(secs => n) as at) t`.execute(db);
    await sql`insert into pairings (id, ticket_id, developer_id)
      select pairing_id, id, developer_id from tickets where pairing_id is not null`.execute(db);
    await sql`vacuum analyze tickets, pairings`.execute(db);
  });
}
