import { Readable } from 'node:stream';
import { EXPORT_FORMAT, type Export } from '#domain/export.ts';
import type { Reader } from '../../database/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { Context } from '../../lifecycle/context.ts';
import { alertsOf } from '../../notifications/alerts.ts';
import { webhooksOf } from '../../webhooks/queries.ts';
import { authUser, waysOf } from '../auth-user.ts';
import { availabilityOf } from '../availability.ts';
import { connectionsOf } from '../oauth/connections.ts';
import { asPasskey, passkeysOf } from '../passkeys/passkey-list.ts';
import { tokensOf } from '../programs/tokens.ts';
import { ownProfile } from '../queries.ts';
import { sessionsOf } from '../session-list.ts';
import { applicationOf, applicationReviewsBy } from './applications.ts';
import { formerTicketsOf } from './former-tickets.ts';
import {
  attemptsOf,
  deliveriesTo,
  filesOf,
  mailsTo,
  notificationsTo,
  reportsBy,
  usesBy,
} from './lists.ts';
import { messagesOf } from './messages.ts';
import { decisionsAbout, suspensionsOf } from './moderation.ts';
import {
  billingRecordsOf,
  invoicesFor,
  ledgerAsCustomer,
  ledgerAsDeveloper,
  paymentsOf,
  payoutsOf,
} from './money.ts';
import { questionsOf, quotesOf } from './quotes.ts';
import { reviewsOf, wordAppealsOf } from './reviews.ts';
import { ticketsOf } from './tickets.ts';

/** Long members are lists that are read while they are written. */
type Members = {
  [Name in keyof Export]: Export[Name] extends (infer Item)[]
    ? AsyncIterable<Item> | Export[Name]
    : Export[Name];
};

/** All that is stored about a person, as one JSON document: see `exportSchema`. */
export async function exportOf(
  context: Pick<Context, 'db' | 'config'>,
  viewer: Viewer,
): Promise<Readable> {
  return Readable.from(written(await membersOf(context, viewer)), { objectMode: false });
}

async function membersOf(
  context: Pick<Context, 'db' | 'config'>,
  viewer: Viewer,
): Promise<Members> {
  const { db } = context;
  const { id: me } = viewer;
  return {
    format: EXPORT_FORMAT,
    exported_at: new Date(),
    profile: await ownProfile(context, viewer),
    user: await userOf(db, me),
    waitlist_entry: await waitlistEntryOf(db, viewer),
    application: await applicationOf(db, viewer),
    application_reviews: await applicationReviewsBy(db, me),
    invitation: await invitationOf(db, viewer),
    public_profile: await publicProfileOf(db, me),
    ...(await choicesOf(db, viewer)),
    known_devices: await devicesOf(db, me),
    passkeys: (await passkeysOf(db, me)).map(asPasskey),
    agreed_terms: await termsOf(db, me),
    sessions: await sessionsOf(db, viewer),
    programs: await tokensOf(db, viewer),
    program_uses: usesBy(db, viewer),
    webhooks: await webhooksOf(db, me),
    webhook_deliveries: deliveriesTo(db, viewer),
    connected_programs: await connectionsOf(db, viewer),
    request_drafts: await draftsOf(db, me),
    tickets_as_customer: ticketsOf(db, me, 'customer_id'),
    tickets_as_developer: ticketsOf(db, me, 'developer_id'),
    former_tickets: await formerTicketsOf(db, me),
    reviews: reviewsOf(db, me),
    quotes: quotesOf(db, me),
    quote_questions: await questionsOf(db, me),
    messages: messagesOf(db, me),
    attempts: attemptsOf(db, viewer),
    handover_notes: await notesOf(db, me),
    reports: reportsBy(db, viewer),
    review_reports: await reviewReportsBy(db, me),
    word_appeals: await wordAppealsOf(db, me),
    decisions: decisionsAbout(db, viewer),
    suspensions: await suspensionsOf(db, me),
    files: filesOf(db, viewer),
    billing_records: billingRecordsOf(db, me),
    payments: paymentsOf(db, me),
    invoices: invoicesFor(db, me),
    ledger_lines_as_customer: ledgerAsCustomer(db, me),
    ledger_lines_as_developer: ledgerAsDeveloper(db, me),
    payouts: payoutsOf(db, me),
    notifications: notificationsTo(db, viewer),
    mails: mailsTo(db, viewer),
  };
}

