import type { FigureRuleName } from './figures.ts';
import type { MailChoice } from './mail-preferences.ts';
import type { StepPlaces } from './record-money-schemas.ts';

// A row of notification-rules.ts.

/**
 * Who is told about a step. `other`: the actor's counterpart; `named`: whom the step names, such as
 * authors of quotes, who are no side.
 */
type Audience = 'customer' | 'developer' | 'other' | 'sides' | 'named' | 'moderators';

/** What the words of a notice depend on. */
export interface Noticed {
  milestone_title: string | null;
  /** The other side of the request. */
  person_name: string | null;
  /** How many events it stands for, such as messages. */
  count: number;
  /** In the reader's terms: the money that the step moved, or where it is. */
  money: StepPlaces | null;
  /** Work on the milestone had begun. */
  milestone_begun: boolean;
}

export interface NoticeRule {
  to: Audience;
  /** The notification. */
  says: string | ((about: Noticed) => string);
  /** Mentions all that is held, or where the milestone's money is, instead of what the step moved. */
  money?: 'held' | 'milestone';
  /** The screen that it links to; the plan by default. */
  at?: 'discussion' | 'available' | 'moderation' | 'case';
  /**
   * A mail of its own. Without one it is only a notification, and a posted message that stays unread is
   * mailed like any other.
   */
  letter?: NoticeLetter;
}

export interface NoticeLetter {
  /** The setting that turns it off. Moderators always get theirs. */
  choice?: MailChoice;
  /**
   * `{number}` and `{title}` are the request's, `{says}` the notification, `{held}` the reader's held
   * money.
   */
  subject: string;
  /**
   * The last one introduces the actor's words, if any. `{reason}`, `{split}`: of a way out. `{left}`:
   * the sum that a handover leaves held, `{accepts}`: when a delivery is approved automatically,
   * `{plan}`: the differences from the previous plan, `{change}`: what a change of the plan does; where
   * one is empty its paragraph is left out.
   */
  paragraphs: readonly string[];
  /** After the actor's words. */
  after?: string;
  /** How it counts in the figures of the developer, who reads that too. */
  figures?: FigureRuleName;
  button: string;
}
