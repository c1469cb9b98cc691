import { type SelectQueryBuilder, sql } from 'kysely';
import type { AuditAction, AuditEntry, AuditFilter, AuditTarget } from '#domain/audit.ts';
import { fullName } from '#domain/profile.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { DB } from '../database/schema.ts';
import { type Page, type PageRequest, readPage } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';

interface Act {
  action: AuditAction;
  target: { type: AuditTarget; id: string };
  /** The request that it belongs to, whose story the log tells by these. */
  ticket_id?: string | undefined;
  reason?: string;
  /** Never names or addresses: the log is kept for good. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Logs an act, within its transaction. */
export async function writeAudit(
  { tx }: { tx: Pick<Tx, 'insertInto'> },
  actor: Pick<Viewer, 'id'>,
  { action, target, ticket_id, reason, before, after }: Act,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: actor.id,
      action,
      target_type: target.type,
      target_id: target.id,
      ticket_id: ticket_id ?? null,
      reason: reason ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute();
}

/**
 * Writes down that a moderator read something private of a request, at most once an hour. Source: security
 * checklist C7.
 */
export async function noteRead(
  tx: Tx,
  moderator: Pick<Viewer, 'id'>,
  action: 'thread_read' | 'plans_read' | 'files_read',
  ticketId: string,
): Promise<void> {
  const noted = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('action', '=', action)
    .where('actor_id', '=', moderator.id)
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirst();
  if (noted) return;
  const target = { type: 'request', id: ticketId } as const;
  await writeAudit({ tx }, moderator, { action, target, ticket_id: ticketId });
}

/** The log, newest first. */
export async function listAudit(
  db: Reader,
  { limit, cursor, ...filter }: PageRequest & AuditFilter,
): Promise<Page<AuditEntry>> {
  const found = await readPage(
    matching(entries(db), filter),
    { limit, cursor },
    { by: ['a.at', 'a.id'] },
  );
  return { ...found, items: found.items.map(asEntry) };
}

function matching<Output>(
  query: SelectQueryBuilder<DB & { a: DB['audit_log'] }, 'a', Output>,
  { action, actor_id, target_id, ticket_id, from, to }: AuditFilter,
) {
  return query
    .$if(action !== undefined, (each) => each.where('a.action', '=', action ?? 'request_viewed'))
    .$if(actor_id !== undefined, (each) => each.where('a.actor_id', '=', actor_id ?? ''))
    .$if(target_id !== undefined, (each) => each.where('a.target_id', '=', target_id ?? ''))
    .$if(ticket_id !== undefined, (each) => each.where('a.ticket_id', '=', ticket_id ?? ''))
    .$if(from !== undefined, (each) =>
      each.where(sql<boolean>`a.at >= ${from}::date::timestamp at time zone 'UTC'`),
    )
    .$if(to !== undefined, (each) =>
      each.where(sql<boolean>`a.at < (${to}::date + 1)::timestamp at time zone 'UTC'`),
    );
}

/** A target's current name, so that the log stores none. */
const label = sql<string | null>`case a.target_type
  when 'waitlist_entry' then (select email from waitlist where id = a.target_id)
  when 'invitation' then (select email from invitations where id = a.target_id)
  when 'account' then (select email from users where id = a.target_id)
  when 'finding' then (select kind || ', ' || about from money_findings where id = a.target_id)
  else null end`;

function entries(db: Reader) {
  return db
    .selectFrom('audit_log as a')
    .select(['a.id', 'a.action', 'a.target_type', 'a.target_id', 'a.ticket_id', 'a.reason', 'a.at'])
    .select(['a.before', 'a.after', 'a.actor_id', label.as('label')])
    .select((query) =>
      query
        .selectFrom('profiles as p')
        .select(
          sql<{ first_name: string | null; last_name: string | null; user_type: string }>`
          json_build_object('first_name', p.first_name, 'last_name', p.last_name, 'user_type', p.user_type)`.as(
            'who',
          ),
        )
        .whereRef('p.id', '=', 'a.actor_id')
        .as('who'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];

function asEntry(row: Row): AuditEntry {
  const { id, action, ticket_id, reason, at } = row;
  return {
    id,
    action,
    ticket_id,
    reason,
    at,
    actor: { id: row.actor_id, full_name: row.who ? fullName(row.who, fallback(row.who)) : '' },
    target: {
      type: row.target_type,
      id: row.target_id,
      label: row.label ?? (ticket_id === null ? null : `#${shortId(ticket_id)}`),
    },
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
  };
}

function fallback({ user_type }: { user_type: string }) {
  if (user_type === 'moderator') return 'Moderator';
  return user_type === 'developer' ? 'Developer' : 'Customer';
}
