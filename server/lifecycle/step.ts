import type { Mark } from '#domain/check-schemas.ts';
import type { Action } from '#domain/lifecycle.ts';
import type { ChangeInput } from '#domain/plan-change.ts';
import type { Facts } from '#domain/rule-facts.ts';
import type { AskToCancel, HelpReason } from '#domain/way-out.ts';
import type { Actor } from './actor.ts';
import type { MoneyAmounts } from './change.ts';

/** An action that somebody takes, with what they say along with it. */
export interface Step {
  action: Action;
  actor: Actor;
  milestoneId?: string | undefined;
  message?: { id: string } & NonNullable<Facts['message']>;
  /** The payment that a `confirm-payment` is about. */
  payment?: { checkoutId: string; expected: boolean };
  /** Of a moderator's step that moves money. */
  amounts?: MoneyAmounts;
  /** What the actor wrote along with it. */
  words?: string | null;
  /** Of a `get-help`; its words are the step's. */
  helpReason?: HelpReason;
  /** Of an `ask-to-cancel`. */
  asked?: AskToCancel;
  /** Of a `propose-change`. */
  proposed?: ChangeInput;
  /** Of an answer to one. */
  changeId?: string;
  /** Of a `broke-again`: the checks that fail. */
  checkIds?: readonly string[];
  /** Of an `agree-to-cancel`: when the proposal was made that they have read, if it is known. */
  askedAt?: string | undefined;
  /** Of an answer to a delivery: what the customer says of its checks. */
  marks?: readonly Mark[] | undefined;
  /** Of an `extend`. */
  dueAt?: Date;
  /** The moment of a step of the clock, where it is not this one. */
  now?: Date;
}
