import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { Context } from '../lifecycle/context.ts';
import { openWords } from './sealed-words.ts';
import { teamAddress } from './team-address.ts';

/** How many mails are under way at once. */
export const MAIL_CONNECTIONS = 2;
const TIMEOUT_MS = 15_000;
/** For a whole mail: the other timeouts begin anew with each byte of an answer. */
const LONGEST_MS = 60_000;

/** Sends mails from the outbox by SMTP. The job retries a failed one. */
export function createPostman({ config, db }: Context, longestMs = LONGEST_MS) {
  if (!config.smtpUrl) throw new Error('a postman without an SMTP server');
  const transport = createTransport({
    url: config.smtpUrl,
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });

  const ourDomain = teamAddress(config).split('@').at(-1) ?? 'unblock';

  /**
   * Skips a mail whose link or code is no longer valid.
   * @throws the SMTP server's error, after noting it on the mail
   */
  async function send(id: string): Promise<void> {
    const mail = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
    if (!mail?.words) return;
    if (mail.secret_until && mail.secret_until < new Date()) {
      await db.updateTable('mails').set({ words: null }).where('id', '=', id).execute();
      return;
    }
    const signal = AbortSignal.timeout(longestMs);
    try {
      const words = openWords(config, { id, words: mail.words });
      await transport.sendMail({
        // The same on every try, so that mail programs show a repeated mail once.
        messageId: `<${mail.id}@${ourDomain}>`,
        from: config.mailFrom,
        to: { address: mail.recipient, name: '' },
        subject: mail.subject,
        text: words.body_text,
        html: words.body_html,
        headers: unsubscribeHeaders(words.unsubscribe_url),
        signal,
      });
    } catch (error) {
      const last_error = signal.aborted
        ? `The SMTP server did not take it within ${longestMs / 1000} seconds`
        : whyNot(error, config);
      await db
        .updateTable('mails')
        .set({ last_error, tries: sql<number>`tries + 1` })
        .where('id', '=', id)
        .execute();
      // Not the error itself: the queue stores what is thrown.
      throw new Error(last_error);
    }
    if (mail.forget_once_sent) {
      await db.deleteFrom('mails').where('id', '=', id).execute();
      return;
    }
    await db
      .updateTable('mails')
      // Sent words are deleted here: they may hold a sign-in link.
      .set({ sent_at: new Date(), last_error: null, words: null })
      .where('id', '=', id)
      .execute();
  }

  return { send, close: () => transport.close() };
}

/** For moderators. A server may quote the link for which it refused a mail. */
function whyNot(error: unknown, { publicUrl }: Config): string {
  const message = error instanceof Error ? error.message : 'unknown';
  const ours = `${new URL(publicUrl).host}/`;
  return message.replace(/\S+/g, (word) => (word.includes(ours) ? '(a link)' : word)).slice(0, 500);
}

/** Mail programs offer their own unsubscribe button by these. Source: RFC 8058. */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  return url === null
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
