import type { MailChoice } from '#domain/mail-preferences.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import type { Turn } from '#domain/turn.ts';
import type { LetterList } from '../lifecycle/change.ts';

/** A mail as the product thinks of it: what happened, and one thing to do next. */
export interface Letter {
  /** For figures and for settings, such as `plan_submitted`. */
  kind: string;
  to: string;
  subject: string;
  paragraphs: readonly string[];
  /** Where a request stands, as the recipient sees it. */
  progress?: { status: TicketStatus; turn: Turn };
  /** Under a heading each, such as the checks of a milestone. */
  lists?: readonly LetterList[];
  /** What a person said about themselves, by field. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** A person's own words, set apart. */
  quote?: string;
  /** Six digits to type. */
  code?: string;
  /** `url`: one of `paths`, or a whole address. */
  button?: { label: string; url: string };
  /** In small print: what else there is to know. */
  notes?: readonly string[];
  /** Which kind of mail, in whose settings, it can be stopped as; mails about accounts cannot. */
  choice?: { personId: string; kind: MailChoice };
  /**
   * Of a link, a code or the words of a conversation in it: whose they are, such as `recovery:{user}`,
   * and for how long they are good, where that ends by itself.
   */
  secret?: { of: string; minutes?: number };
  /** Nothing of it is kept once it is sent: the recipient has deleted their account. */
  forget?: true;
}

/** What a mail program shows of a letter. */
export type LetterContent = Omit<Letter, 'kind' | 'to' | 'choice' | 'secret' | 'forget'> & {
  /** Where mails of its kind can be stopped. */
  unsubscribeUrl?: string | undefined;
};

export const UNSUBSCRIBE = 'Unsubscribe from these mails';
export const SIGNATURE = "Unblock: Stuck? When AI Can't, We Can";
