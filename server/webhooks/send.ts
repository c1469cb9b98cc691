import { sql } from 'kysely';
import { DAY_MS } from '#domain/milliseconds.ts';
import type { WebhookTry } from '#domain/webhook.ts';
import {
  WEBHOOK_ANSWER_SECONDS,
  WEBHOOK_FAILING_DAYS,
  WEBHOOK_LONGEST_WAIT,
  WEBHOOK_WAITS,
} from '#domain/webhook-limits.ts';
import type { Tx } from '../database/database.ts';
import { LookFailed } from '../http/guarded-look.ts';
import { openLine, type PostLine } from '../http/guarded-post.ts';
import { change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import {
  type ClaimedWebhook,
  claimWebhook,
  type Due,
  dueDeliveries,
  nextDue,
  releaseWebhook,
} from './claim.ts';
import { secretsOf, signedHeaders } from './secrets.ts';
import { switchOff } from './switch-off.ts';

/** What is prepared is sent within so long (ms): what its owner may see is asked again after that. */
const FRESH_MS = 2000;
/** A receiver that answers within so long is a quick one (ms). */
const QUICK_MS = 1500;
const MOST_TRIES_KEPT = 10;
const LONGEST_EXCERPT = 300;

/** What became of a webhook's turn. */
export interface Sent {
  /** How its receiver was: `unknown` where nothing was sent. */
  pace: 'quick' | 'slow' | 'unknown';
  /** When the next one is due (ms since the epoch); null for none. */
  next: number | null;
}

/**
 * One turn of a webhook: sends the next few that are due, one after the other. Stops early when the
 * receiver does not answer, so that one that hangs costs its place once a turn.
 */
export async function sendDue(context: Context, webhookId: string): Promise<Sent> {
  const { db } = context;
  const webhook = await claimWebhook(db, webhookId);
  if (!webhook) return { pace: 'unknown', next: null };
  let pace: Sent['pace'];
  try {
    pace = await sendAll(context, webhook, await dueDeliveries(db, webhook));
  } finally {
    await releaseWebhook(db, webhookId);
  }
  // Asked only now: for what came meanwhile another process has found it busy.
  return { pace, next: await nextDue(db, webhookId) };
}

async function sendAll(
  context: Context,
  webhook: ClaimedWebhook,
  due: readonly Due[],
): Promise<Sent['pace']> {
  const { config } = context;
  const line = openLine(webhook.url, {
    looksAtLoopback: config.looksAtLoopback,
    userAgent: `Unblock-Webhook/1 (+${config.publicUrl})`,
    longestMs: WEBHOOK_ANSWER_SECONDS * 1000,
  });
  try {
    return await sendEach(context, { webhook, line, secrets: secretsOf(config, webhook) }, due);
  } finally {
    line.close();
  }
}

interface Sending {
  webhook: ClaimedWebhook;
  line: PostLine;
  secrets: readonly string[];
}

async function sendEach(
  context: Context,
  { webhook, line, secrets }: Sending,
  due: readonly Due[],
): Promise<Sent['pace']> {
  const began = performance.now();
  const held = new Set<string | null>();
  let pace: Sent['pace'] = 'unknown';
  for (const delivery of due) {
    if (performance.now() - began > FRESH_MS) break;
    const { order, body } = delivery;
    if (order !== null && held.has(order)) continue;
    if (body === null) {
      await forget(context, delivery);
      continue;
    }
    const { waits, ...tried } = await tryOnce(line, secrets, delivery);
    pace = tried.error === null && tried.milliseconds <= QUICK_MS ? 'quick' : 'slow';
    if (tried.error !== null) held.add(order);
    if (!(await keep(context, webhook, { ...delivery, waits }, tried))) break;
  }
  return pace;
}

/** A try, and how many seconds the receiver asks to be left alone for. */
type Tried = WebhookTry & { waits: number };

async function tryOnce(
  line: PostLine,
  secrets: readonly string[],
  { id, body }: Due,
): Promise<Tried> {
  const json = JSON.stringify(body);
  const at = new Date();
  const began = performance.now();
  const answer = await answerOf(line, secrets, { id, json });
  const milliseconds = Math.round(performance.now() - began);
  return { at: at.toISOString(), milliseconds, ...answer };
}

async function answerOf(
  line: PostLine,
  secrets: readonly string[],
  { id, json }: { id: string; json: string },
): Promise<Omit<Tried, 'at' | 'milliseconds'>> {
  if (secrets.length === 0) {
    const error = 'Its secret cannot be read any more: make a new one';
    return { status: null, answer: '', error, waits: 0 };
  }
  try {
    const { status, begins, waits } = await line.post(signedHeaders(secrets, id, json), json);
    const error = status >= 200 && status < 300 ? null : refused(status);
    return { status, answer: excerptOf(begins), error, waits };
  } catch (failed) {
    if (!(failed instanceof LookFailed)) throw failed;
    return { status: null, answer: '', error: failed.message, waits: 0 };
  }
}

function refused(status: number): string {
  return status >= 300 && status < 400
    ? 'It leads elsewhere, and no redirect is followed'
    : `It answered ${status}`;
}

/** What can be stored and shown of bytes that came from anywhere. */
function excerptOf(bytes: Buffer): string {
  return new TextDecoder()
    .decode(bytes)
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .slice(0, LONGEST_EXCERPT)
    .toWellFormed()
    .trim();
}

/** Nothing is kept of what its owner may not see. */
async function forget({ db }: Context, { id }: Due): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute();
}

