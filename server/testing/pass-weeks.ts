import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

const TABLES = [
  ...['tickets', 'milestones', 'deliveries', 'deadlines', 'messages', 'ticket_history'],
  ...['pairings', 'billing_records', 'notifications', 'reports', 'user_feedback'],
];

/**
 * Moves all that happened to requests so many weeks into the past, as if they had passed since. Whole
 * weeks, so that what happened on a Friday still did.
 * @param ticketId of one request alone, for servers that others use too
 */
export async function passWeeks(db: Database, weeks: number, ticketId?: string): Promise<void> {
  const by = sql`${`${7 * weeks} days`}::interval`;
  const { rows } = await sql<{ table_name: string; names: string[] }>`
    select table_name, array_agg(column_name::text) as names from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone'
      and table_name in (${sql.join(TABLES)})
    group by table_name`.execute(db);
  const of = (table: string) => (ticketId === undefined ? sql`` : whereOf(table, ticketId));
  for (const { table_name, names } of rows) {
    const moved = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} - ${by}`);
    await sql`update ${sql.table(table_name)} set ${sql.join(moved)}
      ${of(table_name)}`.execute(db);
  }
  const earlier = (path: string) =>
    sql`to_jsonb(to_char((${sql.raw(path)})::timestamptz at time zone 'UTC' - ${by},
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
  await sql`update tickets set
    question = jsonb_set(question, '{asked_at}', ${earlier("question->>'asked_at'")}),
    cancellation = jsonb_set(jsonb_set(cancellation,
      '{asked_at}', ${earlier("cancellation->>'asked_at'")}),
      '{answer_by}', ${earlier("cancellation->>'answer_by'")}),
    pauses = (select coalesce(jsonb_agg(jsonb_build_object('reason', each->'reason',
        'began_at', ${earlier("each->>'began_at'")},
        'ended_at', case when each->>'ended_at' is null then 'null'::jsonb
          else ${earlier("each->>'ended_at'")} end) order by number), '[]')
      from jsonb_array_elements(pauses) with ordinality as listed (each, number))
    ${of('tickets')}`.execute(db);
}

function whereOf(table: string, ticketId: string) {
  if (table === 'tickets') return sql`where id = ${ticketId}`;
  if (table !== 'deliveries') return sql`where ticket_id = ${ticketId}`;
  return sql`where milestone_id in (select id from milestones where ticket_id = ${ticketId})`;
}
