import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { Context } from '../lifecycle/context.ts';
import { openWords } from './sealed-words.ts';
import { teamAddress } from './team-address.ts';

const TIMEOUT_MS = 15_000;

/** Carries mails from the outbox to the SMTP server. A failed one is tried again by its job. */
export function createPostman({ config, db }: Context) {
  if (!config.smtpUrl) throw new Error('a postman without an SMTP server');
  const transport = createTransport({
    url: config.smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });

  const ourDomain = teamAddress(config).split('@').at(-1) ?? 'unblock';

  /**
   * A mail whose link or code is no good any more is not sent.
   * @throws what the SMTP server said, after noting it on the mail
   */
  async function send(id: string): Promise<void> {
    const mail = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
    if (!mail?.words) return;
    if (mail.secret_until && mail.secret_until < new Date()) {
      await db.updateTable('mails').set({ words: null }).where('id', '=', id).execute();
      return;
    }
    try {
      const words = openWords(config, { id, words: mail.words });
      await transport.sendMail({
        // The same for every try: a mail program shows one that arrives twice only once.
        messageId: `<${mail.id}@${ourDomain}>`,
        from: config.mailFrom,
        to: { address: mail.recipient, name: '' },
        subject: mail.subject,
        text: words.body_text,
        html: words.body_html,
        headers: unsubscribeHeaders(words.unsubscribe_url),
      });
    } catch (error) {
      const last_error = whyNot(error, config);
      await db
        .updateTable('mails')
        .set({ last_error, tries: sql<number>`tries + 1` })
        .where('id', '=', id)
        .execute();
      // Not the error itself: the queue keeps what is thrown.
      throw new Error(last_error);
    }
    if (mail.forget_once_sent) {
      await db.deleteFrom('mails').where('id', '=', id).execute();
      return;
    }
    await db
      .updateTable('mails')
      // Once sent, the words are the recipient's alone: they may hold a link that signs in.
      .set({ sent_at: new Date(), last_error: null, words: null })
      .where('id', '=', id)
      .execute();
  }

  return { send, close: () => transport.close() };
}

/** Moderators read it; a server that refuses a mail for a link in it may quote that. */
function whyNot(error: unknown, { publicUrl }: Config): string {
  const message = error instanceof Error ? error.message : 'unknown';
  const ours = `${new URL(publicUrl).host}/`;
  return message.replace(/\S+/g, (word) => (word.includes(ours) ? '(a link)' : word)).slice(0, 500);
}

/** Lets mail programs show a button of their own that stops such mails. Source: RFC 8058. */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  return url === null
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
