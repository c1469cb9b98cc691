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
  fromJson,
  type MessageJson,
  messageColumns,
  messageLayout,
  messagesFor,
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
  const { statement, most } = partAt(place);
  const { pairing = null, before, after, around } = place;
  const { viewer, answer, db } = await readAs<Answer>(request, statement, {
    thread: ticketId,
    in_pairing: pairing,
    at_message: around,
    at_position: before ?? after,
    // One more says whether there are more.
    most_older: most.older + 1,
    most_newer: most.newer + 1,
  });
  const { ticket } = answer;
  if (!ticket || !sideIn(ticket, viewer.id)) throw await notTheirs(db, viewer, ticketId);
  if (pairing !== null && answer.pairings === 0) throw new Refusal('not_found');
  const side = viewer.id === ticket.customer_id ? 'customer' : 'developer';
  const older = cut(answer.older, most.older);
  const newer = cut(answer.newer, most.newer);
  const rows = [...older.rows.reverse(), ...newer.rows];
  if (around !== undefined && !rows.some(({ id }) => id === around)) {
    throw new Refusal('not_found');
  }
  const maps = fileMaps(answer.files);
  const shown = messagesFor(viewer.id, ticket);
  const quotes = await quotesOf(db, ticketId, rows);
  const [first, last] = [rows[0], rows.at(-1)];
  const hasOlder = older.more || after !== undefined;
  const hasNewer = newer.more || before !== undefined;
  return {
    items: rows.map((row) => {
      const attachments = maps.get(row.id) ?? {};
      const quote = quotes.get(row.reply_to ?? '') ?? null;
      const message = fromJson(Object.assign(row, { ticket_id: ticket.id, attachments, quote }));
      return shown(message);
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

/** SQL for which messages are on each side of a place; left out where none are requested. */
interface Sides {
  older?: string;
  newer?: string;
}

/** The conversations that the viewer reads, or the requested one of them. */
const PAIRINGS = `select p.id from ticket t join pairings p on p.ticket_id = t.id
  where (asked.in_pairing is null or p.id = asked.in_pairing) and ${seenSql.readsPairing('viewer')}`;

const ASKED = {
  thread: 'uuid',
  in_pairing: 'uuid',
  at_message: 'uuid',
  at_position: 'bigint',
  most_older: 'int',
  most_newer: 'int',
};

const MINE = 'array(select id from mine)';

/** Selects the messages and lines of the thread. */
const OF_THREAD = 'ticket_id = asked.thread';
const MIDDLE = `(select position from messages where id = asked.at_message and ${OF_THREAD})`;
/** When the message was sent from which a page continues. */
const TURNED = `(select created_at from messages where ${OF_THREAD} and position = asked.at_position)`;
/** Pages meet without a gap: each has the lines from its first message on. */
const FIRST = '(select min(created_at) from older having count(*) >= asked.most_older)';
const LAST = '(select max(created_at) from newer having count(*) >= asked.most_newer)';
/** More never happen between the messages of one page. */
const MOST_LINES = 200;

const statements = {
  newest: statementOf({ older: 'true' }, { from: FIRST }),
  before: statementOf({ older: 'position < asked.at_position' }, { from: FIRST, until: TURNED }),
  after: statementOf({ newer: 'position > asked.at_position' }, { from: TURNED, until: LAST }),
  around: statementOf(
    { older: `position <= ${MIDDLE}`, newer: `position > ${MIDDLE}` },
    { from: FIRST, until: LAST },
  ),
};

/** The statement for a place, and how many messages are shown of each side of it. */
function partAt({ limit, before, after, around }: ThreadPlace): Part {
  if (around !== undefined) {
    const half = Math.ceil((limit - 1) / 2);
    return { statement: statements.around, most: { older: half + 1, newer: limit - 1 - half } };
  }
  if (after !== undefined) return { statement: statements.after, most: { older: 0, newer: limit } };
  const statement = before === undefined ? statements.newest : statements.before;
  return { statement, most: { older: limit, newer: 0 } };
}

interface Part {
  statement: string;
  most: Record<keyof Sides, number>;
}

/** SQL for the time of the lines that come with a page; null or missing for an open end. */
interface Span {
  from: string;
  until?: string;
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
        or asked.in_pairing is null and viewer.id = (select customer_id from ticket))
      and h.created_at >= coalesce(${from}, '-infinity')
      ${until ? `and h.created_at < coalesce(${until}, 'infinity')` : ''}
    order by h.id desc limit ${MOST_LINES}) line)`;
}

function statementOf(sides: Sides, span: Span): string {
  const asked = Object.entries(sides) as [keyof Sides, string][];
  const listOf = (side: keyof Sides) =>
    `${sides[side] ? messageLayout.sql(side) : 'null::json'} as ${side}`;
  // The files of a hidden message are hidden with its text.
  const shown = asked.map(([side]) => `select id from ${side} where not is_hidden`);
  return statementAs(
    `with ticket as (select id, customer_id, developer_id, pairing_id, status,
      status_before_help from tickets where id = asked.thread),
    mine as (${PAIRINGS}), ${asked.map(([side, where]) => `${side} as (${messages(side, where)})`).join(', ')}
    select (select to_json(ticket) from ticket) as ticket, (select count(*) from mine) as pairings,
      ${listOf('older')}, ${listOf('newer')}, ${filesOfSql('message_id', shown.join(' union all '))} as files,
      ${linesSql(span)} as lines`,
    ASKED,
  );
}

/**
 * In the order of the thread, read no further than the page. What is posted to the request itself is in no
 * conversation. As PostgreSQL cannot guess what `coalesce` lets through, it takes the index in this order.
 */
function messages(side: keyof Sides, where: string): string {
  const [order, limit] =
    side === 'older' ? ['desc', 'asked.most_older'] : ['asc', 'asked.most_newer'];
  return `select ${messageColumns.join(', ')} from messages
    where ${OF_THREAD} and coalesce(pairing_id = any (${MINE}), asked.in_pairing is null) and ${where}
    order by position ${order} limit ${limit}`;
}

function cut(columns: Columns<Row> | null, most: number): { rows: Row[]; more: boolean } {
  const rows = columns ? messageLayout.rows(columns) : [];
  return { rows: rows.slice(0, most), more: rows.length > most };
}
