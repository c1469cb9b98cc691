import { CompiledQuery } from 'kysely';
import type { Facts } from '#domain/facts.ts';
import { actionsFor } from '#domain/rulebook.ts';
import { type Ticket, ticketTitle } from '#domain/ticket.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { asCollaborator, type PersonRow, personJson } from '../accounts/person.ts';
import type { Reader } from '../database/database.ts';
import { fileMapSql } from '../files/file-map.ts';
import { type Asker, relationOf } from './relation.ts';

/** A request as `ticketRows` reads it into JSON: times are text, in UTC. */
export interface TicketView
  extends Omit<
    Ticket,
    'title' | 'counterpart' | 'relation' | 'actions' | 'unread' | 'last_message'
  > {
  status_before_help: TicketStatus | null;
  has_plan: boolean;
  other: PersonRow | null;
  /** How many requests the viewer has reserved and not grabbed. */
  held: number;
}

/** SQL for requests `t` of a source with what `viewer` sees of each, all but what the rulebook says. */
export const ticketRows = (
  source = 'tickets',
) => `select t.id, t.customer_id, t.developer_id, t.status, t.status_since,
    t.status_before_help, t.reserved_until, t.description, t.categories, t.ai_tool, t.ai_tool_other,
    t.stack, t.budget, t.created_at,
    ${fileMapSql(null, 't.id')} as files,
    exists (select from milestones m where m.ticket_id = t.id and m.status <> 'ACCEPTED') as has_plan,
    ${personJson('case when t.customer_id = viewer.id then t.developer_id else t.customer_id end')} as other,
    mine.held
  from ${source} t, (select count(*) as held from tickets
    where developer_id = viewer.id and reserved_until is not null) mine`;

/** One request as it is to a person, whether or not they may see it. */
export async function ticketRow(
  db: Reader,
  viewerId: string,
  id: string,
): Promise<TicketView | null> {
  const { rows } = await db.executeQuery<{ ticket: TicketView }>(
    CompiledQuery.raw(
      `select to_json(ticket) as ticket from (select $1::uuid as id) viewer,
        lateral (${ticketRows()} where t.id = $2) ticket`,
      [viewerId, id],
    ),
  );
  return rows[0]?.ticket ?? null;
}

/** A request as the API returns it to one viewer, who may see it. */
export function asTicket(
  { status_before_help, has_plan, other, held, ...row }: TicketView,
  viewer: Asker,
): Ticket {
  const relation = relationOf(viewer, row);
  const facts: Facts = {
    status: row.status,
    status_before_help,
    has_developer: row.developer_id !== null,
    reservations_held: held,
    // For the steps of the request itself it only matters whether some are not done.
    milestones: has_plan ? [{ id: '', status: 'PLANNED' }] : [],
  };
  const person = other && asCollaborator(other);
  return {
    ...row,
    status_since: new Date(row.status_since),
    reserved_until: row.reserved_until && new Date(row.reserved_until),
    created_at: new Date(row.created_at),
    relation: relation === 'customer' || relation === 'developer' ? relation : 'candidate',
    title: ticketTitle(row),
    // A candidate sees who asks, but has no business with their address yet.
    counterpart: person && { ...person, email: relation === 'candidate' ? null : person.email },
    actions: actionsFor('ticket', relation, facts),
  };
}