const withTry = (tried: WebhookTry) => sql<string>`case
  when jsonb_array_length(tries) < ${MOST_TRIES_KEPT} then tries else tries - 0 end
  || ${JSON.stringify([tried])}::jsonb`;

async function keepTaken(
  { db }: Context,
  webhook: ClaimedWebhook,
  { id }: Due,
  tried: WebhookTry,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'taken', due_at: null, tries: withTry(tried) })
    .where('id', '=', id)
    .execute();
  if (webhook.failing_since === null) return;
  webhook.failing_since = null;
  await db
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', webhook.id)
    .execute();
}

/** Stores what became of a try. False where nothing more is sent in this turn. */
async function keep(
  context: Context,
  webhook: ClaimedWebhook,
  delivery: Due & { waits: number },
  tried: WebhookTry,
): Promise<boolean> {
  if (tried.error === null) {
    await keepTaken(context, webhook, delivery, tried);
    return true;
  }
  const isOff = await keepFailure(context, webhook, delivery, tried);
  return !isOff && tried.status !== null;
}

/**
 * Whether nothing more is sent to it: it was switched off by this failure or meanwhile, or has another
 * address by now, which has not failed.
 */
function keepFailure(
  context: Context,
  webhook: ClaimedWebhook,
  delivery: Due & { waits: number },
  tried: WebhookTry,
): Promise<boolean> {
  return change(context, async (change) => {
    const now = await change.tx
      .selectFrom('webhooks')
      .select(['url', 'off_since', 'failing_since'])
      .where('id', '=', webhook.id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const isOn = now?.off_since === null;
    await writeFailure(change.tx, delivery, { tried, isOn });
    if (!isOn || now.url !== webhook.url) return true;
    const failing_since = now.failing_since ?? new Date();
    webhook.failing_since = failing_since;
    const isGone = tried.status === 410;
    if (isGone || Date.now() - failing_since.getTime() >= WEBHOOK_FAILING_DAYS * DAY_MS) {
      await switchOff(change, webhook, isGone ? 'gone' : 'failures');
      return true;
    }
    await change.tx
      .updateTable('webhooks')
      .set({ failing_since })
      .where('id', '=', webhook.id)
      .execute();
    return false;
  });
}

/** It is tried again later, unless that was the last time, or the webhook was switched off meanwhile. */
async function writeFailure(
  tx: Tx,
  { id, failures, waits }: Due & { waits: number },
  { tried, isOn }: { tried: WebhookTry; isOn: boolean },
): Promise<void> {
  const usual = isOn ? WEBHOOK_WAITS[failures] : undefined;
  const wait = usual && Math.max(usual, Math.min(waits, WEBHOOK_LONGEST_WAIT));
  await tx
    .updateTable('webhook_deliveries')
    .set({
      failures: failures + 1,
      state: wait === undefined ? 'failed' : 'waiting',
      due_at: wait === undefined ? null : sql<Date>`now() + make_interval(secs => ${wait})`,
      tries: withTry(tried),
    })
    .where('id', '=', id)
    .execute();
}
