import type { Mark } from '#domain/check-schemas.ts';
import type { Action, Rule } from '#domain/lifecycle.ts';
import type { ChangeInput } from '#domain/plan-change.ts';
import type { Facts, Relation } from '#domain/rule-facts.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import type { AskToCancel, HelpReason } from '#domain/way-out.ts';
import type { Actor } from './actor.ts';
import type { LostDispute, MoneyAmounts } from './change.ts';
import type { QuoteContent, QuoteRow } from './quote-rows.ts';

/** An action that somebody takes, with its input. */
export interface Step {
  action: Action;
  actor: Actor;
  milestoneId?: string | undefined;
  message?: { id: string } & NonNullable<Facts['message']>;
  /** For an `ask`: the position of its message. */
  askedIn?: number;
  /** For a `confirm-payment`. */
  payment?: { checkoutId: string; expected: boolean };
  /** For a `lose-released` or `bear-loss`. */
  dispute?: LostDispute;
  /** For a moderator's step that moves money. */
  amounts?: MoneyAmounts;
  /** The actor's words. */
  words?: string | null;
  /** For a `get-help`; its words are the step's. */
  helpReason?: HelpReason;
  /** For an `ask-to-cancel`. */
  asked?: AskToCancel;
  /** For a `propose-change`. */
  proposed?: ChangeInput;
  /** For an answer to a change. */
  changeId?: string;
  /** For a `broke-again`: the checks that fail. */
  checkIds?: readonly string[];
  /** For an `agree-to-cancel`: when the proposal was made that they have read, if known. */
  askedAt?: string | undefined;
  /** For an answer to a delivery: the customer's marks on its checks. */
  marks?: readonly Mark[] | undefined;
  /** The quote that it acts on. */
  quote?: QuoteRow;
  /** What a quote says, or the plan that is taken over from it. */
  quoted?: QuoteContent;
  /** Whom it names, for notices to those. */
  people?: readonly string[];
  /** The developers whom a decision concerns, where another may have the request by now. */
  concerns?: readonly string[] | undefined;
  /** For an `extend`. */
  dueAt?: Date;
  /** The moment of a step of the clock, where it is not now. */
  now?: Date;
}

/** A step that the rulebook has allowed. */
export interface Move {
  rule: Rule;
  next: TicketStatus;
  relation: Relation;
  step: Step;
  now: Date;
}
