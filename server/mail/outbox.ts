import { oneLine } from '#domain/text.ts';
import type { Change } from '../change.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import type { Letter } from './letter.ts';
import { renderMail } from './render.ts';

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
      forget_once_sent: letter.forget ?? false,
      ...renderMail({ ...letter, subject }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueJob(tx, 'send-mail', { id: mail.id });
}
