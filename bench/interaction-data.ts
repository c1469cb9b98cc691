import type pg from 'pg';

/** The requests that the screens are measured on, all of the demo's developer. */
export interface Measured {
  planning: string;
  /** These two are the demo customer's. */
  reviewingPlan: string;
  reviewingResults: string;
  /** Its thread is long. */
  discussed: string;
}

const MILESTONES = 15;
const CARDS = 20;

/** Makes the demo large: full pages of requests, a plan of fifteen milestones, a long thread. */
export async function enlarge(client: pg.Client, messages: number): Promise<Measured> {
  const inStatus = async (status: string) => {
    const { rows } = await client.query<{ id: string }>(
      `select t.id from tickets t
         join users c on c.id = t.customer_id join users d on d.id = t.developer_id
       where d.email = 'developer@example.com' and t.status = $1
       order by c.email = 'customer@example.com' desc, t.created_at desc limit 1`,
      [status],
    );
    if (!rows[0]) throw new Error(`The demo has no request in ${status} of the developer.`);
    return rows[0].id;
  };
  const measured = {
    planning: await inStatus('DEVELOPER_PLANNING'),
    reviewingPlan: await inStatus('CUSTOMER_REVIEWING_PLAN'),
    reviewingResults: await inStatus('CUSTOMER_REVIEWING_RESULTS'),
    discussed: await inStatus('DEVELOPER_WORKING'),
  };
  await addOpenRequests(client);
  await addMilestones(client, measured.planning);
  await addMessages(client, measured.discussed, messages);
  return measured;
}

async function addOpenRequests(client: pg.Client): Promise<void> {
  await client.query(
    `insert into tickets (customer_id, description, categories, ai_tool, budget)
       select u.id, 'Request number ' || n || chr(10) || repeat('It worked yesterday. ', 8),
         '{web,backend}', 'CLAUDE', '$100'
       from generate_series(1, $1) n, users u
       where u.email in ('customer@example.com', 'noah@example.com')`,
    [CARDS],
  );
}

async function addMilestones(client: pg.Client, ticketId: string): Promise<void> {
  await client.query(
    `with places as (
       select n + coalesce((select max(position) from milestones where ticket_id = $1), 0) as position
       from generate_series(1, $2) n
     ), added as (
       insert into milestones (ticket_id, position, title, description, estimated_minutes,
         hourly_rate_cents, cost_cents)
       select $1, position, 'Part ' || position, repeat('What is done, and how it is shown. ', 6), 60, 5000, 5000
       from places returning id
     ), checked as (
       insert into checks (milestone_id, position, text)
       select id, n, 'Step ' || n || ' works' from added, generate_series(1, 7) n
     )
     insert into billing_records (milestone_id, ticket_id, held_for, price_cents)
       select id, $1, id, 5000 from added`,
    [ticketId, MILESTONES],
  );
}

/** Words mostly, and in each tenth message some code. */
async function addMessages(client: pg.Client, ticketId: string, count: number): Promise<void> {
  await client.query(
    `insert into messages (ticket_id, pairing_id, author_id, text, is_read, created_at)
       select t.id, t.pairing_id, case when n % 2 = 0 then t.customer_id else t.developer_id end,
         'Message ' || n || ': ' || repeat('have you tried it in a private window? ', 1 + n % 4)
           || case when n % 10 = 0
                then chr(10) || chr(10) || '~~~ts' || chr(10) || repeat('const place = list.at(-1);' || chr(10), 8)
                  || '~~~' || chr(10) || '**Then** it works.'
                else '' end,
         true, now() - make_interval(mins => $2 - n)
       from tickets t, generate_series(1, $2) n where t.id = $1 order by n`,
    [ticketId, count],
  );
  await client.query('analyze');
}
