import { sql } from 'kysely';
import type { Permission } from '#domain/actions.ts';
import { APPEAL_DAYS } from '#domain/limits.ts';
import { paths } from '#domain/paths.ts';
import { fullName } from '#domain/profile.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Side } from '#domain/relation.ts';
import type { FeedbackReport, FeedbackReportStatus } from '#domain/review.ts';
import { ticketTitle } from '#domain/ticket.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { Page } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockTicketRow, type TicketRow } from '../lifecycle/locked.ts';
import { authorOfWords } from '../lifecycle/review-words.ts';
import { hasNoPart } from '../lifecycle/under-review.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { requestTitle } from '../mail/request-title.ts';
import { hideWords, showMessage } from './hide-message.ts';
import { hasColleague, whyNotAnswer } from './own-decision.ts';
import { decidePermission, type QueueSearch, readQueue } from './queue.ts';

/**
 * Reported reviews, replies to them and words about quotes. Without those about the moderator's own requests
 * and quotes.
 */
export async function listWordReports(
  db: Reader,
  moderator: Viewer,
  search: QueueSearch<FeedbackReportStatus>,
): Promise<Page<FeedbackReport>> {
  const found = await readQueue(reportRows(db), 'r', moderator, search);
  return { ...found, items: found.items.map((row) => asReport(row, moderator)) };
}

/** Reports `r` with what they are about: a review `f` or its reply, or a quote `q` or a message `m` about it. */
function reported(db: Reader) {
  return db
    .selectFrom('feedback_reports as r')
    .leftJoin('user_feedback as f', 'f.id', 'r.feedback_id')
    .leftJoin('quotes as q', 'q.id', 'r.quote_id')
    .leftJoin('quote_messages as m', 'm.id', 'r.quote_message_id')
    .innerJoin('tickets as t', (join) =>
      join.on(sql<boolean>`t.id = coalesce(f.ticket_id, q.ticket_id)`),
    )
    .innerJoin('profiles as d', (join) =>
      join.on(sql<boolean>`d.id = coalesce(f.developer_id, q.developer_id)`),
    );
}

function reportRows(db: Reader) {
  return reported(db)
    .innerJoin('profiles as c', 'c.id', 't.customer_id')
    .select(['r.id', 'r.about', 'r.status', 'r.text', 'r.created_at', 'r.decided_at', 'r.reason'])
    .select(['r.appeal', 'r.appealed_at', 'r.appeal_answer', 'r.decided_by'])
    .select(hasColleague.as('has_colleague'))
    .select(['f.rating', 'f.reply', 't.id as ticket_id'])
    .select(sql<boolean>`coalesce(f.edited_at > f.replied_at, false)`.as('edited_since_reply'))
    .select(
      sql<boolean>`case r.about when 'reply' then f.hidden_at else f.reply_hidden_at end is not null`.as(
        'other_words_hidden',
      ),
    )
    .select([
      sql<Side>`coalesce(f.feedback_left_by,
        case when m.author_id = t.customer_id then 'customer' else 'developer' end)`.as('left_by'),
      sql<string | null>`coalesce(f.feedback, m.text, q.message)`.as('feedback'),
      sql<Date>`coalesce(f.created_at, m.created_at, q.created_at)`.as('left_at'),
    ])
    .select(['t.categories', 't.ai_tool', 't.ai_tool_other'])
    .select(['c.first_name as customer_first', 'c.last_name as customer_last'])
    .select(['d.first_name as developer_first', 'd.last_name as developer_last']);
}

type Row = Awaited<ReturnType<ReturnType<typeof reportRows>['execute']>>[number];

