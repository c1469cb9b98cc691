import { sql } from 'kysely';
import { excerptOf, READ_FOR_EXCERPT } from '#domain/plain-text.ts';
import { fullName, type UserType } from '#domain/profile.ts';
import { Refusal } from '#domain/refusals.ts';
import { sideIn } from '#domain/relation.ts';
import type { ModeratedMessage, ThreadSide } from '#domain/report.ts';
import { messageText, type StoredWords } from '#domain/system-message-texts.ts';
import type { Reader, Tx } from '../database/database.ts';
import { fileMap } from '../files/file-map.ts';
import type { Page } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import { isUnderReview } from '../lifecycle/under-review.ts';
import { hasNotes, hidePermission } from './hide-message.ts';
import { requireImpartial } from './record-decision.ts';

/** Earlier versions of edited or deleted messages are read only after a report. */
const EARLIER = sql<string[]>`(select coalesce(json_agg(v.text order by v.id), '[]')
  from message_versions v where v.message_id = m.id and m.is_reported)`;

interface Author {
  author_id: string;
  first_name: string | null;
  last_name: string | null;
  user_type: UserType;
}

/** The message replied to; only as much text as an excerpt needs. */
type Answered = StoredWords & Author;
const ANSWERED = sql<Answered | null>`(select to_json(answered) from (
  select q.author_id, q.kind, q.parameters, left(q.text, ${sql.lit(READ_FOR_EXCERPT)}) as text,
    q.is_hidden, q.is_deleted, a.first_name, a.last_name, a.user_type
  from messages q join profiles a on a.id = q.author_id where q.id = m.reply_to) answered)`;

/** Messages as moderators read them, including the text of hidden ones. */
export function moderatedMessages(db: Reader) {
  return db
    .selectFrom('messages as m')
    .innerJoin('tickets as t', 't.id', 'm.ticket_id')
    .innerJoin('profiles as p', 'p.id', 'm.author_id')
    .leftJoin('hidden_messages as h', 'h.message_id', 'm.id')
    .select(['m.id', 'm.position', 'm.ticket_id', 'm.author_id', 'm.is_system', 'm.is_reported'])
    .select(['m.is_hidden', 'm.is_deleted', 'm.created_at', 't.customer_id', 't.developer_id'])
    .select(['p.first_name', 'p.last_name', 'p.user_type'])
    .select(['m.kind', 'm.parameters', sql<string | null>`coalesce(h.text, m.text)`.as('text')])
    .select([EARLIER.as('earlier'), ANSWERED.as('answered'), hasNotes.as('has_notes')])
    .select(fileMap('message_id', 'm.id').as('attachments'));
}

type Row = Awaited<ReturnType<ReturnType<typeof moderatedMessages>['execute']>>[number];

export function asModerated(row: Row): ModeratedMessage {
  const { author_id, answered } = row;
  return {
    ...row,
    text: messageText({ ...row, is_hidden: false }),
    answers: answered && {
      author_name: nameOf(answered, row),
      excerpt: excerptOf(messageText(answered)),
    },
    author_name: nameOf(row, row),
    side: threadSide(author_id, row),
    actions: { hide: hidePermission(row) },
  };
}

function nameOf(author: Author, { customer_id, developer_id }: Row): string {
  const { author_id, user_type } = author;
  return fullName(
    author,
    fallbacks[threadSide(author_id, { customer_id, developer_id, user_type })],
  );
}

/** A person's current side in the request. */
export function threadSide(
  personId: string,
  about: { customer_id: string; developer_id: string | null; user_type?: string },
): ThreadSide {
  return sideIn(about, personId) ?? (about.user_type === 'moderator' ? 'moderator' : 'former');
}

const fallbacks = {
  customer: 'Customer',
  developer: 'Developer',
  former: 'Developer',
  moderator: 'Moderator',
} as const satisfies Record<ThreadSide, string>;

/** One page of a thread for a moderator, oldest first; the newest page unless a place is given. */
async function moderatedThread(
  db: Reader,
  ticketId: string,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<Page<ModeratedMessage>> {
  const rows = await moderatedMessages(db)
    .where('m.ticket_id', '=', ticketId)
    .$if(before !== undefined, (query) => query.where('m.position', '<', before ?? 0))
    .orderBy('m.position', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit).reverse();
  const first = shown[0];
  return {
    items: shown.map(asModerated),
    next_cursor: rows.length > limit && first ? String(first.position) : null,
  };
}

/** @throws Refusal `not_found` */
export async function moderatedMessage(db: Reader, id: string): Promise<ModeratedMessage> {
  const row = await moderatedMessages(db).where('m.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return asModerated(row);
}

/**
 * One page of a discussion, for a moderator who has something to decide about it. The view is
 * logged. Source: security checklist C7.
 * @throws Refusal `not_found` where there is nothing to decide, `not_your_part` on one's own
 * request
 */
export async function readThread(
  tx: Tx,
  moderator: Viewer,
  { id, ...place }: { id: string; limit: number; before?: number | undefined },
): Promise<Page<ModeratedMessage>> {
  if (!(await isUnderReview(tx, id))) throw new Refusal('not_found');
  await requireImpartial(tx, moderator, id);
  const page = await moderatedThread(tx, id, place);
  await writeAudit({ tx }, moderator, {
    action: 'thread_read',
    target: { type: 'request', id },
    ticket_id: id,
    after: { messages: page.items.length },
  });
  return page;
}
