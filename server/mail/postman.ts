import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Context } from '../context.ts';
import { teamAddress } from './team-address.ts';

const TIMEOUT_MS = 15_000;

const NO_WORDS = { body_text: '', body_html: '', unsubscribe_url: null };

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

  /** @throws what the SMTP server said, after noting it on the mail */
  async function send(id: string): Promise<void> {
    const mail = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
    if (!mail || mail.sent_at) return;
    try {
      await transport.sendMail({
        // The same for every try: a mail program shows one that arrives twice only once.
        messageId: `<${mail.id}@${ourDomain}>`,
        from: config.mailFrom,
        to: { address: mail.recipient, name: '' },
        subject: mail.subject,
        text: mail.body_text,
        html: mail.body_html,
        headers: unsubscribeHeaders(mail.unsubscribe_url),
      });
    } catch (error) {
      const last_error = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
      await db
        .updateTable('mails')
        .set({ last_error, tries: sql<number>`tries + 1` })
        .where('id', '=', id)
        .execute();
      throw error;
    }
    if (mail.forget_once_sent) {
      await db.deleteFrom('mails').where('id', '=', id).execute();
      return;
    }
    await db
      .updateTable('mails')
      // Once sent, the words are the recipient's alone: they may hold a link that signs in.
      .set({ sent_at: new Date(), last_error: null, ...NO_WORDS })
      .where('id', '=', id)
      .execute();
  }

  return { send, close: () => transport.close() };
}

/** Lets mail programs show a button of their own that stops such mails. Source: RFC 8058. */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  return url === null
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
