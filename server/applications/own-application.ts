import { sql } from 'kysely';
import type { z } from 'zod';
import type {
  ApplicationDraft,
  ApplicationState,
  applicationSchema,
  OwnApplication,
} from '#domain/application.ts';
import { ENTRY_CHECKS } from '#domain/entry-test.ts';
import { invalidInput, Refusal, type RefusalCode } from '#domain/refusals.ts';
import { entryVersionOf } from '../accounts/application.ts';
import { sendApplicationReceived } from '../accounts/join-letters.ts';
import { hashToken } from '../accounts/mail-links.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { Change } from '../lifecycle/change.ts';

/** The columns of what an applicant wrote. */
export const TOLD = ['examples', 'categories', 'ai_tools', 'time_zone', 'hours', 'proofs'] as const;

/** The application that a link leads to, also where the link has ended; undefined for any other link. */
function applicationOf(db: Reader, token: string) {
  return db
    .selectFrom('applications as a')
    .innerJoin('waitlist as w', 'w.id', 'a.waitlist_id')
    .select(['a.id', 'a.submitted_at', 'a.expires_at', 'w.status', 'w.email'])
    .select(sql<boolean>`a.expires_at <= now()`.as('has_ended'))
    .where('a.token_hash', '=', hashToken(token));
}

type Found = Awaited<ReturnType<ReturnType<typeof applicationOf>['executeTakeFirst']>>;

function stateOf(found: Found): ApplicationState {
  if (!found) return 'unknown';
  if (found.status !== 'waiting') return 'decided';
  if (found.has_ended) return 'expired';
  return found.submitted_at === null ? 'open' : 'submitted';
}

/** What the page of a link shows. Links that were replaced and invented ones are answered alike. */
export async function ownApplication(db: Reader, token: string): Promise<OwnApplication> {
  const found = await applicationOf(db, token).executeTakeFirst();
  const state = stateOf(found);
  if (!found || (state !== 'open' && state !== 'submitted')) {
    return { state, ends_at: null, submitted_at: null, application: null, version: null };
  }
  const application = await db
    .selectFrom('applications')
    .select(TOLD)
    .where('id', '=', found.id)
    .executeTakeFirstOrThrow();
  return {
    state,
    ends_at: found.expires_at,
    submitted_at: found.submitted_at,
    application,
    version: await entryVersionOf(db, found.id),
  };
}

const refusalOf: Record<Exclude<ApplicationState, 'open'>, RefusalCode> = {
  submitted: 'application_submitted',
  decided: 'waitlist_entry_decided',
  expired: 'application_not_valid',
  unknown: 'application_not_valid',
};

/**
 * The id of the application that a link may still change.
 * @throws Refusal `application_not_valid`, `application_submitted`, `waitlist_entry_decided`
 */
export async function openApplication(db: Reader, token: string): Promise<string> {
  return requireOpen(await applicationOf(db, token).executeTakeFirst()).id;
}

/** The same for a change: whoever submits or decides at the same moment waits. */
export async function lockApplication(
  tx: Tx,
  token: string,
): Promise<{ id: string; email: string }> {
  // Also the entry, which a moderator may be deciding.
  return requireOpen(await applicationOf(tx, token).forUpdate().executeTakeFirst());
}

function requireOpen(found: Found): NonNullable<Found> {
  const state = stateOf(found);
  if (!found || state !== 'open') {
    throw new Refusal(refusalOf[state === 'open' ? 'unknown' : state]);
  }
  return found;
}

/**
 * Saves an application as far as it is written.
 * @throws Refusal like `openApplication`
 */
export async function saveDraft(
  { tx }: Change,
  token: string,
  draft: ApplicationDraft,
): Promise<OwnApplication> {
  const { id } = await lockApplication(tx, token);
  await tx.updateTable('applications').set(columnsOf(draft)).where('id', '=', id).execute();
  return ownApplication(tx, token);
}

/**
 * Submits a whole application: from now on unblockers review it, and it stays as it is. The applicant
 * gets a mail.
 * @throws Refusal like `openApplication`, `entry_test_missing`, and `invalid_input` where a check has no words
 */
export async function submitApplication(
  change: Change,
  token: string,
  application: z.output<typeof applicationSchema>,
): Promise<OwnApplication> {
  const { tx } = change;
  const { id, email } = await lockApplication(tx, token);
  if (application.proofs.length < ENTRY_CHECKS.length)
    throw invalidInput('proofs', 'Please write a word on each of the three checks');
  if ((await entryVersionOf(tx, id)) === null) throw new Refusal('entry_test_missing');
  await tx
    .updateTable('applications')
    .set({ ...columnsOf(application), submitted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await sendApplicationReceived(change, email);
  return ownApplication(tx, token);
}

/** As the table has it. */
export function columnsOf({ examples, proofs, ...draft }: ApplicationDraft) {
  return { ...draft, examples: JSON.stringify(examples), proofs: JSON.stringify(proofs) };
}
