import { z } from 'zod';
import { type Action, acts } from './acts.ts';
import { type BillingStatus, isPaid } from './billing.ts';
import type { Question } from './clock.ts';
import { shortened } from './cut-text.ts';
import { MAX_QUOTES } from './limits.ts';
import type { MilestoneStatus } from './milestone-status.ts';
import { formatCents } from './money.ts';
import type { OpenChange } from './plan-change.ts';
import type { Mode } from './quote.ts';
import type { Side } from './relation.ts';
import { instant } from './text.ts';
import type { TicketStatus } from './ticket-status.ts';
import { type Stage, turns, type Viewer, WHOSE } from './turn-table.ts';
import type { Cancellation, Ending } from './way-out.ts';

/** Whose turn it is, for one viewer. */
export const turnSchema = z
  .object({
    whose: z.enum(WHOSE),
    sentence: z.string().describe('The next step in words'),
    since: instant.describe('When it became their turn'),
    action: z
      .enum(Object.keys(acts) as [Action, ...Action[]])
      .nullable()
      .describe('The act that the sentence asks for; null where the viewer waits'),
    milestone_id: z.uuid().nullable().describe('The milestone of the sentence'),
  })
  .meta({ id: 'Turn' });
export interface Turn extends z.infer<typeof turnSchema> {
  since: string;
}

/** A milestone, as far as the turn depends on it. */
export interface TurnMilestone {
  id: string;
  title: string;
  status: MilestoneStatus;
  cost_cents: number;
  billing_status: BillingStatus | null;
  /** Since when its money is as it is, where that changed after the plan was made. ISO 8601, UTC. */
  money_since: string | null;
  /** Somebody has worked on it. Unpaid work that started automatically has not begun. */
  begun: boolean;
}

/** What the turn depends on, whoever the viewer is. */
export interface Standing {
  status: TicketStatus;
  /** ISO 8601, UTC. */
  status_since: string;
  /** Pending, and reserved by a developer who has not grabbed it. */
  reserved: boolean;
  /** In order of the plan. */
  milestones: readonly TurnMilestone[];
  /** How it ended, if it has. */
  ending?: Ending | null;
  /** An open proposal to cancel. */
  cancellation?: Pick<Cancellation, 'asked_by' | 'asked_at'> | null;
  /** An open question. */
  question?: Question | null;
  /** While it is pending: whether its customer compares quotes, until when it takes them, by whom it has some. */
  mode?: Mode;
  quotes_until?: Date | string | null;
  quoted_by?: readonly string[];
  /** An open change of the plan. */
  change?: Pick<OpenChange, 'asked_by' | 'asked_at'> | null;
}

interface Situation extends Standing {
  relation: Viewer;
  /** The other side's name; null without one. */
  counterpart: string | null;
}

/** Whose turn it is, what they should do, and since when. */
export function turn(situation: Situation): Turn {
  const { relation, counterpart } = situation;
  const { stage, next, since } = standing(situation);
  const [whose, words, action = null] = turns[stage][relation];
  const about: Record<string, () => string> = {
    name: () => counterpart ?? nobody[relation],
    milestone: () => shortened(next?.title ?? 'the milestone', SHOWN_TITLE),
    price: () => formatCents(next?.cost_cents ?? 0),
  };
  return {
    whose,
    sentence: capitalised(words.replace(/\{(\w+)\}/g, (_, of: string) => about[of]?.() ?? '')),
    since,
    action,
    milestone_id: next?.id ?? null,
  };
}

/** The stage of a request: its row of the table. Reminders depend on it too. */
export function standing(waiting: Standing): {
  stage: Stage;
  next: TurnMilestone | null;
  since: string;
  /** The side that has to act; null for neither. */
  side: Side | null;
} {
  const next = nextOf(waiting.milestones);
  const stage = stageOf(waiting, next);
  const side = sideAt(stage);
  const { question, cancellation, change } = waiting;
  // A question makes it the turn of the side that has to answer, unless it is theirs anyway. A proposal is
  // answered first, as it runs out.
  if (question && side === question.asked_by && !cancellation && !change) {
    const asked = questions[question.asked_by];
    return { stage: asked, next, since: question.asked_at, side: sideAt(asked) };
  }
  return { stage, next, since: sinceOf(waiting, next), side };
}

