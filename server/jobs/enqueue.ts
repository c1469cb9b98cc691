import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** The jobs there are, with what each is told. */
export interface Jobs {
  'send-mail': { id: string };
  'mail-unread': { ticket_id: string; person_id: string };
  'announce-request': { ticket_id: string };
  'provider-call': { key: string };
  settle: { developer_id: string };
  'make-thumbnail': { key: string };
  'remove-files': Record<string, never>;
}

const MAX_ATTEMPTS = 20;

type Names = { [Name in keyof Jobs]?: (payload: Jobs[Name]) => string };

/**
 * Of these one waits at a time for each key: what comes meanwhile goes along with it, at its time. One
 * that has failed begins anew instead, at once.
 */
const keyOf: Names = {
  'send-mail': ({ id }) => `send-mail:${id}`,
  'mail-unread': ({ ticket_id, person_id }) => `mail-unread:${ticket_id}:${person_id}`,
};

/** Those of one queue run one after the other: two that settle one developer are in each other's way. */
const queueOf: Names = {
  settle: ({ developer_id }) => `settle:${developer_id}`,
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
    max_attempts => ${MAX_ATTEMPTS}, job_key => ${keyOf[name]?.(payload) ?? null},
    job_key_mode => 'preserve_run_at')`.execute(tx);
}

/**
 * SQL: whether such a job waits and has not begun, so that it will see what this change makes. (The
 * queue's own functions have no such question.)
 */
export function isJobWaiting<Name extends keyof Jobs>(
  name: Name,
  payload: Jobs[Name],
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from graphile_worker._private_jobs
    where key = ${keyOf[name]?.(payload) ?? null} and is_available)`;
}
