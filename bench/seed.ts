import pg from 'pg';

export interface Size {
  tickets: number;
  people: number;
  messages: number;
}

/** What the README's figures are measured on. */
export const USUAL: Size = { tickets: 10_000, people: 2_000, messages: 100_000 };

/** So many times the requests and messages, of the same people. */
export function sizeOf(times: number): Size {
  const { tickets, people, messages } = USUAL;
  return { tickets: tickets * times, people, messages: messages * times };
}

/** BENCH_TIMES as many, a hundred times unless it says otherwise. */
export const LARGE = sizeOf(Number(process.env.BENCH_TIMES ?? 100));

/** Every developer supports web, and one of these. */
export const SECOND_CATEGORIES = ['backend', 'ios', 'android', 'infrastructure', 'other'];

/** Each fills its share of the messages: working out what is searched takes a processor of its own. */
const HANDS = 2;

/**
 * Fills an empty, migrated database by SQL: half the people are developers who support some
 * categories; a fifth of the requests are open, the rest have a developer and a thread. Indexes are
 * made afterwards, and nothing is looked up twice: ten million rows would take an hour otherwise.
 * What the database would still do by itself is done before it is measured.
 */
export async function seed(url: string, size: Size): Promise<void> {
  const hands = await Promise.all(Array.from({ length: HANDS }, () => aHand(url)));
  const [client] = hands as [pg.Client];
  const indexes = await dropIndexes(client);
  await insertRows(client, size);
  await Promise.all(hands.map((hand, share) => insertMessages(hand, size, share)));
  for (const definition of indexes) await client.query(definition);
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await Promise.all(hands.map((hand) => hand.end()));
}

/** A connection without the product's limits of time, that trusts what it is given. */
async function aHand(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // A statement says itself that its connection is gone.
  client.on('error', () => undefined);
  await client.connect();
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '1GB'");
  return client;
}

/** What makes them again; keys stay. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in ('tickets'::regclass, 'messages'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function insertRows(client: pg.Client, { tickets, people }: Size): Promise<void> {
  await client.query(`
    insert into profiles (id, user_type, first_name, last_name, max_running, first_finished, supported_categories)
      select ${personId('n')}, case when n % 2 = 0 then 'developer' else 'customer' end, 'Person', n::text, null, 3,
        case when n % 2 = 0
          then array['web', (array[${SECOND_CATEGORIES.map((one) => `'${one}'`)}])[1 + n % 5]]
          else '{}'::text[] end
      from generate_series(1, ${people}) n`);
  await client.query(`
    insert into users (id, email, email_confirmed_at)
      select ${personId('n')}, 'bench-' || n || '@example.com', now() from generate_series(1, ${people}) n`);
  await client.query(`
    insert into tickets (id, customer_id, developer_id, pairing_id, status, description, categories, ai_tool, budget, created_at)
      select ${ticketId('n')}, ${personId(`1 + 2 * (n % ${people / 2})`)},
        case when n % 5 = 0 then null else ${personId(`2 + 2 * ((n / 7) % ${people / 2})`)} end,
        case when n % 5 <> 0 then gen_random_uuid() end,
        case when n % 5 = 0 then 'AWAITING_ASSIGNMENT' else 'DEVELOPER_PLANNING' end,
        'Request number ' || n || chr(10) || repeat('It worked yesterday, and today it does not. ', 5),
        array[(array['web', 'backend', 'ios', 'android', 'infrastructure', 'other'])[1 + n % 6]],
        'CLAUDE', '$100', now() - make_interval(secs => n)
      from generate_series(1, ${tickets}) n`);
  await client.query(`
    insert into pairings (id, ticket_id, developer_id, began_at)
      select pairing_id, id, developer_id, created_at from tickets where pairing_id is not null`);
}

async function insertMessages(client: pg.Client, size: Size, share: number): Promise<void> {
  await client.query(`
    insert into messages (ticket_id, pairing_id, author_id, text, is_read)
      select t.id, t.pairing_id, case when n / ${HANDS} % 2 = 0 then t.customer_id else t.developer_id end,
        'Message ' || n || ': ' || repeat('have you tried it in a private window? ', 3), true
      from generate_series(${1 + share}, ${size.messages}, ${HANDS}) n
      join tickets t on t.id = ${ticketId(`(1 + 5 * (n % ${size.tickets / 5}))`)}`);
}

/** The id of person or request number `n`, as an SQL expression. */
function numberedId(prefix: string, n: string): string {
  return `('${prefix}-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
}

/** The id of a person or a request, as an SQL expression of its number. */
export const personId = (n: string) => numberedId('aaaaaaaa', n);
export const ticketId = (n: string) => numberedId('bbbbbbbb', n);

/** The same in JavaScript. */
export const idOf = {
  person: (n: number) => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, '0')}`,
  ticket: (n: number) => `bbbbbbbb-0000-4000-8000-${String(n).padStart(12, '0')}`,
};

/** A request that has a thread, and its developer's number. */
export function busyTicket(
  n: number,
  { tickets, people }: Size,
): { id: string; developer: number } {
  const number = 1 + 5 * (n % (tickets / 5));
  return { id: idOf.ticket(number), developer: 2 + 2 * (Math.floor(number / 7) % (people / 2)) };
}
