import { sql } from 'kysely';
import { type Sought, soughtIn } from '#domain/alert.ts';
import { isStopped } from '#domain/mail-preferences.ts';
import { DAY_MS } from '#domain/milliseconds.ts';
import { relationOf } from '#domain/relation.ts';
import type { Database, Tx } from '../database/database.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { isWanted } from './alerts.ts';
import { dailyNewsLetter } from './new-request-letter.ts';
import { developersAt } from './new-requests.ts';
import { notify } from './notify.ts';
import { type OpenRequest, openRequests, openSince } from './open-requests.ts';

const BATCH = 500;
/** Older ones are no news; they are in the list of available requests. */
const OLDEST_NEWS_MS = 7 * DAY_MS;

/**
 * Mails each developer who chose daily news the requests in their categories that were posted or
 * handed over since their last mail and are still available. One mail per day (UTC) at most,
 * however often and on however many servers this runs. If one fails, the others still go out.
 * @throws AggregateError when some failed; the next run tries them again
 */
export async function tellDailyNews(context: Context, now = new Date()): Promise<void> {
  const news = await openRequests(context.db)
    .where(openSince, '>', new Date(now.getTime() - OLDEST_NEWS_MS))
    .orderBy('open_since', 'desc')
    .execute();
  const known = news.map((request) => ({ ...request, sought: soughtIn(request) }));
  const failures: unknown[] = [];
  for (let after: string | null = null; news.length > 0; ) {
    const developers = await someDevelopers(context.db, after);
    for (const developer of developers) {
      await change(context, (change) => tell(change, { developer, news: known, now })).catch(
        (cause: unknown) => failures.push(cause),
      );
    }
    if (developers.length < BATCH) break;
    after = developers.at(-1)?.id ?? null;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some daily news could not be sent');
}

type Developer = Awaited<ReturnType<typeof someDevelopers>>[number];

function someDevelopers(db: Database, after: string | null) {
  return developersAt(db, 'daily')
    .leftJoin('daily_news as d', 'd.developer_id', 'p.id')
    .select('d.told_until')
    .$if(after !== null, (query) => query.where('p.id', '>', after ?? ''))
    .orderBy('p.id')
    .limit(BATCH)
    .execute();
}

interface Telling {
  developer: Developer;
  news: readonly (OpenRequest & { sought: Sought })[];
  now: Date;
}

async function tell(change: Change, { developer, news, now }: Telling): Promise<void> {
  const { id, email, told_until } = developer;
  const since = told_until ?? new Date(now.getTime() - DAY_MS);
  const wanted = news.filter(
    (request) =>
      newsSince(request, id) > since &&
      !request.had_by.includes(id) &&
      relationOf(developer, request) === 'candidate' &&
      isWanted(developer.alerts, 'daily', request.sought),
  );
  const fitting = await untoldOf(change.tx, id, wanted);
  if (fitting.length === 0 || !(await claimDay(change.tx, id, now))) return;
  await notify(change, { kind: 'new_request', to: [id], ticketId: null, count: fitting.length });
  if (isStopped(developer.notifications, 'new_request')) return;
  await enqueueMail(change, {
    ...dailyNewsLetter(fitting, { byAlert: developer.alerts.length > 0 }),
    to: email,
    choice: { personId: id, kind: 'new_request' },
  });
}

/** Since when somebody may see a request: others than those whom it fits best do so some minutes later. */
function newsSince({ open_since, first_until, ...request }: OpenRequest, id: string): Date {
  const early = [...request.first_for, ...request.quoted_by, ...request.invited];
  const isLate = first_until !== null && first_until > open_since && !early.includes(id);
  return isLate ? first_until : open_since;
}

/** Without what another alert has told at once. */
async function untoldOf(
  tx: Tx,
  person_id: string,
  requests: readonly OpenRequest[],
): Promise<OpenRequest[]> {
  if (requests.length === 0) return [];
  const told = await tx
    .selectFrom('notifications')
    .select(['ticket_id', 'created_at'])
    .where('person_id', '=', person_id)
    .where('kind', '=', 'new_request')
    .where(
      'ticket_id',
      'in',
      requests.map(({ id }) => id),
    )
    .execute();
  return requests.filter(
    ({ id, open_since }) =>
      !told.some(({ ticket_id, created_at }) => ticket_id === id && created_at >= open_since),
  );
}

/** Claims today's mail; false where it was claimed already. */
async function claimDay(tx: Tx, developerId: string, now: Date): Promise<boolean> {
  const day = now.toISOString().slice(0, 10);
  const { rows } = await sql`insert into daily_news (developer_id, day, told_until)
    values (${developerId}, ${day}, ${now})
    on conflict (developer_id) do update set day = excluded.day, told_until = excluded.told_until
      where daily_news.day < excluded.day
    returning developer_id`.execute(tx);
  return rows.length > 0;
}
