import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { oneLine } from '#domain/text.ts';
import { linkTo } from '../config/link-to.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Letter } from './letter.ts';
import { sealWords } from './sealed-words.ts';
import { unsubscribeUrl as unsubscribeUrlOf } from './unsubscribe-link.ts';

/** Puts a mail into the outbox within the change's transaction. A job sends it after the commit. */
export async function enqueueMail({ tx, config }: Change, letter: Letter): Promise<void> {
  const subject = oneLine(letter.subject);
  const { choice, secret } = letter;
  const unsubscribe_url = choice
    ? unsubscribeUrlOf(config, { personId: choice.personId, choice: choice.kind })
    : null;
  const button = letter.button && { ...letter.button, url: linkTo(config, letter.button.url) };
  const unsubscribeUrl = unsubscribe_url ?? undefined;
  // What draws mails takes a fifth of the memory of a server that sends none.
  const { renderMail } = await import('./render.ts');
  const body = renderMail({ ...letter, ...(button && { button }), subject, unsubscribeUrl });
  const id = randomUUID();
  await tx
    .insertInto('mails')
    .values({
      id,
      kind: letter.kind,
      recipient: letter.to,
      subject,
      forget_once_sent: letter.forget ?? false,
      words: sealWords(config, id, { ...body, unsubscribe_url }),
      secret_of: secret?.of ?? null,
      secret_until: secret?.minutes
        ? sql<Date>`now() + make_interval(mins => ${secret.minutes})`
        : null,
    })
    .execute();
  await sendSoon(tx, id);
}

/** Sends a mail by a job now, even if its next try would be later or never. */
export async function sendSoon(tx: Tx, id: string): Promise<void> {
  await enqueueJob(tx, 'send-mail', { id });
}
