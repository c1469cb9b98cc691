import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { sidesOf } from '../tickets/sides.ts';
import type { FileScan } from './file-tasks.ts';
import { findSecretsInFile } from './find-in-file.ts';
import { maskAttached } from './masked-copy.ts';

/**
 * Looks through a stored file and keeps what was found; done again, it does nothing. The job of every
 * upload, which is tried again until it was done. With keys in it, a file is blocked unless its owner
 * has said what becomes of them.
 * @throws whatever keeps it from being read: then it stays closed
 */
export async function lookInto(context: Context, key: string): Promise<void> {
  const row = await waiting(context, key);
  if (!row) return;
  if (row.state === 'checking') {
    const { files, workers } = context;
    const file = { key, type: row.type ?? '' };
    const looking = { workers, owner: row.owner_id ?? 'service' };
    await keep(context, key, await findSecretsInFile(files, file, looking));
  }
  if (row.choice === 'mask') await maskAttached(context, key);
  await tellLooked(context, key);
}

function waiting({ db }: Context, key: string) {
  return db
    .selectFrom('files')
    .select(['owner_id', 'type', 'state', 'choice'])
    .where('key', '=', key)
    .where('status', 'in', ['stored', 'attached'])
    .where((is) =>
      is.or([
        is('state', '=', 'checking'),
        is.and([is('state', '=', 'blocked'), is('choice', 'is not', null)]),
      ]),
    )
    .executeTakeFirst();
}

/** What its owner said meanwhile counts. */
async function keep({ db }: Context, key: string, { items, unread }: FileScan): Promise<void> {
  const found = items.length > 0;
  await db
    .updateTable('files')
    .set({
      secrets: JSON.stringify(items),
      unread: JSON.stringify(unread),
      state: found
        ? sql<string>`case choice when 'share' then 'ready' else 'blocked' end`
        : 'ready',
    })
    .where('key', '=', key)
    .where('state', '=', 'checking')
    .execute();
}

/** Screens that show the file show at once what became of it; what is not attached nobody sees. */
async function tellLooked({ db, live }: Context, key: string): Promise<void> {
  const ticket = await db
    .selectFrom('attachments as a')
    .innerJoin('tickets as t', 't.id', 'a.ticket_id')
    .select(['t.id', 't.customer_id', 't.developer_id'])
    .where('a.file_key', '=', key)
    .executeTakeFirst();
  if (!ticket) return;
  live.publish([{ type: 'file', ticket_id: ticket.id, id: key, to: sidesOf(ticket) }]);
}
