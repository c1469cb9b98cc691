import { sql } from 'kysely';
import { Refusal } from '#domain/errors.ts';
import type { UnreadPart } from '#domain/file.ts';
import type { FileSecret } from '#domain/secret.ts';
import type { Context } from '../context.ts';
import { StoreError } from '../files/store.ts';
import { sidesOf } from '../tickets/sides.ts';
import { findSecretsInFile } from './find-in-file.ts';
import { maskAttached } from './masked-copy.ts';

interface Scan {
  items: FileSecret[];
  unread: UnreadPart[];
}

/**
 * Looks through a stored file and keeps what was found; done again, it does nothing. The job of every
 * upload, which is tried again until it was done. With keys in it, a file is blocked unless its owner
 * has said what becomes of them.
 * @throws whatever keeps it from being read: then it stays closed
 */
export async function lookInto(context: Context, key: string): Promise<void> {
  const row = await waiting(context, key);
  if (!row) return;
  if (row.state === 'checking') await keep(context, key, await scan(context, row));
  if (row.choice === 'mask') await maskAttached(context, key);
  await tellLooked(context, key);
}

function waiting({ db }: Context, key: string) {
  return db
    .selectFrom('files')
    .select(['key', 'type', 'state', 'choice'])
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

async function scan(
  { files }: Context,
  { key, type }: { key: string; type: string | null },
): Promise<Scan> {
  try {
    const {
      items,
      is_complete,
      unread = [],
    } = (await findSecretsInFile(files, {
      key,
      type: type ?? '',
    })) as Awaited<ReturnType<typeof findSecretsInFile>> & { unread?: UnreadPart[] };
    if (is_complete || unread.length > 0) return { items, unread };
    return { items, unread: [{ path: null, reason: 'It is too large to be read whole.' }] };
  } catch (error) {
    // The store did not answer, or we stumbled: it is tried again. What is no archive stays none.
    if (!(error instanceof Refusal) || error instanceof StoreError) throw error;
    return { items: [], unread: [{ path: null, reason: 'It cannot be read as an archive.' }] };
  }
}

/** What its owner said meanwhile counts. */
async function keep({ db }: Context, key: string, { items, unread }: Scan): Promise<void> {
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
