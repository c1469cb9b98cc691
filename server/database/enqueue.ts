import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** The jobs, with the payload of each. */
export interface Jobs {
  'send-mail': { id: string };
  'mail-unread': { ticket_id: string; person_id: string };
  'desk-mail': { person_id: string };
  'announce-request': { ticket_id: string };
  'provider-call': { key: string };
  settle: { developer_id: string };
  /** `before` it so many of the same owner wait. */
  'make-thumbnail': { key: string; owner_id: string | null; before: number };
  'look-through': { key: string };
  /** At the checks by address of a delivery. */
  'look-at-addresses': { delivery_id: string; developer_id: string };
  'read-snapshot': { id: string; ticket_id: string };
  'remove-files': Record<string, never>;
}

const MAX_ATTEMPTS = 20;

type Fields<Name extends keyof Jobs> = readonly (keyof Jobs[Name] & string)[];

/**
 * Of these one waits at a time for each value of the fields named here: what comes meanwhile goes
 * along with it, at its time. One that has failed begins anew instead, at once.
 */
const keyFields: { [Name in keyof Jobs]?: Fields<Name> } = {
  'send-mail': ['id'],
  'look-through': ['key'],
  'read-snapshot': ['id'],
  'mail-unread': ['ticket_id', 'person_id'],
  'desk-mail': ['person_id'],
};

type Told<Value> = { [Name in keyof Jobs]?: (payload: Jobs[Name]) => Value };

/**
 * Those of one queue run one after the other: two that settle one developer are in each other's way,
 * and one person's pictures and looks at slow addresses leave room for all other work.
 */
const queueOf: Told<string> = {
  settle: ({ developer_id }) => `settle:${developer_id}`,
  'make-thumbnail': ({ owner_id }) => `thumbnails:${owner_id}`,
  'look-at-addresses': ({ developer_id }) => `looks:${developer_id}`,
  // Versions of one request one after the other, and never more than two at once: a job and a thread
  // are always left for all other work.
  'read-snapshot': ({ ticket_id }) => `code:${Number.parseInt(ticket_id.slice(0, 8), 16) % 2}`,
};

/** What has a higher number waits for what has a lower one, as most jobs have: 0. */
const priorityOf: Told<number> = {
  'make-thumbnail': ({ before }) => 10 + before,
  // It waits for other people's servers.
  'look-at-addresses': () => 10,
  'read-snapshot': () => 20,
};

/**
 * Puts a job into the queue in the transaction of the change that needs it.
 * @param at not before then
 */
export async function enqueueJob<Name extends keyof Jobs>(
  tx: Tx,
  name: Name,
  payload: Jobs[Name],
  at: Date | null = null,
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    queue_name => ${queueOf[name]?.(payload) ?? null}, run_at => ${at},
    priority => ${priorityOf[name]?.(payload) ?? 0},
    max_attempts => ${MAX_ATTEMPTS}, job_key => ${keyOf(name, payload)},
    job_key_mode => 'preserve_run_at')`.execute(tx);
}

function keyOf<Name extends keyof Jobs>(name: Name, payload: Jobs[Name]): string | null {
  const fields: Fields<Name> | undefined = keyFields[name];
  return fields ? [name, ...fields.map((field) => payload[field])].join(':') : null;
}

/**
 * The same as part of a statement, told by columns of it, for a job that has a key. It is put there
 * unless one waits already that will see what this statement makes: one that has begun meanwhile is
 * found to be so when its row is locked.
 */
export function enqueueJobSql<Name extends 'send-mail' | 'mail-unread'>(
  name: Name,
  {
    payload,
    source,
    after,
  }: { payload: Record<keyof Jobs[Name], string>; source: string; after: string },
): string {
  const columns: Record<string, string> = payload;
  const told = Object.entries(columns).map(([field, column]) => `'${field}', ${column}`);
  const fields: readonly string[] = keyFields[name] ?? [];
  const key = `concat_ws(':', '${name}', ${fields.map((field) => columns[field]).join(', ')})`;
  return `select count(graphile_worker.add_job('${name}', json_build_object(${told.join(', ')}),
      run_at => now() + interval '${after}', max_attempts => ${MAX_ATTEMPTS},
      job_key => ${key}, job_key_mode => 'preserve_run_at')) as put
    from ${source}
    where not exists (select from graphile_worker._private_jobs j
      where j.key = ${key} and j.is_available for share)`;
}
