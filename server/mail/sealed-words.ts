import type { Config } from '../config/config.ts';
import { seal, unseal } from '../config/sealed.ts';
import type { Tx } from '../database/database.ts';

/** A mail's content, with all its links and codes. */
export interface MailWords {
  body_text: string;
  body_html: string;
  /** Where the recipient can turn off mails of this kind. */
  unsubscribe_url: string | null;
}

/**
 * Encrypts a waiting mail: somebody who reads the database or a copy must not be able to use its
 * links and codes.
 */
export function sealWords(config: Config, id: string, words: MailWords): Buffer {
  return seal(config, { purpose: 'mails', id }, JSON.stringify(words));
}

/** @throws Error when they were encrypted with another JWT_KEY */
export function openWords(config: Config, mail: { id: string; words: Buffer }): MailWords {
  const words = unseal(config, { purpose: 'mails', id: mail.id }, mail.words);
  if (words === null) throw new Error('This mail was written under another JWT_KEY.');
  return JSON.parse(words);
}

/** Deletes the words of waiting mails, and so the mails: their link or code is no longer valid. */
export async function dropMails(tx: Tx, secretOf: string | readonly string[]): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ words: null })
    .where('secret_of', 'in', [secretOf].flat())
    .where('words', 'is not', null)
    .execute();
}