/** The side whose turn it is at a stage. */
function sideAt(stage: Stage): Side | null {
  const { customer, developer } = turns[stage];
  if (customer[0] === 'mine') return 'customer';
  return developer[0] === 'mine' ? 'developer' : null;
}

/**
 * The next milestone: in review first; then what can be worked on, paid before unpaid; of these what is
 * in progress, then by the plan's order. Null once all are approved.
 */
function nextOf(milestones: readonly TurnMilestone[]): TurnMilestone | null {
  const open = milestones.filter(({ status }) => status !== 'ACCEPTED');
  const [next = null] = open.toSorted((one, other) => distance(one) - distance(other));
  return next;
}

const byStatus: readonly MilestoneStatus[] = ['IN_REVIEW', 'IN_PROGRESS', 'REJECTED', 'PLANNED'];

function distance({ status, billing_status }: TurnMilestone): number {
  if (status === 'IN_REVIEW') return 0;
  return (isPaid(billing_status) ? 1 : 1 + byStatus.length) + byStatus.indexOf(status);
}

/** A payment can also change whose turn it is, without a new status. */
function sinceOf(
  { status, status_since, cancellation, change }: Standing,
  next: TurnMilestone | null,
): string {
  const asked = cancellation ?? change;
  if (asked) return asked.asked_at;
  const money = next?.money_since ?? null;
  return status === 'DEVELOPER_WORKING' && money !== null && money > status_since
    ? money
    : status_since;
}

/** A status has several stages, by who has the request and what is paid. */
function stageOf(waiting: Standing, next: TurnMilestone | null): Stage {
  const { status, reserved, ending, cancellation, change } = waiting;
  if (ending) return endings[ending];
  if (cancellation) return proposals[cancellation.asked_by];
  if (change) return changes[change.asked_by];
  switch (status) {
    case 'AWAITING_ASSIGNMENT':
      return reserved ? 'RESERVED' : openStage(waiting);
    case 'DEVELOPER_PLANNING':
      return next === null ? 'PLANNING' : 'PLAN_BEGUN';
    case 'DEVELOPER_WORKING':
      return next === null ? 'DELIVER' : workStage(next);
    case 'CUSTOMER_REVIEWING_RESULTS':
      return next === null || isPaid(next.billing_status) ? status : 'REVIEW_UNPAID';
    default:
      return status;
  }
}

function openStage({ mode, quotes_until = null, quoted_by = [] }: Standing): Stage {
  if (mode !== 'quotes') return 'OPEN';
  if (quoted_by.length === 0) return quotes_until ? 'QUOTES_AWAITED' : 'QUOTES_MISSING';
  return quotes_until && quoted_by.length < MAX_QUOTES ? 'QUOTES_IN' : 'QUOTES_CLOSED';
}

function workStage({ status, billing_status, begun }: TurnMilestone): Stage {
  if (!isPaid(billing_status)) return begun ? 'FUND_BEGUN' : 'FUND';
  if (status === 'PLANNED') return 'START';
  return status === 'REJECTED' ? 'REVISE' : 'DELIVER';
}

const endings: Record<Ending, Stage> = {
  accepted: 'CUSTOMER_APPROVED',
  cancelled: 'CANCELLED',
  agreed: 'CANCELLED_TOGETHER',
  closed_for_customer: 'CLOSED_FOR_CUSTOMER',
  closed_for_developer: 'CLOSED_FOR_DEVELOPER',
  repair_missed: 'REPAIR_MISSED',
  repair_cancelled: 'REPAIR_CANCELLED',
};

const proposals: Record<Side, Stage> = {
  customer: 'CUSTOMER_ASKS_TO_CANCEL',
  developer: 'DEVELOPER_ASKS_TO_CANCEL',
};

const questions: Record<Side, Stage> = {
  customer: 'CUSTOMER_WAITS_FOR_ANSWER',
  developer: 'DEVELOPER_WAITS_FOR_ANSWER',
};

const changes: Record<Side, Stage> = {
  customer: 'CUSTOMER_ASKS_FOR_CHANGE',
  developer: 'DEVELOPER_ASKS_FOR_CHANGE',
};

const nobody: Record<Viewer, string> = {
  customer: 'your unblocker',
  developer: 'the customer',
  candidate: 'the customer',
  moderator: 'the customer',
};

/** Titles may be as long as a paragraph. */
const SHOWN_TITLE = 60;

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
