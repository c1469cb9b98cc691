import { sql } from 'kysely';
import type { Export } from '#domain/export.ts';
import { type Paired, readsPairing } from '#domain/relation.ts';
import { messageText } from '#domain/system-message-texts.ts';
import type { Reader } from '../../database/database.ts';
import { seen } from '../../lifecycle/visibility.ts';
import { BATCH, inBatches } from './rows.ts';

/**
 * The conversations of a person's requests, and their own messages elsewhere, thread by thread in
 * order.
 */
export async function* messagesOf(
  db: Reader,
  me: string,
): AsyncGenerator<Export['messages'][number]> {
  for (const { id, ...ticket } of await threadsOf(db, me)) {
    const read = (after: Row | undefined) => rows(db, id, after?.position ?? 0);
    for await (const row of inBatches(read)) {
      const message = exported(row, me, ticket);
      if (message) yield message;
    }
  }
}

type Row = Awaited<ReturnType<typeof rows>>[number];

/** A message as its reader takes it along; null for one of another person in a conversation of others. */
function exported(row: Row, me: string, ticket: Paired): Export['messages'][number] | null {
  const { position: _, author_id, hidden_text, earlier, kind, parameters, ...rest } = row;
  const { pairing_id, developer_id, shared_with, ...message } = rest;
  const written_by_me = author_id === me;
  const pairing = pairing_id === null ? null : { id: pairing_id, developer_id, shared_with };
  if (!written_by_me && !readsPairing({ id: me }, ticket, pairing)) return null;
  // Only the author still sees a hidden message's text.
  const own = written_by_me && { text: hidden_text ?? message.text, is_hidden: false };
  const text = messageText({ kind, parameters, ...message, ...own });
  const code = (own || !message.is_hidden ? message.code : null) ?? [];
  return { ...message, text, code, written_by_me, earlier: written_by_me ? earlier : [] };
}

/** Ids alone: even thousands of them are few bytes. */
function threadsOf(db: Reader, me: string) {
  return db
    .selectFrom('tickets')
    .select(['id', 'customer_id', 'developer_id', 'pairing_id'])
    .where((where) =>
      where.or([
        seen.isSide({ id: me }, 'tickets'),
        where(
          'id',
          'in',
          db.selectFrom('messages').select('ticket_id').where('author_id', '=', me),
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Earlier texts of a message that was edited or deleted, while they are kept. */
const EARLIER = sql<string[]>`(select coalesce(json_agg(v.text order by v.id), '[]')
  from message_versions v where v.message_id = m.id)`;

function rows(db: Reader, ticketId: string, after: number) {
  return db
    .selectFrom('messages as m')
    .leftJoin('pairings as p', 'p.id', 'm.pairing_id')
    .leftJoin('hidden_messages as h', 'h.message_id', 'm.id')
    .select(['m.position', 'm.id', 'm.ticket_id', 'm.author_id', 'm.text', 'm.is_system'])
    .select(['m.kind', 'm.parameters', 'm.pairing_id', 'p.developer_id', 'p.shared_with'])
    .select(['m.is_read', 'm.is_reported', 'm.is_hidden', 'm.created_at', 'h.text as hidden_text'])
    .select(['m.reply_to', 'm.needs_answer', 'm.is_edited', 'm.is_deleted', 'm.code'])
    .select(EARLIER.as('earlier'))
    .where('m.ticket_id', '=', ticketId)
    .where('m.position', '>', after)
    .orderBy('m.position')
    .limit(BATCH)
    .execute();
}
