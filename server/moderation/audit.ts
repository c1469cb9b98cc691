import { sql } from 'kysely';
import type { AuditAction, AuditEntry, AuditTarget } from '#domain/audit.ts';
import { fullName } from '#domain/profile.ts';
import type { Change } from '../change.ts';
import type { Reader } from '../database/database.ts';
import { type Page, type PageRequest, pageOf, parseCursor } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';

interface Act {
  action: AuditAction;
  target: { type: AuditTarget; id: string };
  reason?: string;
  /** Never names or addresses: what stands here stays for good. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Writes down what a moderator does, in the transaction of the act itself. */
export async function writeAudit(
  { tx }: Pick<Change, 'tx'>,
  moderator: Viewer,
  { action, target, reason, before, after }: Act,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      ...{ actor_id: moderator.id, action, target_type: target.type, target_id: target.id },
      reason: reason ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute();
}

/** What moderators did, newest first. */
export async function listAudit(db: Reader, page: PageRequest): Promise<Page<AuditEntry>> {
  const after = parseCursor(page.cursor);
  const rows = await entries(db)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(a.at, a.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
    )
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(page.limit + 1)
    .execute();
  const { items, next_cursor } = pageOf(rows, page.limit, ({ at, id }) => [at.toISOString(), id]);
  return { items: items.map(asEntry), next_cursor };
}

function entries(db: Reader) {
  return db
    .selectFrom('audit_log as a')
    .innerJoin('profiles as p', 'p.id', 'a.actor_id')
    .leftJoin('waitlist as w', (join) =>
      join.onRef('w.id', '=', 'a.target_id').on('a.target_type', '=', 'waitlist_entry'),
    )
    .leftJoin('invitations as i', (join) =>
      join.onRef('i.id', '=', 'a.target_id').on('a.target_type', '=', 'invitation'),
    )
    .select(['a.id', 'a.action', 'a.target_type', 'a.target_id', 'a.reason', 'a.at'])
    .select(['a.before', 'a.after', 'a.actor_id', 'p.first_name', 'p.last_name'])
    .select(({ fn }) => fn.coalesce('w.email', 'i.email').as('label'));
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];

function asEntry(row: Row): AuditEntry {
  const { id, action, reason, at } = row;
  return {
    ...{ id, action, reason, at },
    actor: { id: row.actor_id, full_name: fullName(row, 'Moderator') },
    target: { type: row.target_type, id: row.target_id, label: row.label },
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
  };
}
