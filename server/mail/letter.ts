import type { MailChoice } from '#domain/mail-preferences.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import type { Turn } from '#domain/turn.ts';
import type { LetterList } from '../lifecycle/change.ts';

/** A mail's content: what happened, and one thing to do next. */
export interface Letter {
  /** For metrics and settings, such as `plan_submitted`. */
  kind: string;
  to: string;
  subject: string;
  paragraphs: readonly string[];
  /** Progress of a request, as the recipient sees it. */
  progress?: { status: TicketStatus; turn: Turn };
  /** Titled lists, such as the checks of a milestone. */
  lists?: readonly LetterList[];
  /** What a person entered about themselves, by field. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** Somebody's own words, as a quotation. */
  quote?: string;
  /** A six-digit code to type. */
  code?: string;
  /** `url`: one of `paths`, or a whole address. */
  button?: { label: string; url: string };
  /** Small print. */
  notes?: readonly string[];
  /** The setting that turns off mails of this kind; mails about accounts have none. */
  choice?: { personId: string; kind: MailChoice };
  /**
   * Set where the mail holds a link, a code or words of a conversation: whose they are, such as
   * `recovery:{user}`, and how long they are valid, where they expire.
   */
  secret?: { of: string; minutes?: number };
  /** Delete it once it is sent: the recipient has deleted their account. */
  forget?: true;
}

export type LetterContent = Omit<Letter, 'kind' | 'to' | 'choice' | 'secret' | 'forget'> & {
  /** Where the recipient can turn off mails of this kind. */
  unsubscribeUrl?: string | undefined;
};

export const UNSUBSCRIBE = 'Unsubscribe from these mails';
export const SIGNATURE = "Unblock: Stuck? When AI Can't, We Can";
