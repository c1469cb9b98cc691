import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Context } from '../lifecycle/context.ts';

/** What is counted of a pairing, beside whether its request was finished. */
const WORK = ['dated', 'on_time', 'answered', 'first_pass', 'approved', 'repairs'] as const;
const ANSWERS = ['answers', 'answers_1h', 'answers_4h', 'answers_24h'] as const;
const FIGURES = [...WORK, ...ANSWERS] as const;
/** So many are named in the log. */
const NAMED = 20;

interface Differences {
  /** Pairings whose outcome is not what their rows say. */
  outcomes: string[];
  /** Unblockers whose figures are not the sum of their outcomes. */
  sums: string[];
}

/** Counts all outcomes and figures anew and says in the log which are not as they are kept. */
export async function checkFigures({ db, log }: Pick<Context, 'db' | 'log'>): Promise<Differences> {
  const found = await differences(db);
  const { outcomes, sums } = found;
  if (outcomes.length + sums.length > 0) {
    log.error(
      {
        outcomes: outcomes.length,
        sums: sums.length,
        named: [...outcomes, ...sums].slice(0, NAMED),
      },
      'figures of unblockers are not what a full count gives',
    );
  }
  return found;
}

/** Counts the answers in the conversations of a request: how often and how fast its customer had one. */
export async function countAnswers({ db }: Pick<Context, 'db'>, ticketId: string): Promise<void> {
  await sql`select count_answers(${ticketId})`.execute(db);
}

/**
 * A full count, compared with what is kept. In one snapshot each, so that changes meanwhile do no harm.
 * Answers of conversations whose job is still to run are not compared.
 */
export async function differences(db: Database): Promise<Differences> {
  const { rows: outcomes } = await sql<{ id: string }>`
    select coalesce(o.pairing_id, c.pairing_id) as id
    from outcomes o full join (${countedOutcomes}) c on c.pairing_id = o.pairing_id
    where (coalesce(o.finished, false), ${columns('o', WORK)})
      is distinct from (coalesce(c.finished, false), ${columns('c', WORK)})
    or (${columns('o', ANSWERS)}) is distinct from (${columns('c', ANSWERS)})
      and not exists (select from graphile_worker.jobs j, pairings p
        where p.id = coalesce(o.pairing_id, c.pairing_id)
          and starts_with(j.key, concat_ws(':', 'mail-unread', p.ticket_id)))`.execute(db);
  const { rows: sums } = await sql<{ id: string }>`
    select coalesce(b.developer_id, s.developer_id) as id
    from unblockers b full join (
      select developer_id, count(*) filter (where finished)::int as finished, ${sql.join(
        FIGURES.map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`),
      )}
      from outcomes group by developer_id) s on s.developer_id = b.developer_id
    where (coalesce(b.finished, 0), ${columns('b')})
      is distinct from (coalesce(s.finished, 0), ${columns('s')})
    union select coalesce(f.developer_id, c.developer_id)
    from unblocker_fields f full join (
      select developer_id, 'category' as kind, name, count(*)::int as finished
      from outcomes, unnest(categories) name where finished group by 1, 3
      union all select developer_id, 'ai_tool', ai_tool, count(*)::int
      from outcomes where finished group by 1, 3) c using (developer_id, kind, name)
    where coalesce(f.finished, 0) <> coalesce(c.finished, 0)`.execute(db);
  return { outcomes: outcomes.map(({ id }) => id), sums: sums.map(({ id }) => id) };
}

const columns = (row: string, names: readonly string[] = FIGURES): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`coalesce(${sql.ref(`${row}.${name}`)}, 0)`));

/** Every pairing counted from its own rows. */
const countedOutcomes = sql`select w.*, a.answers, a.answers_1h, a.answers_4h, a.answers_24h
  from counted_work w left join counted_answers a on a.pairing_id = w.pairing_id`;

/** Writes the full count in place of what is kept, as where the past was arranged: demo data. */
export async function countFiguresAnew(db: Database): Promise<void> {
  await sql`insert into outcomes (pairing_id, developer_id, categories, ai_tool, finished, ${list})
    select c.pairing_id, c.developer_id, c.categories, c.ai_tool, c.finished, ${columns('c')}
    from (${countedOutcomes}) c
    on conflict (pairing_id) do update set (finished, ${list}) = (excluded.finished, ${sql.join(
      FIGURES.map((name) => sql.ref(`excluded.${name}`)),
    )})`.execute(db);
}

const list = sql.join(FIGURES.map((name) => sql.ref(name)));
