import type { Action } from '#domain/acts.ts';
import type { DELIVERY_DECISIONS } from '#domain/milestone.ts';
import { postSystemMessage } from '../discussions/system-messages.ts';
import type { Change } from '../lifecycle/change.ts';
import type { LockedTicket, PlannedMilestone } from '../lifecycle/locked.ts';
import { perform, type Step } from '../lifecycle/perform.ts';

interface Taken {
  milestone: PlannedMilestone | undefined;
  /** What was written along with it. */
  words: string | null;
}

type Alongside = (change: Change, locked: LockedTicket, taken: Taken) => Promise<void>;

/** What some steps bring beside what their rows say. Acts that are not here need nothing else. */
const alongside: Partial<Record<Action, Alongside>> = {
  'request-changes': (change, locked, { words }) =>
    postSystemMessage(change, locked.ticket, {
      kind: 'plan_needs_revisions',
      parameters: {},
      text: words,
    }),

  /** The next planned milestone starts by itself. */
  accept: async (change, locked, { milestone, words }) => {
    await decideDelivery(change, milestone, { decision: 'accepted', feedback: words });
    await postSystemMessage(change, locked.ticket, {
      kind: 'milestone_approved',
      parameters: { milestone: milestone?.title ?? '' },
      text: words,
    });
    const next = locked.milestones.find(({ status }) => status === 'PLANNED');
    if (next)
      await perform(change, locked, { action: 'start-next', actor: 'clock', milestoneId: next.id });
  },

  reject: async (change, locked, { milestone, words }) => {
    await decideDelivery(change, milestone, { decision: 'rejected', feedback: words });
    await postSystemMessage(change, locked.ticket, {
      kind: 'milestone_needs_revisions',
      parameters: { milestone: milestone?.title ?? '' },
      text: words,
    });
  },
};

/**
 * Takes a step with all that belongs to it, whoever takes it: a side, or the clock.
 * @throws Refusal as the rulebook says
 */
export async function takeStep(
  change: Change,
  locked: LockedTicket,
  { words = null, ...step }: Step & { words?: string | null },
): Promise<void> {
  const { milestone } = await perform(change, locked, step);
  await alongside[step.action]?.(change, locked, { milestone, words });
}

async function decideDelivery(
  { tx }: Change,
  milestone: PlannedMilestone | undefined,
  answer: { decision: (typeof DELIVERY_DECISIONS)[number]; feedback: string | null },
): Promise<void> {
  if (!milestone) return;
  await tx
    .updateTable('deliveries')
    .set({ ...answer, decided_at: new Date() })
    .where('milestone_id', '=', milestone.id)
    .where('decision', 'is', null)
    .execute();
}
