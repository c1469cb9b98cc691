import type { MailChoice } from './mail-preferences.ts';
import type { StepPlaces } from './record-money-schemas.ts';

// What a row of notification-rules.ts says.

/** Who hears of a step. `other`: whoever is across from the one who took it. */
type Audience = 'customer' | 'developer' | 'other' | 'sides' | 'moderators';

/** What the words of a notice are made of. */
export interface Noticed {
  milestone_title: string | null;
  /** The other side of the request. */
  person_name: string | null;
  /** How many of its kind it stands for, such as messages. */
  count: number;
  /** In the terms of who reads it: what the step did with money, or where that is. */
  money: StepPlaces | null;
  /** Somebody was at work on the milestone already. */
  milestone_begun: boolean;
}

export interface NoticeRule {
  to: Audience;
  /** The line in the list of notifications. */
  says: string | ((about: Noticed) => string);
  /**
   * It speaks of all that is held then, or of where the milestone's money is, in place of what the step
   * did with money.
   */
  money?: 'held' | 'milestone';
  /** The screen where one goes on from there; the plan, where nothing else is said. */
  at?: 'discussion' | 'moderation' | 'case';
  /**
   * A mail of its own. Without one it is told in the product, and where the step posts a message
   * that stays unread, by the mail about that.
   */
  letter?: NoticeLetter;
}

export interface NoticeLetter {
  /** Which kind of mail, in people's settings. Moderators always get theirs. */
  choice?: MailChoice;
  /**
   * `{number}` and `{title}` stand for the request's, `{says}` for the line in the list, `{held}` for
   * what is held of the reader's money.
   */
  subject: string;
  /**
   * The last of them stands before what somebody wrote, if they did. `{reason}`, `{split}`: of a way out.
   * `{left}` is the sum that a handover leaves held, `{accepts}` the sentence on when a delivery is
   * approved by itself, `{plan}` what differs from the plan before, `{change}` what a change of the plan
   * does; where one of these is nothing its paragraph is left out.
   */
  paragraphs: readonly string[];
  /** Below what they wrote. */
  after?: string;
  button: string;
}
