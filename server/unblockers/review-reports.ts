import { sql } from 'kysely';
import { fullName } from '#domain/profile.ts';
import { Refusal, type RefusalCode, refusals } from '#domain/refusals.ts';
import type { FeedbackReport, FeedbackReportStatus } from '#domain/review.ts';
import { ticketTitle } from '#domain/ticket.ts';
import type { Reader, Tx } from '../database/database.ts';
import {
  directions,
  type ListOrder,
  type Page,
  type PageRequest,
  readPage,
} from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import { hasNoPart } from '../lifecycle/under-review.ts';
import { enqueueMail } from '../mail/outbox.ts';

interface ReportSearch extends PageRequest {
  status: FeedbackReportStatus;
  order: ListOrder;
}

/** Reported reviews. Without those about the moderator's own requests. */
export async function listReviewReports(
  db: Reader,
  moderator: Viewer,
  { status, order, ...page }: ReportSearch,
): Promise<Page<FeedbackReport>> {
  const query = reportRows(db).where('r.status', '=', status).where(hasNoPart(moderator));
  const found = await readPage(query, page, {
    by: ['r.created_at', 'r.feedback_id'],
    order: directions[order],
  });
  return { ...found, items: found.items.map(asReport) };
}

function reportRows(db: Reader) {
  return db
    .selectFrom('feedback_reports as r')
    .innerJoin('user_feedback as f', 'f.id', 'r.feedback_id')
    .innerJoin('tickets as t', 't.id', 'f.ticket_id')
    .innerJoin('profiles as c', 'c.id', 't.customer_id')
    .innerJoin('profiles as d', 'd.id', 'f.developer_id')
    .select([
      'r.feedback_id as id',
      'r.status',
      'r.text',
      'r.created_at',
      'r.decided_at',
      'r.reason',
    ])
    .select(['f.feedback_left_by as left_by', 'f.rating', 'f.feedback', 'f.reply', 'f.ticket_id'])
    .select(['f.created_at as left_at', 't.categories', 't.ai_tool', 't.ai_tool_other'])
    .select(['c.first_name as customer_first', 'c.last_name as customer_last'])
    .select(['d.first_name as developer_first', 'd.last_name as developer_last']);
}

type Row = Awaited<ReturnType<ReturnType<typeof reportRows>['execute']>>[number];

function asReport(row: Row): FeedbackReport {
  const { id, status, text, created_at, decided_at, reason, left_by, ticket_id } = row;
  const customer = fullName(
    { first_name: row.customer_first, last_name: row.customer_last },
    'Customer',
  );
  const developer = fullName(
    { first_name: row.developer_first, last_name: row.developer_last },
    'Developer',
  );
  const [author_name, subject_name] =
    left_by === 'customer' ? [customer, developer] : [developer, customer];
  const { rating, feedback, reply, left_at } = row;
  const decided: RefusalCode | null = status === 'open' ? null : 'report_decided';
  const permission = { allowed: decided === null, reason: decided && refusals[decided][1] };
  return {
    id,
    status,
    text,
    created_at,
    decided_at,
    reason,
    review: { left_by, author_name, subject_name, rating, feedback, reply, created_at: left_at },
    ticket: { id: ticket_id, title: ticketTitle({ ...row, id: ticket_id }) },
    actions: { hide: permission, dismiss: permission },
  };
}

/**
 * Decides a report: the review is hidden from everybody but its author, or stays. Both sides are told
 * why by mail where it is hidden, and who reported it where it is not.
 * @throws Refusal `not_found`, `not_your_part` on one's own request, `report_decided`
 */
export async function decideReviewReport(
  change: Change,
  moderator: Viewer,
  { id, reason, status }: { id: string; reason: string; status: 'hidden' | 'dismissed' },
): Promise<FeedbackReport> {
  const { tx } = change;
  const report = await lockReport(tx, moderator, id);
  const decided_at = new Date();
  await tx
    .updateTable('feedback_reports')
    .set({ status, reason, decided_at, decided_by: moderator.id })
    .where('feedback_id', '=', id)
    .execute();
  if (status === 'hidden') {
    await tx
      .updateTable('user_feedback')
      .set({ hidden_at: decided_at, hidden_reason: reason })
      .where('id', '=', id)
      .execute();
  }
  await writeAudit(change, moderator, {
    action: status === 'hidden' ? 'review_hidden' : 'review_report_dismissed',
    target: { type: 'review', id },
    ticket_id: report.ticket_id,
    reason,
  });
  const { ticket_id, customer_id, developer_id } = report;
  change.tell({ type: 'ticket', ticket_id, to: [customer_id, developer_id] });
  await mailDecision(change, report, { reason, status });
  return asReport(await reportRows(tx).where('r.feedback_id', '=', id).executeTakeFirstOrThrow());
}

async function lockReport(tx: Tx, moderator: Viewer, id: string) {
  const report = await tx
    .selectFrom('feedback_reports as r')
    .innerJoin('user_feedback as f', 'f.id', 'r.feedback_id')
    .innerJoin('tickets as t', 't.id', 'f.ticket_id')
    .select(['r.status', 'r.reporter_id', 'f.ticket_id', 'f.developer_id', 't.customer_id'])
    .select(sql<boolean>`not (${hasNoPart(moderator)})`.as('is_mine'))
    .where('r.feedback_id', '=', id)
    .forUpdate('r')
    .executeTakeFirst();
  if (!report) throw new Refusal('not_found');
  if (report.is_mine) throw new Refusal('not_your_part');
  if (report.status !== 'open') throw new Refusal('report_decided');
  return report;
}

type Locked = Awaited<ReturnType<typeof lockReport>>;

async function mailDecision(
  change: Change,
  report: Locked,
  { reason, status }: { reason: string; status: 'hidden' | 'dismissed' },
): Promise<void> {
  const told =
    status === 'hidden' ? [report.customer_id, report.developer_id] : [report.reporter_id];
  const people = await change.tx
    .selectFrom('users')
    .select('email')
    .where('id', 'in', told)
    .orderBy('id')
    .execute();
  for (const { email } of people) {
    await enqueueMail(change, {
      kind: 'review_decided',
      to: email,
      subject: status === 'hidden' ? 'A review was hidden' : 'The review you reported stays',
      paragraphs: [
        status === 'hidden'
          ? 'A moderator has hidden a review between you and the other side of a request. Nobody but its author reads it any more, and its stars do not count.'
          : 'A moderator has looked at the review that you reported, and leaves it as it is.',
        'The reason:',
      ],
      quote: reason,
    });
  }
}
