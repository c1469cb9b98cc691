import { sql } from 'kysely';
import { sideIn } from '#domain/relation.ts';
import { turn } from '#domain/turn.ts';
import { WEBHOOK_ACTORS, type WebhookBody } from '#domain/webhook-event.ts';
import { typeOf } from '#domain/webhook-type.ts';
import { notBanned } from '../database/banned.ts';
import type { Database, Reader } from '../database/database.ts';
import { asWork, openMilestonesOf } from '../lifecycle/turns.ts';
import { seen } from '../lifecycle/visibility.ts';

/** How many are prepared at once. */
const BATCH = 20;
/** Longer than all of a batch takes. A process that crashed while it sent is waited for so long. */
const BUSY_SECONDS = 300;

/** A webhook that this process alone sends to, until it lets go. */
export type ClaimedWebhook = NonNullable<Awaited<ReturnType<typeof claimWebhook>>>;

/** Null where it is off, gone or busy, or its owner is suspended. */
export function claimWebhook(db: Database, id: string) {
  return db
    .updateTable('webhooks as w')
    .from('users as u')
    .set({ busy_until: sql<Date>`now() + make_interval(secs => ${BUSY_SECONDS})` })
    .where('w.id', '=', id)
    .whereRef('u.id', '=', 'w.user_id')
    .where(sql<boolean>`coalesce(w.busy_until, '-infinity') < now()`)
    .where('w.off_since', 'is', null)
    .returning(['w.id', 'w.url', 'w.user_id', 'w.sealed_secret', 'w.old_sealed_secret'])
    .returning(['w.old_secret_until', 'w.failing_since', 'u.email', notBanned.as('may_send')])
    .executeTakeFirst();
}

/** Lets go of it. */
export async function releaseWebhook(db: Database, id: string): Promise<void> {
  await db.updateTable('webhooks').set({ busy_until: null }).where('id', '=', id).execute();
}

/** One that is due: what to send, or null where its owner may not see it (any more). */
export interface Due {
  id: string;
  failures: number;
  /** What has to arrive in this order: the request; null for messages and tests. */
  order: string | null;
  body: WebhookBody | null;
}

/**
 * The next ones that are due, in the order in which they happened, as their owner may see them now. What
 * follows a failed one of the same request waits for it, except for messages.
 */
export async function dueDeliveries(
  db: Reader,
  { id, user_id, may_send }: ClaimedWebhook,
): Promise<Due[]> {
  const rows = await dueRows(db, id, user_id);
  const tickets = rows.map(({ ticket_id }) => ticket_id).filter((id) => id !== null);
  const open = asWork(await openMilestonesOf(db, [...new Set(tickets)]));
  return rows.map((row) => ({
    id: row.id,
    failures: row.failures,
    order: row.in_order ? row.ticket_id : null,
    body: may_send && row.may_see ? bodyOf(row, user_id, open) : null,
  }));
}

/** When the next one is due that waits for nothing but its time (ms since the epoch); null for none. */
export async function nextDue(db: Reader, webhookId: string): Promise<number | null> {
  const { next } = await db
    .selectFrom('webhook_deliveries as d')
    .select(({ fn }) => fn.min('d.due_at').as('next'))
    .where('d.webhook_id', '=', webhookId)
    .where('d.state', '=', 'waiting')
    .where(waitsForNone)
    .executeTakeFirstOrThrow();
  return next ? next.getTime() : null;
}

const inOrder = (row: string) => sql<boolean>`(${sql.ref(`${row}.event`)} <> 'message_sent')`;

/** No earlier one `d` of the same request has failed and is to be tried again. */
const waitsForNone = sql<boolean>`not (${inOrder('d')} and exists (select from webhook_deliveries e
  where e.webhook_id = d.webhook_id and e.ticket_id = d.ticket_id and ${inOrder('e')}
    and e.state = 'waiting' and e.due_at > now() and e.position < d.position))`;

function dueRows(db: Reader, webhookId: string, id: string) {
  return (
    db
      .selectFrom('webhook_deliveries as d')
      .leftJoin('tickets as t', 't.id', 'd.ticket_id')
      .leftJoin('messages as m', 'm.id', 'd.message_id')
      .select(['d.id', 'd.event', 'd.ticket_id', 'd.milestone_id', 'd.message_id', 'd.actor'])
      .select(['d.happened_at', 'd.failures', inOrder('d').as('in_order')])
      .select(['t.customer_id', 't.developer_id', 't.status', 't.status_since', 't.ending'])
      .select(['t.cancellation', 't.change', 't.question'])
      .select(['t.mode', 't.quotes_until', 't.quoted_by'])
      // A test is about no request. A message has to be one of their own conversation, and not hidden.
      .select(
        sql<boolean>`(d.ticket_id is null or ${seen.isSide({ id })} is true
          and (d.message_id is null or ${seen.isInPairing({ id })} is true and m.text is not null))`.as(
          'may_see',
        ),
      )
      .where('d.webhook_id', '=', webhookId)
      .where('d.state', '=', 'waiting')
      .where('d.due_at', '<=', sql<Date>`now()`)
      .where(waitsForNone)
      .orderBy('d.position')
      .limit(BATCH)
      .execute()
  );
}

type Row = Awaited<ReturnType<typeof dueRows>>[number];

function bodyOf(row: Row, ownerId: string, open: ReturnType<typeof asWork>): WebhookBody | null {
  const type = typeOf(row.event);
  if (type === null) return null;
  const { ticket_id, milestone_id, message_id, status } = row;
  return {
    type,
    timestamp: row.happened_at.toISOString(),
    data: {
      ticket_id,
      milestone_id,
      message_id,
      by: WEBHOOK_ACTORS.find((actor) => actor === row.actor) ?? null,
      status,
      turn: turnOf(row, ownerId, open),
    },
  };
}

function turnOf(
  { customer_id, developer_id, status, status_since, ...row }: Row,
  ownerId: string,
  open: ReturnType<typeof asWork>,
): WebhookBody['data']['turn'] {
  if (customer_id === null || status === null || status_since === null) return null;
  const relation = sideIn({ customer_id, developer_id }, ownerId);
  if (relation === null) return null;
  const { ending, cancellation, question, change, mode, quotes_until, quoted_by } = row;
  const { whose, action, milestone_id } = turn({
    status,
    status_since: status_since.toISOString(),
    reserved: developer_id !== null,
    milestones: open.filter(({ ticket_id }) => ticket_id === row.ticket_id),
    ending,
    cancellation,
    question,
    change,
    ...(mode && { mode, quotes_until, quoted_by: quoted_by ?? [] }),
    relation,
    counterpart: null,
  });
  return { whose, action, milestone_id };
}
