import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** The jobs there are, with what each is told. */
export interface Jobs {
  'send-mail': { id: string };
  'provider-call': { key: string };
  settle: { developer_id: string };
  'make-thumbnail': { key: string };
  'remove-files': Record<string, never>;
}

const MAX_ATTEMPTS = 20;

/** Puts a job into the queue in the transaction of the change that needs it. */
export async function enqueueJob<Name extends keyof Jobs>(
  tx: Tx,
  name: Name,
  payload: Jobs[Name],
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    max_attempts => ${MAX_ATTEMPTS})`.execute(tx);
}
