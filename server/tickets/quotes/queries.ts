import { sql } from 'kysely';
import { appealWordsPermission } from '#domain/decision.ts';
import { APPEAL_DAYS } from '#domain/limits.ts';
import { type Helper, type Quote, quoteDoneBy, reportWordsPermission } from '#domain/quote.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Taker } from '#domain/rule-facts.ts';
import { actionsFor } from '#domain/rulebook.ts';
import { HIDDEN_MESSAGE_TEXT } from '#domain/system-message-texts.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import { awayUntil } from '../../accounts/availability.ts';
import { asCollaborator, peopleByIds } from '../../accounts/person.ts';
import { notBanned } from '../../database/banned.ts';
import type { Reader } from '../../database/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { takersOf } from '../../lifecycle/locked.ts';
import { hiddenInThread } from '../../lifecycle/quote-rows.ts';
import { asOneSide, relationToTicket } from '../../lifecycle/visibility.ts';

/** Of one's own that are decided. */
const SHOWN_LATER = 20;

/**
 * The quotes of a request, oldest first: all for its customer, their own for developers.
 * @throws Refusal `not_found` for whoever does not see the request
 */
export async function quotesOfTicket(
  db: Reader,
  viewer: Viewer,
  ticketId: string,
): Promise<Quote[]> {
  const relation = await relationToTicket(db, viewer, ticketId);
  const all = quoteRows(db).where('q.ticket_id', '=', ticketId).orderBy('q.created_at');
  const rows =
    relation === 'customer'
      ? // What was withdrawn is its author's again.
        await all.where(sql<boolean>`q.outcome is distinct from 'withdrawn'`).execute()
      : await all.where('q.developer_id', '=', viewer.id).execute();
  return asQuotes(db, viewer, rows);
}

/** A developer's own quotes: running ones, then decided ones: those with words to appeal for, then the last. */
export async function ownQuotes(db: Reader, viewer: Viewer): Promise<Quote[]> {
  const mine = quoteRows(db).where('q.developer_id', '=', viewer.id);
  const toAppeal = sql`exists (select from feedback_reports r where r.quote_id = q.id
    and r.status = 'hidden' and r.reporter_id <> ${viewer.id} and r.appeal is null
    and r.decided_at > now() - ${APPEAL_DAYS} * interval '1 day')`;
  const [running, decided] = await Promise.all([
    mine.where('q.outcome', 'is', null).orderBy('q.created_at', 'desc').execute(),
    mine
      .where('q.outcome', 'is not', null)
      .orderBy(toAppeal, 'desc')
      .orderBy('q.created_at', 'desc')
      .limit(SHOWN_LATER)
      .execute(),
  ]);
  return asQuotes(db, viewer, [...running, ...decided]);
}

/** @throws Refusal `not_found` for all but its author and the customer */
export async function quoteFor(db: Reader, viewer: Viewer, id: string): Promise<Quote> {
  const rows = await quoteRows(db)
    .where('q.id', '=', id)
    .where((is) =>
      is.or([
        is('q.developer_id', '=', viewer.id),
        // What was withdrawn is its author's again.
        is.and([
          is('t.customer_id', '=', viewer.id),
          sql<boolean>`q.outcome is distinct from 'withdrawn'`,
        ]),
      ]),
    )
    .execute();
  const [quote] = await asQuotes(db, viewer, rows);
  if (!quote) throw new Refusal('not_found');
  return quote;
}