function asReport(row: Row, moderator: Viewer): FeedbackReport {
  const { id, about, status, text, created_at, decided_at, reason, left_by, ticket_id } = row;
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
  const { rating, feedback, reply, edited_since_reply, left_at } = row;
  const report = decidePermission(status);
  const appeal = decidePermission(status === 'appealed' ? 'open' : status);
  const own = appeal.allowed ? whyNotAnswer(row, moderator) : null;
  const answer: Permission = own === null ? appeal : { allowed: false, reason: own };
  return {
    id,
    about,
    status,
    text,
    created_at,
    decided_at,
    reason,
    review: {
      left_by,
      author_name,
      subject_name,
      rating,
      feedback,
      reply,
      edited_since_reply,
      created_at: left_at,
    },
    other_words_hidden: row.other_words_hidden,
    ticket: { id: ticket_id, title: ticketTitle({ ...row, id: ticket_id }) },
    appeal:
      row.appeal === null || row.appealed_at === null
        ? null
        : { text: row.appeal, created_at: row.appealed_at, answer: row.appeal_answer },
    actions: { hide: report, dismiss: report, uphold: answer, overturn: answer },
  };
}

/** `hidden` and `dismissed` answer a report, `upheld` and `overturned` an appeal. */
type WordsAnswer = 'hidden' | 'dismissed' | 'upheld' | 'overturned';
const statuses = {
  hidden: { from: 'open', to: 'hidden' },
  dismissed: { from: 'open', to: 'dismissed' },
  upheld: { from: 'appealed', to: 'hidden' },
  overturned: { from: 'appealed', to: 'overturned' },
} as const;

/**
 * Decides a report, or the appeal of an author: the words are hidden from everybody but their author,
 * or are read by the other side. Both sides are told why by mail, of a report that is dismissed only who
 * made it.
 * @throws Refusal `not_found`, `not_your_part` on one's own request or quote, `report_decided`; `own_decision` of
 * an appeal where the same moderator had hidden the words
 */
export async function decideWordReport(
  change: Change,
  moderator: Viewer,
  { id, reason, answer }: { id: string; reason: string; answer: WordsAnswer },
): Promise<FeedbackReport> {
  const { tx } = change;
  const ticket = await lockTicketOfReport(tx, id);
  const report = await lockReport(tx, moderator, id);
  const { from, to } = statuses[answer];
  if (report.status !== from) throw new Refusal('report_decided');
  const own = from === 'appealed' ? whyNotAnswer(report, moderator) : null;
  if (own !== null) throw new Refusal('own_decision', own);
  const decided_at = new Date();
  await tx
    .updateTable('feedback_reports')
    .set({
      status: to,
      ...(from === 'appealed'
        ? { appeal_answer: reason }
        : { reason, decided_at, decided_by: moderator.id }),
    })
    .where('id', '=', id)
    .execute();
  if (answer === 'hidden') await setHidden(tx, report, { reason, hidden_at: decided_at });
  if (answer === 'overturned') await setHidden(tx, report, { reason: null, hidden_at: null });
  if (answer === 'hidden' || answer === 'overturned')
    await followInThread(change, ticket, report, answer);
  const { about, words_id } = report;
  await writeAudit(change, moderator, {
    action: auditActions[about][answer],
    target: { type: about, id: words_id },
    ticket_id: report.ticket_id,
    reason,
  });
  const { ticket_id, customer_id, developer_id } = report;
  change.tell({ type: 'ticket', ticket_id, to: [customer_id, developer_id] });
  await mailDecision(change, ticket, report, { reason, answer });
  return asReport(await reportRows(tx).where('r.id', '=', id).executeTakeFirstOrThrow(), moderator);
}

const APPEALS = { upheld: 'appeal_denied', overturned: 'appeal_granted' } as const;
const auditActions = {
  review: { hidden: 'review_hidden', dismissed: 'review_report_dismissed', ...APPEALS },
  reply: { hidden: 'review_reply_hidden', dismissed: 'review_reply_report_dismissed', ...APPEALS },
  quote: { hidden: 'quote_words_hidden', dismissed: 'quote_report_dismissed', ...APPEALS },
} as const;

