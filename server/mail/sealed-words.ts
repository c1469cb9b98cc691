import type { Config } from '../config/config.ts';
import { seal, unseal } from '../config/sealed.ts';
import type { Tx } from '../database/database.ts';

/** What a mail says, with all its links and codes. */
export interface MailWords {
  body_text: string;
  body_html: string;
  /** Where its recipient can stop mails of its kind. */
  unsubscribe_url: string | null;
}

/**
 * The words of a mail as they wait to be sent: a reader of the database, or of a copy, must not
 * be able to use the links and codes in them.
 */
export function sealWords(config: Config, id: string, words: MailWords): Buffer {
  return seal(config, { purpose: 'mails', id }, JSON.stringify(words));
}

/** @throws Error when they were sealed under a JWT_KEY that is not ours any more */
export function openWords(config: Config, mail: { id: string; words: Buffer }): MailWords {
  const words = unseal(config, { purpose: 'mails', id: mail.id }, mail.words);
  if (words === null) throw new Error('This mail was written under another JWT_KEY.');
  return JSON.parse(words);
}

/** Takes the words out of mails that wait, and so the mails: their link or code is no good any more. */
export async function dropMails(tx: Tx, secretOf: string | readonly string[]): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ words: null })
    .where('secret_of', 'in', [secretOf].flat())
    .where('words', 'is not', null)
    .execute();
}
