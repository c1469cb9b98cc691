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

/** One change of the world: a transaction, and what the open screens are told once it is kept. */
export interface Change {
  tx: Tx;
  config: Config;
  effects: Effects;
  /** Told to live streams after the commit, and only then. */
  tell: (event: LiveEvent) => void;
  /** Set by work that found itself done before: nothing new came of it. */
  isRepeat?: boolean;
  /** Only tried, and taken back: numbers that are given out once are not. */
  isTry?: true;
}

/** What a step of the lifecycle sets off in features that stand above it; the start gives them. */
export interface Effects {
  /** Moves the money that a rule names. The request is locked by the caller. */
  moveMoney(change: Change, effect: MoneyEffect, about: MoneyAbout): Promise<void>;
  /** Tells of a step those whom its notice names, other than the one who took it. */
  sendNotice(change: Change, notice: Notice, about: NoticeAbout): Promise<void>;
}

export interface MoneyAbout {
  locked: LockedTicket;
  milestone: PlannedMilestone | undefined;
  /** The checkout whose payment arrived. */
  checkoutId: string | undefined;
  amounts: MoneyAmounts | undefined;
  /** What both sides have agreed on. */
  agreed: Cancellation | null;
  /** Of a change of the plan, which stands in the plan but for what is dropped. */
  differences: readonly PlanDifference[];
}

/** What a moderator says of the money of one milestone, in cents. */
export interface MoneyAmounts {
  released_cents: number;
  refunded_cents: number;
  /** Of a refund after the release. */
  borne_by?: BorneBy;
}

export interface NoticeAbout {
  ticket: TicketRow;
  actor: Actor;
  /** Who had the request before, where the step took it from them. */
  developerBefore?: string | null;
  milestoneId?: string | undefined;
  /** What the step did with money. */
  money?: StepMoney | null;
  /** Of a `message_reported`. */
  messageId?: string | undefined;
  /** What whoever took the step wrote, for its letter. */
  words?: string | null;
  /** What its letter lists, such as checks. */
  lists?: readonly LetterList[];
  /** For the blanks of its letter, by name. */
  blanks?: Readonly<Record<string, string>>;
}

/** What stands under a heading in a letter. */
export interface LetterList {
  title: string;
  items: readonly string[];
}

/** A change that is one statement, and so a transaction of its own. */
export interface ChangeAtOnce extends Pick<Change, 'tell'> {
  db: Reader;
}

/** What a change sees, for queries that also ask for a setting. */
export function within({ tx, config }: Change): { db: Tx; config: Config } {
  return { db: tx, config };
}

const RETRIED = ['40001', '40P01'];

/** What a change is made with. */
export interface ChangeContext {
  config: Config;
  db: Database;
  live: LiveHub;
  effects: Effects;
}

/**
 * The one way in for a change: everything in `work` happens together or not at all.
 * Deadlocks and serialisation failures are tried again, so `work` must do nothing but use `change`.
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

/** Makes a change to see what it does, and takes it back: nothing is kept, and nobody is told. */
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

/** The same for a change that `work` makes by one statement alone. */
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
