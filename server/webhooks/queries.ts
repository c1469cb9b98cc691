import { sql } from 'kysely';
import type { Webhook, WebhookDelivery } from '#domain/webhook.ts';
import { TEST_TYPE, typeOf, typesOf } from '#domain/webhook-type.ts';
import type { Reader } from '../database/database.ts';
import { type Page, type PageRequest, readPage } from '../http/paging.ts';

/** Columns of a webhook, as its owner reads it. */
export const WEBHOOK_COLUMNS = [
  ...(['id', 'url', 'events', 'created_at', 'failing_since', 'off_since', 'off_by'] as const),
  'old_secret_until',
] as const;

type WebhookRow = Omit<Webhook, 'events'> & { events: string[]; old_secret_until: Date | null };

/** A row as its owner reads it. */
export function asWebhook({ events, old_secret_until, ...row }: WebhookRow): Webhook {
  const isOldUsed = old_secret_until !== null && old_secret_until > new Date();
  return { ...row, events: typesOf(events), old_secret_until: isOldUsed ? old_secret_until : null };
}

/** A person's webhooks, the newest first. */
export async function webhooksOf(db: Reader, user_id: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(WEBHOOK_COLUMNS)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return (rows as WebhookRow[]).map(asWebhook);
}

/** The log of a webhook, newest first. */
export async function deliveriesOf(
  db: Reader,
  webhookId: string,
  page: PageRequest,
): Promise<Page<WebhookDelivery>> {
  const found = await readPage(deliveryRows(db).where('d.webhook_id', '=', webhookId), page, {
    by: ['d.happened_at', 'd.id'],
  });
  return { ...found, items: found.items.map(asDelivery) };
}

/** Deliveries `d`. */
export function deliveryRows(db: Reader) {
  return db
    .selectFrom('webhook_deliveries as d')
    .select(['d.id', 'd.event', 'd.ticket_id', 'd.milestone_id', 'd.message_id', 'd.happened_at'])
    .select(['d.state', 'd.tries', sql<Date | null>`d.due_at`.as('next_try_at')]);
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveryRows>['execute']>>[number];

/** A row as the owner of its webhook reads it. */
export function asDelivery({ event, ...row }: DeliveryRow): WebhookDelivery {
  return { ...row, type: typeOf(event) ?? TEST_TYPE };
}
