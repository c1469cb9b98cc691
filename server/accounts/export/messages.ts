import { sql } from 'kysely';
import type { Export } from '#domain/export.ts';
import { readsPairing } from '#domain/relation.ts';
import { messageText } from '#domain/system-message-texts.ts';
import type { Reader } from '../../database/database.ts';
import { seen } from '../../lifecycle/visibility.ts';
import { BATCH, inBatches } from './rows.ts';

/**
 * The conversations of one's requests, and whatever one wrote elsewhere, thread by thread in their
 * order.
 */
export async function* messagesOf(
  db: Reader,
  me: string,
): AsyncGenerator<Export['messages'][number]> {
  for (const { id, ...ticket } of await threadsOf(db, me)) {
    type Row = Awaited<ReturnType<typeof rows>>[number];
    const read = (after: Row | undefined) => rows(db, id, after?.position ?? 0);
    for await (const row of inBatches(read)) {
      const { position: _, author_id, hidden_text, earlier, kind, parameters, ...rest } = row;
      const { pairing_id, developer_id, shared_with, ...message } = rest;
      const written_by_me = author_id === me;
      // Of what others wrote to each other, and where somebody else has taken over, only one's own
      // words are one's own.
      const pairing = pairing_id === null ? null : { id: pairing_id, developer_id, shared_with };
      if (!written_by_me && !readsPairing({ id: me }, ticket, pairing)) continue;
      // What a moderator has hidden stays its author's own words, and nobody else's to read.
      const own = written_by_me && { text: hidden_text ?? message.text, is_hidden: false };
      const text = messageText({ kind, parameters, ...message, ...own });
      yield { ...message, text, written_by_me, earlier: written_by_me ? earlier : [] };
    }
  }
}

/** Ids alone: even of thousands of requests they are few bytes. */
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

/** What a message said before its author edited or deleted it, as long as that is kept. */
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
    .select(['m.reply_to', 'm.needs_answer', 'm.is_edited', 'm.is_deleted', EARLIER.as('earlier')])
    .where('m.ticket_id', '=', ticketId)
    .where('m.position', '>', after)
    .orderBy('m.position')
    .limit(BATCH)
    .execute();
}
