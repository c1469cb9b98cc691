import type { BorneBy } from '#domain/ledger.ts';
import type { MoneyEffect } from '#domain/lifecycle.ts';
import type { Notice } from '#domain/notification-rules.ts';
import type { PlanDifference } from '#domain/plan-difference.ts';
import type { StepMoney } from '#domain/record-money-schemas.ts';
import type { Cancellation } from '#domain/way-out.ts';
import type { Config } from '../config/config.ts';
import type { Database, Reader, Tx } from '../database/database.ts';
import { databaseCode } from '../database/database-errors.ts';
import type { LiveEvent } from '../database/live-event.ts';
import type { LiveHub } from '../database/live-hub.ts';
import type { Actor } from './actor.ts';
import type { LockedTicket, PlannedMilestone, TicketRow } from './locked.ts';

/** A transaction, with what open screens are told after it. */
export interface Change {
  tx: Tx;
  config: Config;
  effects: Effects;
  /** Sent to live streams after the commit. */
  tell: (event: LiveEvent) => void;
  /** Set by work that found itself done already. */
  isRepeat?: boolean;
  /** Only tried and rolled back: takes no numbers that are given out once. */
  isTry?: true;
}

/** What steps trigger in features above the lifecycle; the start provides them. */
export interface Effects {
  /** Moves the money that a rule names. The caller has locked the request. */
  moveMoney(change: Change, effect: MoneyEffect, about: MoneyAbout): Promise<void>;
  /** Notifies the people named by a step's notice, except its actor. */
  sendNotice(change: Change, notice: Notice, about: NoticeAbout): Promise<void>;
}

export interface MoneyAbout {
  locked: LockedTicket;
  milestone: PlannedMilestone | undefined;
  /** The checkout whose payment arrived. */
  checkoutId: string | undefined;
  amounts: MoneyAmounts | undefined;
  dispute: LostDispute | undefined;
  /** What both sides have agreed on. */
  agreed: Cancellation | null;
  /** Of a change of the plan, which is in the plan except for dropped milestones. */
  differences: readonly PlanDifference[];
}

/** A dispute that the customer has won. */
export interface LostDispute {
  provider: string;
  reference: string;
  checkout_id: string;
  /** In cents: what the bank takes by it; nothing, where that is booked already. */
  amount_cents: number;
  /** Once it is decided. */
  borne_by?: BorneBy;
}

/** A moderator's decision about the money of one milestone, in cents. */
export interface MoneyAmounts {
  released_cents: number;
  refunded_cents: number;
  /** For a refund after the release. */
  borne_by?: BorneBy;
}

export interface NoticeAbout {
  ticket: TicketRow;
  actor: Actor;
  /** The previous developer, where the step took the request from them. */
  developerBefore?: string | null;
  milestoneId?: string | undefined;
  /** The money that the step moved. */
  money?: StepMoney | null;
  /** For a `message_reported`. */
  messageId?: string | undefined;
  /** Whom the step names, such as authors of quotes. */
  people?: readonly string[];
  /** The developers whom a decision concerns, beside those from or to whom it moves money. */
  concerns?: readonly string[] | undefined;
  /** The actor's words, for the letter. */
  words?: string | null;
  /** Lists for the letter, such as checks. */
  lists?: readonly LetterList[];
  /** Values for blanks in the letter, by name. */
  blanks?: Readonly<Record<string, string>>;
}

/** A titled list in a letter. */
export interface LetterList {
  title: string;
  /** Under the title, as Markdown. */
  text?: string;
  items: readonly string[];
}

/** A change in one statement, which is a transaction of its own. */
export interface ChangeAtOnce extends Pick<Change, 'tell'> {
  db: Reader;
}

/** What a change sees, for queries that also need settings. */
export function within({ tx, config }: Change): { db: Tx; config: Config } {
  return { db: tx, config };
}

const RETRIED = ['40001', '40P01'];

export interface ChangeContext {
  config: Config;
  db: Database;
  live: LiveHub;
  effects: Effects;
}

/**
 * Makes a change: everything in `work` happens together or not at all. Deadlocks and serialisation
 * failures are retried, so `work` must do nothing outside of `change`.
 */
export function change<Result>(
  context: ChangeContext,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  const { db, config, effects } = context;
  return kept(context, (tell) =>
    db.transaction().execute((tx) => work({ tx, config, effects, tell })),
  );
}

class TakenBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('a change that was only tried');
    this.result = result;
  }
}

/** Makes a change to see its effect, and rolls it back: nothing is stored, and nobody is told. */
export async function takenBack<Result>(
  context: ChangeContext,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  try {
    return await change(context, async (tried) => {
      throw new TakenBack(await work({ ...tried, isTry: true }));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result as Result;
    throw error;
  }
}

/** The same for a change in a single statement. */
export function changeAtOnce<Result>(
  context: ChangeContext,
  work: (change: ChangeAtOnce) => Promise<Result>,
): Promise<Result> {
  return kept(context, (tell) => work({ db: context.db, tell }));
}

async function kept<Result>(
  { live }: ChangeContext,
  work: (tell: Change['tell']) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const told: LiveEvent[] = [];
    try {
      const result = await work((event) => told.push(event));
      live.publish(told);
      return result;
    } catch (error) {
      if (attempt >= 3 || !RETRIED.includes(databaseCode(error))) throw error;
    }
  }
}
