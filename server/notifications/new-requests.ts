import { sql } from 'kysely';
import { type AlertPace, soughtIn } from '#domain/alert.ts';
import { DEFAULT_NOTIFICATIONS, isStopped, notificationsOf } from '#domain/mail-preferences.ts';
import { tellableAt } from '#domain/quiet-hours.ts';
import { notBanned } from '../database/banned.ts';
import type { Reader } from '../database/database.ts';
import { enqueueJob, type Jobs } from '../database/enqueue.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { seen } from '../lifecycle/visibility.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { alertsOfP, hearsAt, isWanted } from './alerts.ts';
import { newRequestLetter } from './new-request-letter.ts';
import { type OpenRequest, openRequests } from './open-requests.ts';

/** Developers told per transaction. */
const BATCH = 100;

/**
 * Tells developers of its categories about a request that is new, or open again after a handover,
 * if they have not had it before and want such news at once: each once, however often this runs.
 * Nobody is told about a request that was taken meanwhile. Who has quiet hours now is told at their end.
 * Where some see it first, it runs again when the others do, and open lists show it to these.
 */
export async function announceRequest(
  context: Context,
  { ticket_id }: Jobs['announce-request'],
  now = new Date(),
): Promise<void> {
  let again: Date | null = null;
  for (let after: string | null = null; ; ) {
    const some = await change(context, (change) =>
      announceToSome(change, ticket_id, { after, now }),
    );
    for (const end of some.quietUntil) if (!again || end < again) again = end;
    if (!some.last) break;
    after = some.last;
  }
  const at = again;
  if (at) await change(context, ({ tx }) => enqueueJob(tx, 'announce-request', { ticket_id }, at));
}

interface Told {
  /** The last developer looked at, where there may be more. */
  last: string | null;
  /** The ends of the quiet hours of those who were not told. */
  quietUntil: Date[];
}

async function announceToSome(
  change: Change,
  ticketId: string,
  { after, now }: { after: string | null; now: Date },
): Promise<Told> {
  const request = await openRequest(change.tx, ticketId);
  if (!request) return { last: null, quietUntil: [] };
  if (after === null) showToOthers(change, request);
  const candidates = await untold(change.tx, request, after);
  const last = candidates.length < BATCH ? null : (candidates.at(-1)?.id ?? null);
  const sought = soughtIn(request);
  const hearers = candidates.filter(({ alerts }) => isWanted(alerts, 'at_once', sought));
  const times = new Map(
    hearers.map(({ id, notifications }) => [
      id,
      tellableAt(notificationsOf(notifications).quiet_hours, now),
    ]),
  );
  const isQuiet = (id: string) => (times.get(id) ?? now) > now;
  await tell(
    change,
    request,
    hearers.filter(({ id }) => !isQuiet(id)),
  );
  return { last, quietUntil: [...times.values()].filter((time) => time > now) };
}

/** The time in which some came first is over: lists of the others are read anew. */
function showToOthers({ tell }: Change, { id, first_until, categories }: OpenRequest): void {
  if (first_until === null || first_until > new Date()) return;
  tell({ type: 'ticket', ticket_id: id, to: [], categories });
}

type Hearer = Awaited<ReturnType<typeof untold>>[number];

async function tell(
  change: Change,
  request: OpenRequest,
  developers: readonly Hearer[],
): Promise<void> {
  if (developers.length === 0) return;
  const ticketId = request.id;
  const rows = developers.map(({ id }) => ({
    person_id: id,
    kind: 'new_request' as const,
    ticket_id: ticketId,
  }));
  const told = await change.tx
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['ticket_id', 'person_id'])
        .where(sql<boolean>`kind = 'new_request' and ticket_id is not null`)
        .doUpdateSet({ created_at: sql`now()`, read_at: null })
        .where('notifications.created_at', '<', request.open_since),
    )
    .returning('person_id')
    .execute();
  const now = new Set(told.map(({ person_id }) => person_id));
  const mailed = developers.filter(
    ({ id, notifications }) => now.has(id) && !isStopped(notifications, 'new_request'),
  );
  for (const { id, email, alerts } of mailed) {
    await enqueueMail(change, {
      ...newRequestLetter(request, { byAlert: alerts.length > 0 }),
      to: email,
      choice: { personId: id, kind: 'new_request' },
    });
  }
  change.tell({ type: 'notification', to: [...now] });
}

/** Null once it is taken or gone. */
async function openRequest(db: Reader, id: string) {
  const found = await openRequests(db).where('t.id', '=', id).executeTakeFirst();
  return found ?? null;
}

function untold(db: Reader, { id, open_since, had_by }: OpenRequest, after: string | null) {
  return developersAt(db, 'at_once')
    .$if(after !== null, (query) => query.where('p.id', '>', after ?? ''))
    .innerJoin('tickets as t', (join) => join.on('t.id', '=', id))
    .where(seen.isCandidate('p'))
    .where(sql<boolean>`p.id <> all(${had_by}::uuid[])`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notifications as n')
            .select('n.id')
            .whereRef('n.person_id', '=', 'p.id')
            .where('n.ticket_id', '=', id)
            .where('n.kind', '=', 'new_request')
            .where('n.created_at', '>=', open_since),
        ),
      ),
    )
    .orderBy('p.id')
    .limit(BATCH)
    .execute();
}

/**
 * Developers who can sign in, are not away, and hear of new requests at this pace, with their alerts:
 * by these, whatever they chose for all requests, or without any by that.
 */
export function developersAt(db: Reader, pace: AlertPace) {
  const chosen = sql<string>`coalesce(p.notifications->>'new_request',
    ${DEFAULT_NOTIFICATIONS.new_request})`;
  return db
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select(['p.id', 'u.email', 'p.user_type', 'p.supported_categories', 'p.notifications'])
    .select(alertsOfP.as('alerts'))
    .where('p.user_type', '=', 'developer')
    .where(hearsAt(pace, chosen))
    .where(sql<boolean>`(p.away_until is null or p.away_until <= now())`)
    .where(notBanned);
}
