import type { FastifyRequest } from 'fastify';
import { CompiledQuery } from 'kysely';
import type { LifecycleEvent } from '#domain/acts.ts';
import { historyWords } from '#domain/history-words.ts';
import type { MessagePage, ThreadLine } from '#domain/message.ts';
import type { MoneyViewer } from '#domain/record-money.ts';
import { Refusal } from '#domain/refusals.ts';
import { sideIn } from '#domain/relation.ts';
import type { Columns } from '../database/columns.ts';
import type { Reader } from '../database/database.ts';
import { asUtc } from '../database/utc.ts';
import { type FileOf, fileMaps, filesOfSql } from '../files/files-of.ts';
import { readAs, statementAs } from '../http/read-as.ts';
import { type Acted, asSeenBy } from '../lifecycle/history.ts';
import { notTheirs, seenSql } from '../lifecycle/visibility.ts';
import {
  asMessage,
  fromJson,
  type MessageJson,
  messageColumns,
  messageLayout,
  type QuoteRow,
  quotesSql,
  type ThreadTicket,
} from './thread.ts';

/**
 * Steps shown as small lines between the messages of a thread, as they post none. They are read from
 * the history, so nothing is stored twice and nobody has unread ones.
 */
const THREAD_EVENTS = [
  ...(['request_reserved', 'reservation_lapsed', 'request_grabbed', 'plan_submitted'] as const),
  ...(['quote_chosen', 'quoted_plan_submitted', 'milestone_started'] as const),
  'milestone_submitted',
  ...(['payment_held', 'payment_returned', 'payment_lost'] as const),
  'released_payment_lost',
  ...(['missed_refunded', 'failed_refunded', 'held_refunded', 'held_kept'] as const),
  ...(['deadline_missed', 'more_time_taken'] as const),
  'change_lapsed',
] satisfies LifecycleEvent[];

/** A part of a thread; by default the newest. */
export interface ThreadPlace {
  limit: number;
  before?: number | undefined;
  after?: number | undefined;
  /** The id of the message in the middle. */
  around?: string | undefined;
  /** One conversation; by default all that the viewer reads. */
  pairing?: string | undefined;
}

interface Answer {
  ticket: ThreadTicket | null;
  /** How many conversations the viewer can read. */
  pairings: number;
  /** Newest first, one more than requested where there are more. */
  older: Columns<Row> | null;
  /** Oldest first, likewise. */
  newer: Columns<Row> | null;
  files: FileOf[] | null;
  lines: LineRow[] | null;
}

type Row = Omit<MessageJson, 'ticket_id' | 'attachments' | 'quote'>;

interface LineRow extends Acted, Omit<ThreadLine, 'text' | 'created_at'> {
  milestone_title: string | null;
  created_at: string;
}

/**
 * A part of a thread, oldest first. Each message gets its position under the request's lock, so
 * that all see the same order: the customer's thread covers all developers of the request.
 * @throws Refusal `not_found` for all but the two sides, and where `around` is not in this thread
 * or `pairing` not theirs to read; `no_longer_yours`
 */
export async function threadPage(
  request: FastifyRequest,
  ticketId: string,
  place: ThreadPlace,
): Promise<MessagePage> {
  const { statement, values, most } = partAt(place);
  const { pairing = null } = place;
  const asked = [ticketId, pairing, ...values];
  const { viewer, answer } = await readAs<Answer>(request, statement, asked);
  const { ticket } = answer;
  if (!ticket || !sideIn(ticket, viewer.id))
    throw await notTheirs(request.server.context.db, viewer, ticketId);
  if (pairing !== null && answer.pairings === 0) throw new Refusal('not_found');
  const side = viewer.id === ticket.customer_id ? 'customer' : 'developer';
  const older = cut(answer.older, most.older);
  const newer = cut(answer.newer, most.newer);
  const rows = [...older.rows.reverse(), ...newer.rows];
  if (place.around !== undefined && !rows.some(({ id }) => id === place.around)) {
    throw new Refusal('not_found');
  }
  const maps = fileMaps(answer.files);
  const quotes = await quotesOf(request.server.context.reads.db, ticketId, rows);
  const [first, last] = [rows[0], rows.at(-1)];
  const hasOlder = older.more || place.after !== undefined;
  const hasNewer = newer.more || place.before !== undefined;
  return {
    items: rows.map((row) => {
      const attachments = maps.get(row.id) ?? {};
      const quote = quotes.get(row.reply_to ?? '') ?? null;
      const message = fromJson(Object.assign(row, { ticket_id: ticket.id, attachments, quote }));
      return asMessage(message, viewer.id, ticket);
    }),
    lines: answer.lines?.map((line) => asLine(line, { side, id: viewer.id })) ?? [],
    next_cursor: hasOlder && first ? String(first.position) : null,
    newer_cursor: hasNewer && last ? String(last.position) : null,
  };
}

/** What is read of the messages that others answer: on most pages none does. */
async function quotesOf(
  db: Reader,
  ticketId: string,
  rows: readonly Row[],
): Promise<Map<string, QuoteRow>> {
  const answered = rows.flatMap(({ reply_to }) => reply_to ?? []);
  if (answered.length === 0) return new Map();
  const statement = CompiledQuery.raw(QUOTES, [answered, ticketId]);
  const { rows: quotes } = await db.executeQuery<QuoteRow>(statement);
  return new Map(quotes.map((quote) => [quote.id, quote]));
}

const QUOTES = quotesSql('id = any ($1) and ticket_id = $2');

