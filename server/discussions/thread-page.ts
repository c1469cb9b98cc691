import type { FastifyRequest } from 'fastify';
import type { MessagePage } from '#domain/message.ts';
import { Refusal } from '#domain/refusals.ts';
import { sideIn } from '#domain/relation.ts';
import { type Columns, columnsSql, rowsOf } from '../database/columns.ts';
import { type FileOf, fileMaps, filesOfSql } from '../files/files-of.ts';
import { readAs, statementAs } from '../http/read-as.ts';
import {
  asMessage,
  fromJson,
  type MessageJson,
  messageColumns,
  type ThreadTicket,
} from './thread.ts';

/** Which part of a thread: the newest where nothing is said. */
export interface ThreadPlace {
  limit: number;
  before?: number | undefined;
  after?: number | undefined;
  /** The id of a message that stands in the middle. */
  around?: string | undefined;
}

interface Answer {
  ticket: ThreadTicket | null;
  /** The newest first, one more than asked for where there are more. */
  older: Columns<Row> | null;
  /** The oldest first, likewise. */
  newer: Columns<Row> | null;
  files: FileOf[] | null;
}

type Row = Omit<MessageJson, 'attachments'>;

/**
 * Part of a thread, in time order. A thread is ordered by the position that each message got under
 * the request's lock, so all see one order.
 * @throws Refusal `not_found` for all but the two sides, and where `around` is not of this thread
 */
export async function threadPage(
  request: FastifyRequest,
  ticketId: string,
  place: ThreadPlace,
): Promise<MessagePage> {
  const { statement, values, most } = partAt(place);
  const { viewer, answer } = await readAs<Answer>(request, statement, [ticketId, ...values]);
  const { ticket } = answer;
  if (!ticket || !sideIn(ticket, viewer.id)) throw new Refusal('not_found');
  const older = cut(answer.older, most.older);
  const newer = cut(answer.newer, most.newer);
  const rows = [...older.rows.reverse(), ...newer.rows];
  if (place.around !== undefined && !rows.some(({ id }) => id === place.around)) {
    throw new Refusal('not_found');
  }
  const maps = fileMaps(answer.files);
  const [first, last] = [rows[0], rows.at(-1)];
  const hasOlder = older.more || place.after !== undefined;
  const hasNewer = newer.more || place.before !== undefined;
  return {
    items: rows.map((row) =>
      asMessage(fromJson({ ...row, attachments: maps.get(row.id) ?? {} }), viewer.id, ticket),
    ),
    next_cursor: hasOlder && first ? String(first.position) : null,
    newer_cursor: hasNewer && last ? String(last.position) : null,
  };
}

/** SQL for the messages on each side of a place; left out where none are asked for. */
interface Sides {
  older?: string;
  newer?: string;
}

const MIDDLE = '(select position from messages where id = $5 and ticket_id = $4)';

const statements = {
  newest: statementOf({ older: messages('true', 'desc', '$5') }),
  before: statementOf({ older: messages('position < $6', 'desc', '$5') }),
  after: statementOf({ newer: messages('position > $6', 'asc', '$5') }),
  around: statementOf({
    older: messages(`position <= ${MIDDLE}`, 'desc', '$6'),
    newer: messages(`position > ${MIDDLE}`, 'asc', '$7'),
  }),
};

/** The messages on each side of a place; its values from `$5` on. */
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

function statementOf(sides: Sides): string {
  const asked = Object.entries(sides);
  const listOf = (side: keyof Sides) =>
    `${sides[side] ? columnsSql(messageColumns, side) : 'null::json'} as ${side}`;
  // With its words, the files of a hidden message are gone.
  const shown = asked.map(([side]) => `select id from ${side} where not is_hidden`);
  return statementAs(`with ${asked.map(([side, select]) => `${side} as (${select})`).join(', ')}
    select (select to_json(t) from (select id, customer_id, developer_id, status,
        status_before_help from tickets where id = $4) t) as ticket,
      ${listOf('older')}, ${listOf('newer')}, ${filesOfSql('message_id', shown.join(' union all '))} as files`);
}

function messages(where: string, order: 'asc' | 'desc', limit: string): string {
  return `select ${messageColumns.join(', ')} from messages
    where ticket_id = $4 and ${where} order by position ${order} limit ${limit}`;
}

function cut(columns: Columns<Row> | null, most: number): { rows: Row[]; more: boolean } {
  const rows = columns ? rowsOf(columns) : [];
  return { rows: rows.slice(0, most), more: rows.length > most };
}
