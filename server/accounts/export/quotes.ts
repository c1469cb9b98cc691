import type { Export } from '#domain/export.ts';
import { HIDDEN_MESSAGE_TEXT } from '#domain/system-message-texts.ts';
import type { Reader } from '../../database/database.ts';
import { hiddenInThread } from '../../lifecycle/quote-rows.ts';
import { grouped, inBatches, later } from './rows.ts';

/** A quote can have 50 milestones with long texts. */
const BATCH = 20;

type Quote = Export['quotes'][number];
type Row = Awaited<ReturnType<typeof rows>>[number];

/** By a moderator: beside the quote, or as a message once it was chosen. */
type Hiding = { hidden_at: Date | null; hidden_later: boolean };

/** Quotes that a person wrote, and those for their requests, oldest first, with what was said. */
export async function* quotesOf(db: Reader, me: string): AsyncGenerator<Quote> {
  let batch: Row[] = [];
  for await (const row of inBatches((after: Row | undefined) => rows(db, me, after), BATCH)) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield* await withMessages(db, me, batch);
    batch = [];
  }
  yield* await withMessages(db, me, batch);
}

function rows(db: Reader, me: string, after: { created_at: Date; id: string } | undefined) {
  return db
    .selectFrom('quotes')
    .innerJoin('tickets', 'tickets.id', 'quotes.ticket_id')
    .select(['quotes.id', 'quotes.ticket_id', 'quotes.developer_id', 'quotes.message'])
    .select(['quotes.milestones', 'quotes.version', 'quotes.created_at', 'quotes.edited_at'])
    .select(['quotes.outcome', 'quotes.decided_at', 'quotes.hidden_at'])
    .select(
      hiddenInThread('quotes.ticket_id', 'quotes.developer_id', 'quotes.created_at').as(
        'hidden_later',
      ),
    )
    .where((is) =>
      is.or([
        is('quotes.developer_id', '=', me),
        // What was withdrawn is its author's again.
        is.and([
          is('tickets.customer_id', '=', me),
          is.or([is('quotes.outcome', 'is', null), is('quotes.outcome', '<>', 'withdrawn')]),
        ]),
      ]),
    )
    .where(later('quotes', after))
    .orderBy('quotes.created_at')
    .orderBy('quotes.id')
    .limit(BATCH)
    .execute();
}

async function withMessages(db: Reader, me: string, quotes: Row[]): Promise<Quote[]> {
  if (quotes.length === 0) return [];
  const found = await db
    .selectFrom('quote_messages as m')
    .innerJoin('quotes as q', 'q.id', 'm.quote_id')
    .select(['m.quote_id', 'm.author_id', 'm.text', 'm.created_at', 'm.hidden_at'])
    .select(hiddenInThread('q.ticket_id', 'm.author_id', 'm.created_at').as('hidden_later'))
    .where(
      'm.quote_id',
      'in',
      quotes.map(({ id }) => id),
    )
    .orderBy('m.position')
    .execute();
  const messagesOf = grouped(found, ({ quote_id }) => quote_id);
  const read = (text: string, { hidden_at, hidden_later }: Hiding, isMine: boolean) =>
    (hidden_at !== null || hidden_later) && !isMine ? HIDDEN_MESSAGE_TEXT : text;
  return quotes.map(({ developer_id, hidden_at, hidden_later, ...quote }) => ({
    ...quote,
    message: read(quote.message, { hidden_at, hidden_later }, developer_id === me),
    written_by_me: developer_id === me,
    messages: messagesOf(quote.id).map(({ author_id, text, created_at, ...hiding }) => ({
      by_me: author_id === me,
      text: read(text, hiding, author_id === me),
      created_at,
    })),
  }));
}

/** What a customer wrote about quotes that are their authors' alone again, oldest first. */
export function questionsOf(db: Reader, me: string): Promise<Export['quote_questions']> {
  return db
    .selectFrom('quote_messages as m')
    .innerJoin('quotes as q', 'q.id', 'm.quote_id')
    .select(['m.quote_id', 'q.ticket_id', 'm.text', 'm.created_at'])
    .where('m.author_id', '=', me)
    .where('q.developer_id', '<>', me)
    .where('q.outcome', '=', 'withdrawn')
    .orderBy('m.position')
    .execute();
}
