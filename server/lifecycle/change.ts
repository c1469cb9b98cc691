import type { BorneBy } from '#domain/ledger.ts';
import type { MoneyEffect } from '#domain/lifecycle.ts';
import type { Notice } from '#domain/notification-rules.ts';
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
  /** Of a `message_reported`. */
  messageId?: string | undefined;
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
