import type { TicketStatus } from '#domain/ticket-status.ts';

export interface StoryStep {
  /** Who has the ball, the largest words on the card. */
  turn: string;
  detail: string;
  status: TicketStatus;
  tone: 'turn' | 'wait' | 'go';
  /** The money of the milestone at this moment. */
  money: string;
}

/** One request on its way, as its customer sees it: the same steps and words as in the product. */
export const storySteps: StoryStep[] = [
  {
    turn: 'Stuck: waiting for an unblocker',
    detail: 'The AI keeps rewriting the same login bug. You describe it once, in your own words.',
    status: 'AWAITING_ASSIGNMENT',
    tone: 'wait',
    money: 'Nothing to pay yet',
  },
  {
    turn: 'Ana grabbed your request',
    detail: 'She reads your code and asks one question in the discussion.',
    status: 'DEVELOPER_PLANNING',
    tone: 'wait',
    money: 'Nothing to pay yet',
  },
  {
    turn: 'Your turn: review the plan',
    detail: 'Fix the session that is lost on reload. 2 hours at $50.',
    status: 'CUSTOMER_REVIEWING_PLAN',
    tone: 'turn',
    money: '$100.00 proposed',
  },
  {
    turn: 'Ana is working',
    detail: 'You approved and paid. Your first hour is $25 off, and we hold the money.',
    status: 'DEVELOPER_WORKING',
    tone: 'wait',
    money: '$75.00 paid and held',
  },
  {
    turn: 'Your turn: review the work',
    detail: 'The fix is delivered, with a note on what was wrong.',
    status: 'CUSTOMER_REVIEWING_RESULTS',
    tone: 'turn',
    money: '$75.00 still held',
  },
  {
    turn: 'Done: you are unblocked',
    detail: 'You approved the milestone. Only now is the money released to Ana.',
    status: 'CUSTOMER_APPROVED',
    tone: 'go',
    money: 'Released',
  },
];
