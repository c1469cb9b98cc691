import type { FailedMail } from '#domain/failed-mail.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import { type Page, type PageRequest, readPage } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import { sendSoon } from './outbox.ts';

/** Unsent mails that the SMTP server refused, newest first. */
export async function listFailedMails(db: Reader, page: PageRequest): Promise<Page<FailedMail>> {
  const found = await readPage(failed(db), page, { by: ['created_at', 'id'] });
  return { ...found, items: found.items.map(asFailedMail) };
}

/**
 * Sends a failed mail again now, and logs who did so and why.
 * @throws Refusal `not_found`, `mail_already_sent`
 */
export async function resendMail(
  change: Change,
  moderator: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<FailedMail> {
  const { tx } = change;
  const mail = await failed(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!mail) throw new Refusal((await isSent(tx, id)) ? 'mail_already_sent' : 'not_found');
  await sendSoon(tx, id);
  await writeAudit(change, moderator, {
    action: 'mail_resent',
    target: { type: 'mail', id },
    reason,
    before: { tries: mail.tries },
  });
  return asFailedMail(mail);
}

/** Without the last mail to a person who deleted their account. */
function failed(db: Reader) {
  return db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'subject', 'created_at', 'tries', 'last_error'])
    .where('words', 'is not', null)
    .where('last_error', 'is not', null)
    .where('forget_once_sent', '=', false);
}

async function isSent(db: Reader, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('mails')
    .select('id')
    .where('id', '=', id)
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

function asFailedMail<Row extends { last_error: string | null }>({ last_error, ...mail }: Row) {
  return { ...mail, last_error: last_error ?? '' };
}