function quoteRows(db: Reader) {
  return db
    .selectFrom('quotes as q')
    .innerJoin('tickets as t', 't.id', 'q.ticket_id')
    .select(['q.id', 'q.ticket_id', 'q.developer_id', 'q.message', 'q.milestones', 'q.version'])
    .select(['q.created_at', 'q.edited_at', 'q.outcome', 'q.decided_at', 'q.hidden_at'])
    .select(
      sql<boolean>`exists (select from feedback_reports r where r.quote_id = q.id
        and r.quote_message_id is null)`.as('is_reported'),
    )
    .select(
      sql<string | null>`(select r.appeal from feedback_reports r where r.quote_id = q.id
        and r.quote_message_id is null)`.as('appeal'),
    )
    .select(hiddenInThread('q.ticket_id', 'q.developer_id', 'q.created_at').as('hidden_later'))
    .select(['t.description', 't.status', 't.status_before_help'])
    .select(['t.developer_id as assigned_to', 't.mode'])
    .select((query) =>
      query
        .selectFrom('tickets as done')
        .select((done) => done.fn.countAll<number>().as('count'))
        .whereRef('done.developer_id', '=', 'q.developer_id')
        .where('done.status', '=', 'CUSTOMER_APPROVED')
        .as('finished'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof quoteRows>['execute']>>[number];

async function asQuotes(db: Reader, viewer: Viewer, rows: readonly Row[]): Promise<Quote[]> {
  if (rows.length === 0) return [];
  const [people, said, takers] = await Promise.all([
    peopleByIds(
      db,
      rows.map(({ developer_id }) => developer_id),
    ),
    messagesOf(
      db,
      rows.map(({ id }) => id),
    ),
    takersOf(
      db,
      rows.filter(({ outcome }) => outcome === null).map(({ developer_id }) => developer_id),
    ),
  ]);
  const authors = new Map(people.map((person) => [person.id, asCollaborator(person)]));
  const now = new Date();
  return rows.flatMap((row) => {
    const developer = authors.get(row.developer_id);
    if (!developer) return [];
    const { id, ticket_id, milestones, version, created_at, edited_at, outcome } = row;
    const is_mine = row.developer_id === viewer.id;
    const sum = (of: 'estimated_minutes' | 'cost_cents') =>
      milestones.reduce((total, milestone) => total + milestone[of], 0);
    const messages = said
      .filter(({ quote_id }) => quote_id === id)
      .map(({ quote_id: _, author_id, ...one }) => {
        const { text, is_hidden, report, appeal } = asRead(one, author_id === viewer.id, outcome);
        const { created_at } = one;
        return {
          id: one.id,
          is_mine: author_id === viewer.id,
          text,
          is_hidden,
          created_at,
          actions: { report, appeal },
        };
      });
    const {
      text: message,
      is_hidden,
      report,
      appeal,
    } = asRead({ ...row, text: row.message }, is_mine, outcome);
    return [
      {
        id,
        ticket_id,
        ticket_title: splitDescription(row.description).title,
        developer,
        record: { finished: row.finished ?? 0 },
        is_mine,
        message,
        is_hidden,
        milestones,
        total_minutes: sum('estimated_minutes'),
        total_cents: sum('cost_cents'),
        done_by: quoteDoneBy(milestones, now),
        version,
        created_at,
        edited_at,
        outcome,
        decided_at: row.decided_at,
        messages,
        actions: { ...actionsOf(viewer, row, takers.get(row.developer_id)), report, appeal },
      },
    ];
  });
}

/** Words about a quote for one reader, and whether they may report them. */
function asRead(
  {
    text,
    hidden_at,
    hidden_later,
    is_reported,
    appeal,
  }: {
    text: string;
    hidden_at: Date | null;
    /** As a message, once the quote was chosen: then that decision is appealed against. */
    hidden_later: boolean;
    is_reported: boolean;
    appeal: string | null;
  },
  is_mine: boolean,
  outcome: Quote['outcome'],
) {
  const is_hidden = hidden_at !== null || hidden_later;
  return {
    text: is_hidden && !is_mine ? HIDDEN_MESSAGE_TEXT : text,
    is_hidden,
    report: reportWordsPermission({ is_mine, is_hidden, is_reported, outcome }),
    appeal: appealWordsPermission({ is_mine, hidden_at, appealed: appeal !== null }),
  };
}

function actionsOf(viewer: Viewer, row: Row, taker: Taker | undefined): Quote['actions'] {
  const relation = row.developer_id === viewer.id ? 'candidate' : 'customer';
  return actionsFor('quote', relation, {
    status: row.status,
    status_before_help: row.status_before_help,
    has_developer: row.assigned_to !== null,
    ...(taker && { taker }),
    milestones: [],
    compares: row.mode === 'quotes',
    quote_runs: row.outcome === null,
  });
}

function messagesOf(db: Reader, ids: readonly string[]) {
  return db
    .selectFrom('quote_messages as m')
    .innerJoin('quotes as q', 'q.id', 'm.quote_id')
    .leftJoin('feedback_reports as r', 'r.quote_message_id', 'm.id')
    .select(['m.id', 'm.quote_id', 'm.author_id', 'm.text', 'm.created_at', 'm.hidden_at'])
    .select(['r.appeal', sql<boolean>`r.id is not null`.as('is_reported')])
    .select(hiddenInThread('q.ticket_id', 'm.author_id', 'm.created_at').as('hidden_later'))
    .where('m.quote_id', 'in', ids)
    .orderBy('m.position')
    .execute();
}

/** Who helped a customer before may not be told by others. */
const MOST_HELPERS = 20;

/**
 * Developers who had a request of this customer and can be invited to this one, the last first.
 * @throws Refusal `not_found` for all but the customer
 */
export async function helpersFor(db: Reader, viewer: Viewer, ticketId: string): Promise<Helper[]> {
  if ((await asOneSide(db, viewer, ticketId)) !== 'customer') throw new Refusal('not_your_part');
  const rows = await db
    .selectFrom('pairings as had')
    .innerJoin('tickets as t', 't.id', 'had.ticket_id')
    .innerJoin('users as u', 'u.id', 'had.developer_id')
    .innerJoin('profiles as p', 'p.id', 'u.id')
    .innerJoin('tickets as now', (join) => join.on('now.id', '=', ticketId))
    .select(({ fn }) => ['u.id', fn.max('had.began_at').as('last')])
    .select(sql<boolean>`u.id = any (now.invited)`.as('invited'))
    .select(awayUntil.as('away_until'))
    .where('t.customer_id', '=', viewer.id)
    .where('p.user_type', '=', 'developer')
    .where(notBanned)
    // Neither those who may not have it, nor whoever has sent a quote.
    .where(sql<boolean>`u.id <> all (now.replaced || now.quoted_by)`)
    .groupBy(['u.id', 'p.id', 'now.invited'])
    .orderBy('last', 'desc')
    .limit(MOST_HELPERS)
    .execute();
  const people = await peopleByIds(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, invited, away_until }) => {
    const person = people.find((each) => each.id === id);
    return person ? [{ person: asCollaborator(person), invited, away_until }] : [];
  });
}
