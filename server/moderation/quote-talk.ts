import type { ModeratedRequest } from '#domain/moderation.ts';
import { fullName } from '#domain/profile.ts';
import type { Reader } from '../database/database.ts';

/** The quotes of a request with all that was said about them, also what is hidden; oldest first. */
export async function quotesAbout(
  db: Reader,
  { id, customer_id }: { id: string; customer_id: string },
): Promise<ModeratedRequest['quotes']> {
  const quotes = await db
    .selectFrom('quotes as q')
    .innerJoin('profiles as p', 'p.id', 'q.developer_id')
    .select(['q.id', 'q.message', 'q.outcome', 'q.created_at', 'q.hidden_at'])
    .select(['p.first_name', 'p.last_name'])
    .where('q.ticket_id', '=', id)
    .orderBy('q.created_at')
    .execute();
  const said = await db
    .selectFrom('quote_messages as m')
    .innerJoin('quotes as q', 'q.id', 'm.quote_id')
    .select(['m.id', 'm.quote_id', 'm.author_id', 'm.text', 'm.created_at', 'm.hidden_at'])
    .where('q.ticket_id', '=', id)
    .orderBy('m.position')
    .execute();
  return quotes.map(({ first_name, last_name, hidden_at, ...quote }) => ({
    ...quote,
    author_name: fullName({ first_name, last_name }, 'Developer'),
    is_hidden: hidden_at !== null,
    messages: said
      .filter(({ quote_id }) => quote_id === quote.id)
      .map((message) => ({
        id: message.id,
        side: message.author_id === customer_id ? 'customer' : 'developer',
        text: message.text,
        is_hidden: message.hidden_at !== null,
        created_at: message.created_at,
      })),
  }));
}
