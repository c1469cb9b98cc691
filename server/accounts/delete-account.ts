import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { USUAL_RUNNING } from '#domain/limits.ts';
import { Refusal } from '#domain/refusals.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { Tx } from '../database/database.ts';
import { logEvent } from '../http/event-log.ts';
import { type Viewer, viewerOf } from '../http/viewer.ts';
import { hasMoneyLeft } from '../ledger/developer-money.ts';
import { isRefundLeft } from '../ledger/refunds-left.ts';
import { type Change, change } from '../lifecycle/change.ts';
import { letCasesGo } from '../lifecycle/let-cases-go.ts';
import { withdrawQuotesOf } from '../lifecycle/withdraw-quotes.ts';
import { sendAccountDeleted } from './join-letters.ts';
import { requireOwnPassword } from './own-password.ts';
import { runningRequests } from './running-requests.ts';
import { endSessions } from './sessions.ts';

/**
 * Deletes the caller's account. What is deleted and what stays:
 * docs/decisions/0016-leaving-and-export.md.
 * @throws Refusal `wrong_password`, `requests_running`, `earnings_left`, `refund_left`, `session_ended`
 */
export async function deleteAccount(request: FastifyRequest, password: string): Promise<void> {
  const { context } = request.server;
  const viewer = viewerOf(request);
  await requireOwnPassword(request, password);
  await change(context, (change) => leave(change, viewer));
  logEvent(request, 'account_deleted', { user_id: viewer.id });
}

async function leave(change: Change, viewer: Viewer): Promise<void> {
  const { tx } = change;
  const { id, email } = viewer;
  await holdSession(tx, viewer);
  // First, so that what this person is still doing either ends before we look or never starts.
  await endSessions(change, { user_id: id, scope: 'global' });
  const running = await runningRequests(tx, id);
  if (running.length > 0) throw new Refusal('requests_running', stillRunning(running));
  if (await hasMoneyLeft(tx, id)) throw new Refusal('earnings_left');
  if (await isRefundLeft(tx, id)) throw new Refusal('refund_left');
  await withdrawQuotesOf(change, id);
  await forgetKeys(tx, id);
  await forgetFiles(tx, id);
  await forgetPerson(tx, id);
  await forgetAddress(tx, viewer);
  await sendAccountDeleted(change, email);
}

/** Pressed twice, an account is deleted once: its address may be a new person's by then. */
async function holdSession(tx: Tx, { session_id }: Viewer): Promise<void> {
  await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session_id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Refusal('session_ended'));
}

function stillRunning(ids: readonly string[]): string {
  const numbers = ids.map((each) => `#${shortId(each)}`).join(', ');
  return `${ids.length === 1 ? 'A request is' : 'Requests are'} still running: ${numbers}. Please end ${ids.length === 1 ? 'it' : 'them'} first.`;
}

/**
 * Keys of projects, which nobody but their author gets back, and versions of which nobody can say any more
 * what becomes of the keys in them.
 */
async function forgetKeys(tx: Tx, id: string): Promise<void> {
  const own = tx.updateTable('snapshots').where('author_id', '=', id);
  await own.set({ sealed: null }).where('sealed', 'is not', null).execute();
  await own
    .set({ state: 'failed', trouble: 'Its author has left.', file_key: null, secrets: '[]' })
    .where('state', 'in', ['reading', 'blocked'])
    .execute();
}

/** Files of a request stay with it; a job deletes the bytes of all others. */
async function forgetFiles(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('attachments').where('profile_id', '=', id).execute();
  await tx
    .updateTable('files')
    .set({ status: 'removed' })
    .where('owner_id', '=', id)
    .where('status', 'in', ['uploading', 'stored'])
    .execute();
  await tx.updateTable('files').set({ owner_id: null }).where('owner_id', '=', id).execute();
  await tx.updateTable('code_packs').set({ owner_id: null }).where('owner_id', '=', id).execute();
}

/** The profile stays, without a name, for the requests of other people. */
async function forgetPerson(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('owner', '=', id).execute();
  await tx.deleteFrom('notifications').where('person_id', '=', id).execute();
  await tx.deleteFrom('daily_news').where('developer_id', '=', id).execute();
  await tx.deleteFrom('application_news').where('reviewer_id', '=', id).execute();
  await letCasesGo(tx, id);
  await forgetPublicProfile(tx, id);
  // Deletes links and codes by cascade.
  await tx.deleteFrom('users').where('id', '=', id).execute();
  await tx
    .updateTable('profiles')
    .set({
      first_name: null,
      last_name: null,
      profile_image_url: null,
      payout_country: null,
      supported_categories: [],
      notifications: '{}',
      saved_filters: '{}',
      away_until: null,
      max_running: USUAL_RUNNING,
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Takes away what a person who leaves has shown of themselves. What was counted stays, under no name. */
async function forgetPublicProfile(tx: Tx, developer_id: string): Promise<void> {
  await tx
    .updateTable('unblockers')
    .set({
      is_public: false,
      slug: null,
      name: '',
      headline: null,
      words: null,
      categories: [],
      ai_tools: [],
      languages: [],
      time_zone: null,
      updated_at: null,
    })
    .where('developer_id', '=', developer_id)
    .execute();
  await tx.deleteFrom('unblocker_slugs').where('developer_id', '=', developer_id).execute();
}

async function forgetAddress(tx: Tx, { id, email }: Viewer): Promise<void> {
  // The request sent to the provider to open an account. Its reference stays, so that earnings can
  // still be paid out.
  const request = JSON.stringify({ kind: 'account', developer: { id, email: '' } });
  await sql`update provider_calls set request = ${request}
    where developer_id = ${id} and kind = 'account'`.execute(tx);
  await tx.deleteFrom('waitlist').where('email', '=', email).execute();
  await tx.deleteFrom('invitations').where('email', '=', email).execute();
  await tx.deleteFrom('mails').where('recipient', '=', email).execute();
}
