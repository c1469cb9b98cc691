import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { invalidInput, Refusal } from '#domain/refusals.ts';
import {
  MAX_WEBHOOK_ADDRESS,
  type NewWebhook,
  WEBHOOK_ADDRESS_TOO_LONG,
  type Webhook,
  type WebhookChanges,
  type WebhookDelivery,
  type WebhookWithSecret,
} from '#domain/webhook.ts';
import { MAX_WEBHOOKS, OLD_SECRET_HOURS } from '#domain/webhook-limits.ts';
import { linesOf, TEST_TYPE } from '#domain/webhook-type.ts';
import type { Config } from '../config/config.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { whyUnreachable } from '../http/public-address.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { requireRoom } from '../lifecycle/locked.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { asDelivery, asWebhook, deliveryRows, WEBHOOK_COLUMNS } from './queries.ts';
import { newSecret, sealSecret } from './secrets.ts';
import { turnOff } from './switch-off.ts';

/**
 * Makes a webhook, and tells its owner by mail.
 * @throws Refusal `not_your_part` for a moderator, `too_many_webhooks`, `invalid_input`
 */
export async function createWebhook(
  change: Change,
  viewer: Viewer,
  { url, events }: NewWebhook,
): Promise<WebhookWithSecret> {
  const { tx, config } = change;
  // Others have confided to moderators what they see.
  if (viewer.user_type === 'moderator') throw new Refusal('not_your_part');
  const address = wholeAddress(config, url);
  const room = { table: 'webhooks', most: MAX_WEBHOOKS, full: 'too_many_webhooks' } as const;
  await requireRoom(tx, viewer.id, room);
  const id = randomUUID();
  const secret = newSecret();
  const created = await tx
    .insertInto('webhooks')
    .values({
      id,
      user_id: viewer.id,
      url: address,
      events: linesOf(events),
      sealed_secret: sealSecret(config, id, secret),
    })
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow();
  await enqueueMail(change, {
    kind: 'webhook_created',
    to: viewer.email,
    subject: 'New webhook for your account',
    paragraphs: [
      'A webhook was just added to your Unblock account. Its receiver is told what happens to your requests, without what anybody writes.',
      'If it was not you, delete it under Webhooks in your account, and change your password right away.',
    ],
    facts: [['Host', new URL(address).host]],
    button: { label: 'Go to Unblock', url: config.publicUrl },
  });
  return { ...asWebhook(created), secret };
}

/** @throws Refusal `invalid_input` for an address that is never called */
function wholeAddress({ looksAtLoopback }: Config, url: string): string {
  const why = whyUnreachable(url, { looksAtLoopback });
  if (why !== null) throw invalidInput('url', why);
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && !looksAtLoopback)
    throw invalidInput('url', 'Please give an address that begins with https://');
  if (href.length > MAX_WEBHOOK_ADDRESS) throw invalidInput('url', WEBHOOK_ADDRESS_TOO_LONG);
  return href;
}

/**
 * One's own webhook, locked until the change has ended.
 * @throws Refusal `not_found`
 */
async function ownWebhook({ tx }: Change, viewer: Viewer, id: string) {
  const own = await tx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .forUpdate()
    .executeTakeFirst();
  if (!own) throw new Refusal('not_found');
  return own;
}

/**
 * Changes what a webhook hears or where, or switches it off or on. What was not sent while it was off
 * stays unsent.
 * @throws Refusal `not_found`, `invalid_input`
 */
export async function changeWebhook(
  change: Change,
  viewer: Viewer,
  id: string,
  { url, events, is_on }: WebhookChanges,
): Promise<Webhook> {
  const { tx, config } = change;
  const own = await ownWebhook(change, viewer, id);
  if (is_on === false) await turnOff(tx, id, 'owner');
  const isBack = is_on === true && own.off_since !== null;
  const address = url === undefined ? own.url : wholeAddress(config, url);
  // Another address has not failed so far.
  const isAfresh = isBack || address !== own.url;
  const changed = await tx
    .updateTable('webhooks')
    .set({
      url: address,
      events: events === undefined ? own.events : linesOf(events),
      ...(isBack && { off_since: null, off_by: null }),
      ...(isAfresh && { failing_since: null }),
    })
    .where('id', '=', id)
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow();
  return asWebhook(changed);
}

/**
 * Deletes a webhook with its log.
 * @throws Refusal `not_found`
 */
export async function deleteWebhook(change: Change, viewer: Viewer, id: string): Promise<void> {
  await ownWebhook(change, viewer, id);
  await change.tx.deleteFrom('webhooks').where('id', '=', id).execute();
}

/**
 * Makes a new secret. Both sign for a day, so that a receiver can change over without missing any.
 * @throws Refusal `not_found`
 */
export async function replaceSecret(
  change: Change,
  viewer: Viewer,
  id: string,
): Promise<WebhookWithSecret> {
  const { tx, config } = change;
  await ownWebhook(change, viewer, id);
  const secret = newSecret();
  const changed = await tx
    .updateTable('webhooks')
    .set({
      sealed_secret: sealSecret(config, id, secret),
      old_sealed_secret: sql<Buffer>`sealed_secret`,
      old_secret_until: sql<Date>`now() + make_interval(hours => ${OLD_SECRET_HOURS})`,
    })
    .where('id', '=', id)
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow();
  return { ...asWebhook(changed), secret };
}

/**
 * Sends a test, which is about no request.
 * @throws Refusal `not_found`, `webhook_off`
 */
export async function testWebhook(
  change: Change,
  viewer: Viewer,
  id: string,
): Promise<WebhookDelivery> {
  await requireOn(change, viewer, id);
  const { id: delivery } = await change.tx
    .insertInto('webhook_deliveries')
    .values({ webhook_id: id, event: TEST_TYPE })
    .returning('id')
    .executeTakeFirstOrThrow();
  return sentSoon(change, id, delivery);
}

/**
 * Sends one again: with the same id, so that a receiver that has it already can tell.
 * @throws Refusal `not_found`, `webhook_off`
 */
export async function sendAgain(
  change: Change,
  viewer: Viewer,
  { id, delivery }: { id: string; delivery: string },
): Promise<WebhookDelivery> {
  await requireOn(change, viewer, id);
  const { numUpdatedRows } = await change.tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', due_at: sql<Date>`now()`, failures: 0 })
    .where('id', '=', delivery)
    .where('webhook_id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('not_found');
  return sentSoon(change, id, delivery);
}

async function requireOn(change: Change, viewer: Viewer, id: string): Promise<void> {
  const { off_since } = await ownWebhook(change, viewer, id);
  if (off_since !== null) throw new Refusal('webhook_off');
}

async function sentSoon({ tx }: Change, webhook_id: string, id: string): Promise<WebhookDelivery> {
  await enqueueJob(tx, 'send-webhooks', { webhook_id });
  return asDelivery(await deliveryRows(tx).where('d.id', '=', id).executeTakeFirstOrThrow());
}