async function setHidden(
  tx: Tx,
  { about, words_id, quote_message_id }: Locked,
  { reason, hidden_at }: { reason: string | null; hidden_at: Date | null },
): Promise<void> {
  if (about !== 'quote') {
    const hidden =
      about === 'reply' ? { reply_hidden_at: hidden_at } : { hidden_at, hidden_reason: reason };
    await tx.updateTable('user_feedback').set(hidden).where('id', '=', words_id).execute();
    return;
  }
  const [table, which] =
    quote_message_id === null
      ? (['quotes', words_id] as const)
      : (['quote_messages', quote_message_id] as const);
  await tx.updateTable(table).set({ hidden_at }).where('id', '=', which).execute();
}

/** Before the report, as those do who report, appeal and choose: a choice at this moment comes first or waits. */
async function lockTicketOfReport(tx: Tx, id: string): Promise<TicketRow> {
  const found = await reported(tx).select('t.id').where('r.id', '=', id).executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return lockTicketRow(tx, found.id);
}

/** What was said about a chosen quote is in the conversation by now: it is hidden and shown there too. */
async function followInThread(
  change: Change,
  ticket: TicketRow,
  { about, words_id, quote_message_id }: Locked,
  answer: 'hidden' | 'overturned',
): Promise<void> {
  if (about !== 'quote') return;
  const { tx } = change;
  const words =
    quote_message_id === null
      ? tx
          .selectFrom('quotes')
          .select(['developer_id as author_id', 'created_at'])
          .where('id', '=', words_id)
      : tx
          .selectFrom('quote_messages')
          .select(['author_id', 'created_at'])
          .where('id', '=', quote_message_id);
  const copied = await tx
    .selectFrom('messages as m')
    .innerJoin(words.as('w'), (join) =>
      join.onRef('w.author_id', '=', 'm.author_id').onRef('w.created_at', '=', 'm.created_at'),
    )
    .select(['m.id', 'm.text', 'm.is_hidden'])
    .where('m.ticket_id', '=', ticket.id)
    .where('m.is_system', '=', false)
    .executeTakeFirst();
  if (!copied) return;
  if (answer === 'overturned') await showMessage(change, { ticket }, copied.id);
  else if (!copied.is_hidden) await hideWords(change, { ticket }, copied);
}

async function lockReport(tx: Tx, moderator: Viewer, id: string) {
  const report = await reported(tx)
    .select(['r.about', 'r.status', 'r.reporter_id', 'r.decided_by', 'r.quote_message_id'])
    .select(sql<string>`coalesce(r.feedback_id, r.quote_id)`.as('words_id'))
    .select('f.hidden_at as review_hidden_at')
    .select(hasColleague.as('has_colleague'))
    .select(['t.id as ticket_id', 'd.id as developer_id', 't.customer_id', 'q.outcome'])
    .select(authorOfWords.as('author_id'))
    .select(sql<boolean>`not ${hasNoPart(moderator)}`.as('is_mine'))
    .where('r.id', '=', id)
    .forUpdate('r')
    .executeTakeFirst();
  if (!report) throw new Refusal('not_found');
  if (report.is_mine) throw new Refusal('not_your_part');
  return report;
}

type Locked = Awaited<ReturnType<typeof lockReport>>;

async function mailDecision(
  change: Change,
  ticket: TicketRow,
  report: Locked,
  { reason, answer }: { reason: string; answer: WordsAnswer },
): Promise<void> {
  const told =
    answer === 'dismissed' ? [report.reporter_id] : [report.customer_id, report.developer_id];
  const people = await change.tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', told)
    .orderBy('id')
    .execute();
  const isBelowHidden = report.about === 'reply' && report.review_hidden_at !== null;
  const [subject, said] = letters[isBelowHidden ? 'reply_below_hidden' : report.about][answer];
  const about = `It is about "${requestTitle(ticket)}".`;
  for (const { id, email } of people) {
    const mayAppeal =
      answer === 'hidden' && id === report.author_id && report.review_hidden_at === null;
    const place = placeOf(report, ticket, { id, mayAppeal });
    await enqueueMail(change, {
      kind: 'review_decided',
      to: email,
      subject,
      paragraphs: [said, about, 'The reason:'],
      quote: reason,
      ...(place && { button: { label: place.label, url: place.url } }),
      ...(mayAppeal && place?.hasThem && { notes: [APPEAL] }),
    });
  }
}

