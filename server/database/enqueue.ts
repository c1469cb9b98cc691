import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Jobs, each with its payload. */
export interface Jobs {
  'send-mail': { id: string };
  'mail-unread': { ticket_id: string; person_id: string };
  'desk-mail': { person_id: string };
  'announce-request': { ticket_id: string };
  /** Put by the database itself, once an address is confirmed. */
  'post-held': { user_id: string };
  'provider-call': { key: string };
  settle: { developer_id: string };
  /** `before`: how many jobs of the same owner are ahead. */
  'make-thumbnail': { key: string; owner_id: string | null; before: number };
  /** `before`: how many files of the same owner are ahead. */
  'look-through': { key: string; owner_id: string | null; before: number };
  /** For checks with an address in a delivery. */
  'look-at-addresses': { delivery_id: string; developer_id: string };
  /** `before`: how many versions of the same author are ahead. */
  'read-snapshot': { id: string; before: number };
  'remove-files': Record<string, never>;
  /** Put by the database itself, too: with each line of a history and each message that is heard. */
  'send-webhooks': { webhook_id: string };
}

const MAX_ATTEMPTS = 20;

type Fields<Name extends keyof Jobs> = readonly (keyof Jobs[Name] & string)[];

/**
 * One job waits per value of these fields; later ones with the same value join it and its time. After a
 * failure it starts again at once.
 */
const keyFields: { [Name in keyof Jobs]?: Fields<Name> } = {
  'send-mail': ['id'],
  'look-through': ['key'],
  'read-snapshot': ['id'],
  'mail-unread': ['ticket_id', 'person_id'],
  'desk-mail': ['person_id'],
  'send-webhooks': ['webhook_id'],
};

type Told<Value> = { [Name in keyof Jobs]?: (payload: Jobs[Name]) => Value };

/**
 * Jobs of one queue run one after the other: two that settle one developer would conflict, and one
 * person's pictures and slow addresses leave room for other work.
 */
const queueOf: Told<string> = {
  // Large ones take half a minute: two jobs at once, whoever sent them, leave room for other work. Where
  // one server has both, one waits for the other.
  'look-through': ({ owner_id }) =>
    `look-through:${Number.parseInt(owner_id?.at(-1) ?? '0', 16) % 2}`,
  settle: ({ developer_id }) => `settle:${developer_id}`,
  'make-thumbnail': ({ owner_id }) => `thumbnails:${owner_id}`,
  'look-at-addresses': ({ developer_id }) => `looks:${developer_id}`,
  // One after the other: each takes a core and a hundred megabytes.
  'read-snapshot': () => 'code',
};

/** Lower numbers run first; most jobs have 0. */
const priorityOf: Told<number> = {
  'look-through': ({ before }) => 1 + before,
  'make-thumbnail': ({ before }) => 10 + before,
  // It waits for other people's servers.
  'look-at-addresses': () => 10,
  'read-snapshot': ({ before }) => 20 + before,
};

/**
 * Enqueues a job within the transaction of the change that needs it.
 * @param at the earliest time to run
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
 * The same as part of a statement, from its columns, for a job with a key. It is left out if a waiting
 * job will see what this statement writes; one that has started meanwhile is noticed by locking its
 * row.
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
