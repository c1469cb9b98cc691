import type { Action, LifecycleEvent } from '#domain/acts.ts';
import { failedChecks } from '#domain/check.ts';
import type { DeliveryDecision } from '#domain/milestone.ts';
import { tallyOf } from '#domain/plan-difference.ts';
import type { StepMoney } from '#domain/record-money-schemas.ts';
import { Refusal } from '#domain/refusals.ts';
import type { ParametersOf, SystemMessageKind } from '#domain/system-message-texts.ts';
import { utcWords } from '#domain/utc-words.ts';
import type { Cancellation } from '#domain/way-out.ts';
import { postSystemMessage } from '../discussions/system-messages.ts';
import { isMachine } from '../lifecycle/actor.ts';
import type { Change } from '../lifecycle/change.ts';
import { keepTime } from '../lifecycle/clocks.ts';
import type { LockedTicket, PlannedMilestone } from '../lifecycle/locked.ts';
import { leaveNote } from '../lifecycle/pairings.ts';
import { perform } from '../lifecycle/perform.ts';
import { type TakenChange, tellChange } from '../lifecycle/plan-changes.ts';
import { answerVersion, type KeptVersion } from '../lifecycle/plan-versions.ts';
import { linkWords } from '../lifecycle/said-words.ts';
import type { Step } from '../lifecycle/step.ts';
import { markChecks, openChecks } from './checks.ts';
import { dueReminder, sendReminder } from './reminders.ts';
import { endRepair, openRepair } from './repairs.ts';

interface Taken {
  event: LifecycleEvent;
  milestone: PlannedMilestone | undefined;
  /** The money it moved. */
  money: StepMoney | null;
  /** Its words. */
  words: string | null;
  step: Step;
  /** The proposal to cancel that was open before it. */
  answered: Cancellation | null;
  changed: TakenChange | null;
  version: KeptVersion | null;
}

type Alongside = (change: Change, locked: LockedTicket, taken: Taken) => Promise<unknown>;

/** What some steps do beside their rows. Steps that are missing here need nothing else. */
const alongside: Partial<Record<Action, Alongside>> = {
  // The first plan has a mail of its own.
  'submit-plan': async (change, locked, { step, version }) => {
    if (version && version.number > 1)
      await postOwn(change, locked, step, {
        kind: 'plan_submitted_again',
        parameters: { number: version.number, tally: version.tally },
        text: null,
      });
  },

  'request-changes': async (change, locked, { words }) => {
    const messageId = await postSystemMessage(change, locked.ticket, {
      kind: 'plan_needs_revisions',
      parameters: {},
      text: words,
    });
    await answerVersion(change.tx, locked.ticket, messageId);
  },

  'propose-change': async (change, locked, { step, words, changed }) => {
    const messageId = await postOwn(change, locked, step, {
      kind: 'change_proposed',
      parameters: { tally: tallyOf(changed?.differences ?? []) },
      text: words,
    });
    if (changed && messageId) await tellChange(change.tx, changed.id, messageId);
  },

  'agree-to-change': (change, locked, { step, changed, version }) =>
    postOwn(change, locked, step, {
      kind: 'change_agreed',
      parameters: { number: version?.number ?? 0, tally: tallyOf(changed?.differences ?? []) },
      text: null,
    }),

  'decline-change': says('change_declined'),
  'withdraw-change': says('change_withdrawn'),

  'give-back': async (change, locked, { words }) => {
    await leaveNote(change, locked.ticket.id, words ?? '');
    await redraft(change, locked);
  },
  'find-another': redraft,
  'return-unplanned': redraft,

  /** The next planned milestone starts automatically. */
  accept: async (change, locked, { milestone, step, words }) => {
    const byTime = isMachine(step.actor);
    const messageId = await postSystemMessage(change, locked.ticket, {
      kind: byTime ? 'milestone_approved_by_time' : 'milestone_approved',
      parameters: { milestone: milestone?.title ?? '' },
      text: words,
      isMailed: words === null,
    });
    await decideDelivery(change, milestone, { decision: 'accepted', messageId, step });
    await startNext(change, locked, ({ status }) => status === 'PLANNED');
  },

  reject: async (change, locked, { milestone, step, words }) => {
    const messageId = await postSystemMessage(change, locked.ticket, {
      kind: 'milestone_needs_revisions',
      parameters: {
        milestone: milestone?.title ?? '',
        failed: failedChecks(milestone?.checks ?? [], step.marks),
      },
      text: words,
    });
    await decideDelivery(change, milestone, { decision: 'rejected', messageId, step });
    await startNext(change, locked, isWaitingRepair);
  },

  'broke-again': async (change, locked, { milestone, words, step }) => {
    if (!milestone) return;
    const { checkIds = [] } = step;
    const failed = milestone.checks.filter(({ id }) => checkIds.includes(id));
    const messageId = await postSystemMessage(change, locked.ticket, {
      kind: 'broke_again',
      parameters: { milestone: milestone.title, failed: failed.map(({ text }) => text) },
      text: words,
      isMailed: true,
    });
    await openRepair(change, locked, milestone, { words, messageId, checkIds });
    if (locked.ticket.status === 'DEVELOPER_WORKING')
      await startNext(change, locked, isWaitingRepair);
  },

  'refund-released': async (change, locked, { milestone, money }) => {
    if (!milestone) return;
    await endRepair(change, locked, milestone);
    await postSystemMessage(change, locked.ticket, {
      kind: 'repair_refunded',
      parameters: { milestone: milestone.title, refunded_cents: money?.refunded_cents ?? 0 },
      text: null,
      isMailed: true,
    });
  },

  extend: async (change, locked, { milestone, step }) => {
    await postSystemMessage(change, locked.ticket, {
      kind: 'deadline_extended',
      parameters: {
        milestone: milestone?.title ?? '',
        until: utcWords(step.dueAt ?? new Date()),
      },
      text: null,
      isMailed: true,
    });
  },

  'get-help': async (change, locked, { step, words }) => {
    const messageId = await postOwn(change, locked, step, {
      kind: 'help_asked',
      parameters: { reason: step.helpReason ?? 'other' },
      text: words,
    });
    await linkWords(change.tx, locked.ticket, 'help', messageId);
  },

  cancel: (change, locked, taken) =>
    says(taken.event === 'repair_cancelled' ? 'repair_cancelled' : 'request_cancelled')(
      change,
      locked,
      taken,
    ),

  'ask-to-cancel': async (change, locked, { step, words }) => {
    const messageId = await postOwn(change, locked, step, {
      kind: 'cancel_asked',
      parameters: { splits: locked.ticket.cancellation?.splits ?? [] },
      text: words,
    });
    await linkWords(change.tx, locked.ticket, 'cancellation', messageId);
  },

  'agree-to-cancel': async (change, locked, { step, answered, money }) => {
    if (step.askedAt !== undefined && step.askedAt !== answered?.asked_at)
      throw new Refusal('proposal_changed');
    await postOwn(change, locked, step, {
      kind: 'cancel_agreed',
      parameters: {
        splits: answered?.splits ?? [],
        waits: money?.waiting !== undefined,
      },
      text: null,
    });
  },

  'decline-to-cancel': says('cancel_declined'),
  'withdraw-cancel': says('cancel_withdrawn'),
};

