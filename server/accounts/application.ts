import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { EntryVersion } from '#domain/application.ts';
import { APPLICATION_DAYS } from '#domain/entry-test.ts';
import { paths } from '#domain/paths.ts';
import { linkTo } from '../config/link-to.ts';
import type { Reader } from '../database/database.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Letter } from '../mail/letter.ts';
import { dropMails } from '../mail/sealed-words.ts';
import { hashToken } from './mail-links.ts';

/** A link that was lost is sent anew after this, so that nobody fills a stranger's mailbox. */
const RENEWED_AFTER_HOURS = 24;

/** Creates the link by which an applicant adds to their entry of the waitlist; it replaces an older one. */
export async function issueApplicationLink(
  { tx, config }: Pick<Change, 'tx' | 'config'>,
  email: string,
): Promise<string> {
  await dropMails(tx, applicationSecret(email).of);
  const token = randomBytes(32).toString('base64url');
  const values = {
    token_hash: hashToken(token),
    issued_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(days => ${APPLICATION_DAYS})`,
  };
  const { id } = await tx
    .selectFrom('waitlist')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('applications')
    .values({ waitlist_id: id, ...values })
    .onConflict((conflict) => conflict.column('waitlist_id').doUpdateSet(values))
    .execute();
  return linkTo(config, paths.apply(token));
}

/** The same for somebody who applies once more; null where there is nothing to add, or it is too soon. */
export async function renewApplicationLink(
  change: Pick<Change, 'tx' | 'config'>,
  email: string,
): Promise<string | null> {
  const waits = await change.tx
    .selectFrom('waitlist as w')
    .leftJoin('applications as a', 'a.waitlist_id', 'w.id')
    .select('a.submitted_at')
    .select(
      sql<boolean>`a.issued_at > now() - make_interval(hours => ${RENEWED_AFTER_HOURS})`.as(
        'is_new',
      ),
    )
    .where('w.email', '=', email)
    .where('w.status', '=', 'waiting')
    .forUpdate('w')
    .executeTakeFirst();
  if (!waits || waits.submitted_at !== null || waits.is_new) return null;
  return issueApplicationLink(change, email);
}

/** Says whose link a mail about an application holds. */
export function applicationSecret(email: string): NonNullable<Letter['secret']> {
  return { of: `application:${email}`, minutes: APPLICATION_DAYS * 24 * 60 };
}

/** The fixed version of the entry test's project that belongs to an application; null without one. */
export async function entryVersionOf(
  db: Reader,
  applicationId: string,
): Promise<EntryVersion | null> {
  const version = await db
    .selectFrom('entry_versions')
    .select(['bytes', 'left_out', 'masked', 'changes', 'created_at'])
    .select((select) => select.fn<number>('jsonb_array_length', ['files']).as('files'))
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  return version ?? null;
}