async function userOf(db: Reader, id: string): Promise<Export['user']> {
  const find = db.selectFrom('users').selectAll().where('id', '=', id);
  return { ...authUser(await find.executeTakeFirstOrThrow(), await waysOf(db, id)) };
}

async function termsOf(db: Reader, id: string): Promise<string | null> {
  const find = db.selectFrom('users').select('terms_version').where('id', '=', id);
  return (await find.executeTakeFirstOrThrow()).terms_version;
}

async function draftsOf(db: Reader, user_id: string): Promise<Export['request_drafts']> {
  const rows = await db
    .selectFrom('request_drafts')
    .select(['request', 'created_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .execute();
  return rows as Export['request_drafts'];
}

async function notesOf(db: Reader, me: string): Promise<Export['handover_notes']> {
  const rows = await db
    .selectFrom('pairings')
    .select(['ticket_id', 'note', 'ended_at as written_at'])
    .where('developer_id', '=', me)
    .where('note', 'is not', null)
    .orderBy('ended_at')
    .execute();
  return rows.map(({ note, ...row }) => ({ ...row, note: note ?? '' }));
}

async function publicProfileOf(db: Reader, me: string): Promise<Export['public_profile']> {
  const found = await db
    .selectFrom('unblockers')
    .select(['is_public', 'slug', 'headline', 'words', 'categories', 'ai_tools', 'languages'])
    .select('time_zone')
    .where('developer_id', '=', me)
    .where('slug', 'is not', null)
    .executeTakeFirst();
  if (!found) return null;
  const slugs = await db
    .selectFrom('unblocker_slugs')
    .select('slug')
    .where('developer_id', '=', me)
    .orderBy('taken_at')
    .execute();
  return { ...found, addresses: slugs.map(({ slug }) => slug) };
}

/** When an unblocker takes requests, and which ones they hear of. */
async function choicesOf(
  db: Reader,
  viewer: Viewer,
): Promise<Pick<Export, 'availability' | 'alerts'>> {
  if (viewer.user_type !== 'developer') return { availability: null, alerts: [] };
  const { running: _, ...availability } = await availabilityOf(db, viewer);
  return { availability, alerts: await alertsOf(db, viewer) };
}

async function reviewReportsBy(db: Reader, me: string): Promise<Export['review_reports']> {
  return db
    .selectFrom('feedback_reports')
    .select(['about', 'feedback_id as review_id', 'quote_id', 'text', 'created_at'])
    .where('reporter_id', '=', me)
    .orderBy('created_at')
    .execute();
}

async function devicesOf(db: Reader, user_id: string): Promise<Export['known_devices']> {
  return db
    .selectFrom('known_devices')
    .select(['name', 'created_at', 'seen_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .execute();
}

async function waitlistEntryOf(db: Reader, { email }: Viewer): Promise<Export['waitlist_entry']> {
  const found = await db
    .selectFrom('waitlist')
    .select(['name', 'specialty', 'bio', 'status', 'reason', 'created_at', 'decided_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  return found ?? null;
}

async function invitationOf(db: Reader, { email }: Viewer): Promise<Export['invitation']> {
  const found = await db
    .selectFrom('invitations')
    .select(['role', 'created_at', 'expires_at', 'accepted_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  return found ?? null;
}

/** Streams JSON as fast as it is read. */
async function* written(members: Members): AsyncGenerator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(members)) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ',\n';
    if (isStream(value)) yield* list(value);
    else yield JSON.stringify(value);
  }
  yield '}\n';
}

async function* list(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[';
  for await (const item of items) {
    yield `${before}${JSON.stringify(item)}`;
    before = ',\n';
  }
  yield before === '[' ? '[]' : ']';
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