const APPEAL = `If you do not agree, you can answer once within ${APPEAL_DAYS} days: choose Appeal below your words.`;

/** Where somebody goes from the mail, and whether their words stand there; null for who has lost the request. */
function placeOf(
  { about, outcome }: Locked,
  ticket: TicketRow,
  { id, mayAppeal }: { id: string; mayAppeal: boolean },
) {
  const label = 'Open the request';
  if (id === ticket.customer_id) {
    // A quote that runs now may be decided before they read this.
    const url =
      mayAppeal && about === 'quote'
        ? paths.planDialog('customer', ticket.id, 'quote-words')
        : paths.plan('customer', ticket.id);
    return { label, url, hasThem: outcome !== 'withdrawn' };
  }
  if (about === 'quote' && outcome !== null)
    return { label: 'Open your dashboard', url: paths.developerDashboard(), hasThem: true };
  return id === ticket.developer_id || about === 'quote'
    ? { label, url: paths.plan('developer', ticket.id), hasThem: true }
    : null;
}

const replyLetters = {
  hidden: [
    'The reply to a review was hidden',
    'A moderator has hidden the reply to a review between you and the other side of a request. Nobody but its author reads it any more; the review stays.',
  ],
  dismissed: [
    'The reply you reported stays',
    'A moderator has looked at the reply to your review that you reported, and leaves it as it is.',
  ],
  upheld: [
    'The reply to a review stays hidden',
    'A moderator has looked at the appeal against the hiding of the reply to a review between you and the other side of a request. It stays hidden.',
  ],
  overturned: [
    'The reply to a review is shown again',
    'A moderator has looked at the appeal against the hiding of the reply to a review between you and the other side of a request. It is read again.',
  ],
} as const;

/** Subject and first sentence. */
const letters = {
  review: {
    hidden: [
      'A review was hidden',
      'A moderator has hidden a review between you and the other side of a request. Nobody but its author reads it any more, and its stars do not count.',
    ],
    dismissed: [
      'The review you reported stays',
      'A moderator has looked at the review that you reported, and leaves it as it is.',
    ],
    upheld: [
      'A review stays hidden',
      'A moderator has looked at the appeal against the hiding of a review between you and the other side of a request. It stays hidden.',
    ],
    overturned: [
      'A review is shown again',
      'A moderator has looked at the appeal against the hiding of a review between you and the other side of a request. It is read again, and its stars count.',
    ],
  },
  reply: replyLetters,
  reply_below_hidden: {
    ...replyLetters,
    hidden: [
      replyLetters.hidden[0],
      'A moderator has hidden the reply to a review between you and the other side of a request. The review is hidden, too, so nobody reads the reply any more.',
    ],
    overturned: [
      'The reply to a review is no longer hidden',
      'A moderator has looked at the appeal against the hiding of the reply to a review between you and the other side of a request. It is no longer hidden itself, but the review is: the reply is read again only if the review is shown again.',
    ],
  },
  quote: {
    hidden: [
      'Words about a quote were hidden',
      'A moderator has hidden words that were written about a quote between you and the other side. Nobody but their author reads them any more.',
    ],
    dismissed: [
      'The words you reported stay',
      'A moderator has looked at the words about a quote that you reported, and leaves them as they are.',
    ],
    upheld: [
      'Words about a quote stay hidden',
      'A moderator has looked at the appeal against the hiding of words about a quote between you and the other side. They stay hidden.',
    ],
    overturned: [
      'Words about a quote are shown again',
      'A moderator has looked at the appeal against the hiding of words about a quote between you and the other side. Both of you read them again.',
    ],
  },
} as const;