/**
 * Takes a step of a side or of the clock, with all that belongs to it.
 * @throws Refusal as the rulebook says
 */
export async function takeStep(change: Change, locked: LockedTicket, step: Step): Promise<void> {
  const answered = locked.ticket.cancellation;
  const words = step.words ?? null;
  const now = step.now ?? new Date();
  const isReminder = step.action === 'remind' || step.action === 'remind-of-time';
  const reminder =
    isReminder && (await dueReminder(change, locked, { milestoneId: step.milestoneId, now }));
  const { rule, status: _, ...done } = await perform(change, locked, step);
  if (reminder) await sendReminder(change, locked, reminder);
  await alongside[step.action]?.(change, locked, {
    ...done,
    event: rule.event,
    words,
    step,
    answered,
  });
  // What it wrote about deliveries changes their deadlines.
  if (alongside[step.action]) await keepTime(change, locked, now);
}

const isWaitingRepair = ({ billing, status }: PlannedMilestone) =>
  billing === 'free' && status === 'PLANNED';

/** The first fitting milestone of the plan starts automatically, repairs before others. */
async function startNext(
  change: Change,
  locked: LockedTicket,
  fits: (milestone: PlannedMilestone) => boolean,
): Promise<void> {
  const next = locked.milestones.find(isWaitingRepair) ?? locked.milestones.find(fits);
  if (next)
    await perform(change, locked, { action: 'start-next', actor: 'clock', milestoneId: next.id });
}

/** Posts only that a side did it, with its words. */
function says(
  kind:
    | 'change_declined'
    | 'change_withdrawn'
    | 'request_cancelled'
    | 'repair_cancelled'
    | 'cancel_declined'
    | 'cancel_withdrawn',
): Alongside {
  return (change, locked, { step, words }) =>
    postOwn(change, locked, step, { kind, parameters: {}, text: words });
}

/** Posts a side's step under its name, where a person took it; its mail says so too. */
async function postOwn<Kind extends SystemMessageKind>(
  change: Change,
  { ticket }: LockedTicket,
  { actor }: Step,
  said: { kind: Kind; parameters: ParametersOf<Kind>; text: string | null },
): Promise<string | null> {
  if (isMachine(actor) || ticket.developer_id === null) return null;
  return postSystemMessage(change, ticket, { ...said, authorId: actor.id, isMailed: true });
}

/** Unapproved milestones become drafts for the next developer; a delivery in review is withdrawn. */
async function redraft(change: Change, locked: LockedTicket): Promise<void> {
  for (const milestone of locked.milestones) {
    if (milestone.status === 'ACCEPTED' || milestone.status === 'PLANNED') continue;
    await perform(change, locked, { action: 'redraft', actor: 'clock', milestoneId: milestone.id });
    await decideDelivery(change, milestone, { decision: 'withdrawn' });
    await openChecks(change, milestone.checks);
  }
}

async function decideDelivery(
  change: Change,
  milestone: PlannedMilestone | undefined,
  { decision, messageId, step }: { decision: DeliveryDecision; messageId?: string; step?: Step },
): Promise<void> {
  if (!milestone) return;
  const delivery = await change.tx
    .updateTable('deliveries')
    .set({ decision, decided_at: new Date(), message_id: messageId ?? null })
    .where('milestone_id', '=', milestone.id)
    .where('decision', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (delivery && step?.marks) await markChecks(change, milestone.checks, delivery.id, step.marks);
}
