import { sql } from 'kysely';
import { DEFAULT_NOTIFICATIONS, notificationsOf } from '#domain/mail-preferences.ts';
import type { NEW_REQUEST_PACES } from '#domain/new-request-pace.ts';
import { tellableAt } from '#domain/quiet-hours.ts';
import { notBanned } from '../database/banned.ts';
import type { Reader } from '../database/database.ts';
import { enqueueJob, type Jobs } from '../database/enqueue.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { seen } from '../lifecycle/visibility.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { newRequestLetter } from './new-request-letter.ts';
import { type OpenRequest, openRequests } from './open-requests.ts';

/** Developers told per transaction. */
const BATCH = 100;

/**
 * Tells developers of its categories about a request that is new, or open again after a handover,
 * if they have not had it before and want such news at once: each once, however often this runs.
 * Nobody is told about a request that was taken meanwhile. Who has quiet hours now is told at their end.
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
  const candidates = await untold(change.tx, request, after);
  const last = candidates.length < BATCH ? null : (candidates.at(-1)?.id ?? null);
  const times = new Map(
    candidates.map(({ id, notifications }) => [
      id,
      tellableAt(notificationsOf(notifications).quiet_hours, now),
    ]),
  );
  const isQuiet = (id: string) => (times.get(id) ?? now) > now;
  await tell(
    change,
    request,
    candidates.filter(({ id }) => !isQuiet(id)),
  );
  return { last, quietUntil: [...times.values()].filter((time) => time > now) };
}

async function tell(
  change: Change,
  request: OpenRequest,
  developers: readonly { id: string; email: string }[],
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
  for (const { id, email } of developers.filter(({ id }) => now.has(id))) {
    await enqueueMail(change, {
      ...newRequestLetter(request),
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
    .select('p.notifications')
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

/** Developers who can sign in and chose this pace for new requests. */
export function developersAt(db: Reader, pace: (typeof NEW_REQUEST_PACES)[number]) {
  const chosen = sql<string>`coalesce(p.notifications->>'new_request',
    ${DEFAULT_NOTIFICATIONS.new_request})`;
  return db
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select(['p.id', 'u.email', 'p.user_type', 'p.supported_categories'])
    .where('p.user_type', '=', 'developer')
    .where(chosen, '=', pace)
    .where(notBanned);
}
