import { sql } from 'kysely';
import { fullName } from '#domain/profile.ts';
import { Refusal } from '#domain/refusals.ts';
import { sideIn } from '#domain/relation.ts';
import type { Report, ReportStatus } from '#domain/report.ts';
import { ticketTitle } from '#domain/ticket.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { Page } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { noteRead } from '../lifecycle/audit.ts';
import { underReview } from '../lifecycle/under-review.ts';
import {
  asModerated,
  moderatedMessage,
  moderatedMessages,
  threadSide,
} from './moderated-messages.ts';
import { decidePermission, type QueueSearch, readQueue } from './queue.ts';
import { requireImpartial } from './record-decision.ts';

/** Messages shown before and after the reported one. */
const BEFORE = 3;
const AFTER = 2;

/** Reports, each with its message. Without those about the moderator's own requests. */
export async function listReports(
  db: Reader,
  moderator: Viewer,
  search: QueueSearch<ReportStatus>,
): Promise<Page<Report>> {
  const found = await readQueue(reportRows(db), 'r', moderator, search);
  const items = await Promise.all(found.items.map((row) => asReport(db, moderator, row)));
  return { ...found, items };
}

/**
 * A report with the messages around it while the request is under review. The view is logged.
 * Source: security checklist C7.
 * @throws Refusal `not_found`, `not_your_part` on one's own request
 */
export async function readReport(tx: Tx, moderator: Viewer, id: string): Promise<Report> {
  const row = await reportRows(tx).where('r.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  await requireImpartial(tx, moderator, row.ticket_id);
  const report = await asReport(tx, moderator, row);
  // The rest of the thread is private again once nothing is left to decide.
  if (!row.is_under_review) return report;
  await noteRead(tx, moderator, 'thread_read', row.ticket_id);
  return { ...report, around: await messagesAround(tx, row.message_id, row.ticket_id) };
}

/** @throws Refusal `not_found` */
export async function reportFor(db: Reader, moderator: Viewer, id: string): Promise<Report> {
  const row = await reportRows(db).where('r.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return asReport(db, moderator, row);
}

function reportRows(db: Reader) {
  return db
    .selectFrom('reports as r')
    .innerJoin('tickets as t', 't.id', 'r.ticket_id')
    .innerJoin('profiles as p', 'p.id', 'r.reporter_id')
    .select(['r.id', 'r.status', 'r.created_at', 'r.decided_at', 'r.reason', 'r.message_id'])
    .select(['r.ticket_id', 'r.reporter_id', 'p.first_name', 'p.last_name', 't.customer_id'])
    .select(['t.developer_id', 't.status as ticket_status', 't.categories', 't.ai_tool'])
    .select(['t.ai_tool_other', underReview.as('is_under_review')])
    .select(
      sql<number>`(select count(*) from reports o
        where o.ticket_id = t.id and o.status = 'open')::int`.as('open_reports'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof reportRows>['execute']>>[number];

async function asReport(db: Reader, moderator: Viewer, row: Row): Promise<Report> {
  // What it answers was not handed to us: that is read with the messages around it.
  const message = { ...(await moderatedMessage(db, row.message_id)), answers: null };
  const side = threadSide(row.reporter_id, row);
  return {
    ...row,
    message,
    around: [message],
    reporter: {
      id: row.reporter_id,
      full_name: fullName(row, side === 'customer' ? 'Customer' : 'Developer'),
      side,
    },
    ticket: {
      id: row.ticket_id,
      status: row.ticket_status,
      open_reports: row.open_reports,
      title: ticketTitle({ ...row, id: row.ticket_id }),
    },
    actions: { dismiss: decidePermission(row.status, sideIn(row, moderator.id) !== null) },
  };
}

async function messagesAround(db: Reader, messageId: string, ticketId: string) {
  const position = db.selectFrom('messages').select('position').where('id', '=', messageId);
  const thread = moderatedMessages(db).where('m.ticket_id', '=', ticketId);
  const before = await thread
    .where('m.position', '<=', position)
    .orderBy('m.position', 'desc')
    .limit(BEFORE + 1)
    .execute();
  const after = await thread
    .where('m.position', '>', position)
    .orderBy('m.position')
    .limit(AFTER)
    .execute();
  return [...before.reverse(), ...after].map(asModerated);
}