function asLine(
  { id, event, milestone_id, created_at, ...row }: LineRow,
  viewer: MoneyViewer,
): ThreadLine {
  const { actor, actor_name, money } = asSeenBy(viewer, row);
  const text = historyWords({ event, actor, actor_name, money }, row.milestone_title) ?? '';
  return { id, event, milestone_id, text, created_at: asUtc(created_at) };
}

/** SQL for the messages on each side of a place; left out where none are requested. */
interface Sides {
  older?: string;
  newer?: string;
}

/** The conversations that the viewer reads, or the requested one of them. */
const PAIRINGS = `select p.id from ticket t join pairings p on p.ticket_id = t.id
  where ($5::uuid is null or p.id = $5) and ${seenSql.readsPairing('viewer')}`;

const MINE = 'array(select id from mine)';

/** Selects the messages and lines of the thread. */
const OF_THREAD = 'ticket_id = $4';
const MIDDLE = `(select position from messages where id = $6 and ${OF_THREAD})`;
/** When the message was sent from which a page continues. */
const TURNED = `(select created_at from messages where ${OF_THREAD} and position = $7)`;
const FIRST = firstOf('older', '$6');
/** More never happen between the messages of one page. */
const MOST_LINES = 200;

const statements = {
  newest: statementOf({ older: messages('true', 'desc', '$6') }, { from: FIRST }),
  before: statementOf(
    { older: messages('position < $7', 'desc', '$6') },
    { from: FIRST, until: TURNED },
  ),
  after: statementOf(
    { newer: messages('position > $7', 'asc', '$6') },
    { from: TURNED, until: lastOf('newer', '$6') },
  ),
  around: statementOf(
    {
      older: messages(`position <= ${MIDDLE}`, 'desc', '$7'),
      newer: messages(`position > ${MIDDLE}`, 'asc', '$8'),
    },
    { from: firstOf('older', '$7'), until: lastOf('newer', '$8') },
  ),
};

/** The messages on each side of a place; its values from `$6` on. */
function partAt({ limit, before, after, around }: ThreadPlace) {
  if (around !== undefined) {
    const half = Math.ceil((limit - 1) / 2);
    const values = [around, half + 2, limit - half];
    const most = { older: half + 1, newer: limit - 1 - half };
    return { statement: statements.around, values, most };
  }
  if (after !== undefined) {
    const most = { older: 0, newer: limit };
    return { statement: statements.after, values: [limit + 1, after], most };
  }
  const most = { older: limit, newer: 0 };
  return before === undefined
    ? { statement: statements.newest, values: [limit + 1], most }
    : { statement: statements.before, values: [limit + 1, before], most };
}

/** SQL for the time of the lines that come with a page; null or missing for an open end. */
interface Span {
  from: string;
  until?: string;
}

/** Pages meet without a gap: each has the lines from its first message on. */
function firstOf(side: keyof Sides, most: string): string {
  return `(select min(created_at) from ${side} having count(*) >= ${most})`;
}

function lastOf(side: keyof Sides, most: string): string {
  return `(select max(created_at) from ${side} having count(*) >= ${most})`;
}

function linesSql({ from, until }: Span): string {
  const events = THREAD_EVENTS.map((event) => `'${event}'`).join(', ');
  return `(select json_agg(line order by id) from (
    select h.id, h.event, h.actor, h.actor_id, h.milestone_id, h.created_at, h.money,
      p.first_name, p.last_name, m.title as milestone_title
    from ticket_history h
      left join profiles p on p.id = h.actor_id left join milestones m on m.id = h.milestone_id
    where h.${OF_THREAD} and h.event in (${events})
      and (h.pairing_id = any (${MINE})
        or $5::uuid is null and viewer.id = (select customer_id from ticket))
      and h.created_at >= coalesce(${from}, '-infinity')
      ${until ? `and h.created_at < coalesce(${until}, 'infinity')` : ''}
    order by h.id desc limit ${MOST_LINES}) line)`;
}

function statementOf(sides: Sides, span: Span): string {
  const asked = Object.entries(sides);
  const listOf = (side: keyof Sides) =>
    `${sides[side] ? messageLayout.sql(side) : 'null::json'} as ${side}`;
  // The files of a hidden message are hidden with its text.
  const shown = asked.map(([side]) => `select id from ${side} where not is_hidden`);
  return statementAs(`with ticket as (select id, customer_id, developer_id, pairing_id, status,
      status_before_help from tickets where id = $4),
    mine as (${PAIRINGS}), ${asked.map(([side, select]) => `${side} as (${select})`).join(', ')}
    select (select to_json(ticket) from ticket) as ticket, (select count(*) from mine) as pairings,
      ${listOf('older')}, ${listOf('newer')}, ${filesOfSql('message_id', shown.join(' union all '))} as files,
      ${linesSql(span)} as lines`);
}

/**
 * In the order of the thread, read no further than the page. What is posted to the request itself is in no
 * conversation. As PostgreSQL cannot guess what `coalesce` lets through, it takes the index in this order.
 */
function messages(where: string, order: 'asc' | 'desc', limit: string): string {
  return `select ${messageColumns.join(', ')} from messages
    where ${OF_THREAD} and coalesce(pairing_id = any (${MINE}), $5::uuid is null) and ${where}
    order by position ${order} limit ${limit}`;
}

function cut(columns: Columns<Row> | null, most: number): { rows: Row[]; more: boolean } {
  const rows = columns ? messageLayout.rows(columns) : [];
  return { rows: rows.slice(0, most), more: rows.length > most };
}
