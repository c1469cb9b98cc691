import { oneLine } from '#domain/text.ts';
import type { Change } from '../change.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { renderMail } from './template.ts';

/** A mail as the product thinks of it: what happened, and one thing to do next. */
export interface Letter {
  /** For figures and for settings, such as `plan_submitted`. */
  kind: string;
  to: string;
  subject: string;
  paragraphs: string[];
  button?: { label: string; url: string };
}

/**
 * Puts a mail into the outbox, in the transaction of the change that it tells of. A job sends it
 * after the commit; without the commit there is no mail.
 */
export async function enqueueMail({ tx }: Change, letter: Letter): Promise<void> {
  const subject = oneLine(letter.subject);
  const mail = await tx
    .insertInto('mails')
    .values({
      kind: letter.kind,
      recipient: letter.to,
      subject,
      ...renderMail({ ...letter, subject }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueJob(tx, 'send-mail', { id: mail.id });
}
