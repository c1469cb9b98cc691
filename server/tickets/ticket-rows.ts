import { CompiledQuery } from 'kysely';
import type { Collaborator } from '#domain/profile.ts';
import { type Asker, relationOf } from '#domain/relation.ts';
import type { Facts } from '#domain/rule-facts.ts';
import { actionsFor } from '#domain/rulebook.ts';
import { REQUEST_COLUMNS, type Ticket, ticketTitle } from '#domain/ticket.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { asCollaborator, PERSON_ROWS, type PersonRow, personColumns } from '../accounts/person.ts';
import { type Columns, columnsSql, rowsOf } from '../database/columns.ts';
import type { Reader } from '../database/database.ts';
import { asUtc } from '../database/utc.ts';
import { type FileOf, fileMaps, filesOfSql } from '../files/files-of.ts';
import { NO_RESERVATIONS, type Reservations, reservationsSql } from '../lifecycle/locked.ts';
import { seenSql } from '../lifecycle/visibility.ts';

/** A request as `ticketsSql` reads it into JSON: times are text, in UTC. */
export interface TicketView
  extends Omit<
    Ticket,
    'title' | 'counterpart' | 'relation' | 'actions' | 'unread' | 'last_message'
  > {
  status_since: string;
  reserved_until: string | null;
  created_at: string;
  status_before_help: TicketStatus | null;
  has_plan: boolean;
  /** The other side's id. */
  other_id: string | null;
}

/** Requests, and what is the same for several of them. */
export interface TicketRows {
  rows: TicketView[];
  /** The other sides, each once. */
  people: PersonRow[];
  /** The viewer's. */
  reservations: Reservations;
}

/** The same as `ticketsSql` reads it. */
export interface TicketColumns extends Reservations {
  tickets: Columns<Omit<TicketView, 'files'>>;
  files: FileOf[] | null;
  people: Columns<PersonRow>;
}

export function ticketRows({ tickets, files, people, ...counts }: TicketColumns): TicketRows {
  const maps = fileMaps(files);
  const rows = rowsOf(tickets).map((row) => ({ ...row, files: maps.get(row.id) ?? {} }));
  const { reservations_held, reservations_dropped } = counts;
  return {
    rows,
    people: rowsOf(people),
    reservations: { reservations_held, reservations_dropped },
  };
}

/** Of the request's own row. */
const ownColumns = [
  ...(['id', 'customer_id', 'developer_id', 'status', 'status_since', 'created_at'] as const),
  ...(['status_before_help', 'reserved_until'] as const),
  ...REQUEST_COLUMNS,
] satisfies (keyof TicketView)[];

/** SQL for requests `t` of a source with what `viewer` sees of each, all but what the rulebook says. */
export const ticketsSql = (source: string) => `with page as (
    select ${ownColumns.map((name) => `t.${name}`).join(', ')},
      exists (select from milestones m where m.ticket_id = t.id and m.status <> 'ACCEPTED') as has_plan,
      ${seenSql.otherSide('viewer')} as other_id
    from ${source})
  select ${columnsSql([...ownColumns, 'has_plan', 'other_id'], 'page')} as tickets,
    ${filesOfSql(null, 'select id from page')} as files,
    ${columnsSql(personColumns, `(${PERSON_ROWS} where p.id = any (array(select other_id from page))) person`)} as people,
    ${reservationsSql('viewer.id')}`;

/** One request as it is to a person, whether or not they may see it. */
export async function ticketRow(db: Reader, viewerId: string, id: string): Promise<TicketRows> {
  const { rows } = await db.executeQuery<TicketColumns>(
    CompiledQuery.raw(
      `select answer.* from (select $1::uuid as id) viewer,
        lateral (${ticketsSql('tickets t where t.id = $2')}) answer`,
      [viewerId, id],
    ),
  );
  return rows[0] ? ticketRows(rows[0]) : { rows: [], people: [], reservations: NO_RESERVATIONS };
}

/** Requests as the API returns them to one viewer, who may see them. */
export function asTickets({ rows, people, reservations }: TicketRows, viewer: Asker): Ticket[] {
  const others = new Map(people.map((person) => [person.id, asCollaborator(person)]));
  return rows.map((row) => asTicket(row, viewer, others, reservations));
}

function asTicket(
  { status_before_help, has_plan, other_id, ...row }: TicketView,
  viewer: Asker,
  others: ReadonlyMap<string, Collaborator>,
  reservations: Reservations,
): Ticket {
  const relation = relationOf(viewer, row);
  const facts: Facts = {
    status: row.status,
    status_before_help,
    has_developer: row.developer_id !== null,
    ...reservations,
    // For the steps of the request itself it only matters whether some are not done.
    milestones: has_plan ? [{ id: '', status: 'PLANNED' }] : [],
  };
  const person = other_id === null ? null : (others.get(other_id) ?? null);
  return {
    ...row,
    status_since: asUtc(row.status_since),
    reserved_until: row.reserved_until && asUtc(row.reserved_until),
    created_at: asUtc(row.created_at),
    relation: relation === 'customer' || relation === 'developer' ? relation : 'candidate',
    title: ticketTitle(row),
    counterpart: person,
    actions: actionsFor('ticket', relation, facts),
  };
}
