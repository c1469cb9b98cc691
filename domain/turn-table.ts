import type { Action } from './acts.ts';

/** What a viewer can be to a request. */
export const VIEWERS = ['customer', 'developer', 'candidate', 'moderator'] as const;
export type Viewer = (typeof VIEWERS)[number];

export const WHOSE = ['mine', 'theirs', 'open', 'moderator', 'done'] as const;
export type Whose = (typeof WHOSE)[number];

type Row = Record<Viewer, readonly [whose: Whose, words: string, action?: Action]>;

const TAKEN = ['theirs', 'Another unblocker has taken it'] as const;
const CHOOSES = ['theirs', 'Waiting for {name} to choose'] as const;
const LOOKED_INTO = ['moderator', 'Waiting for a moderator to look into it'] as const;
const CLOSED = ['done', 'Closed'] as const;
const CHANGE_ASKED = ['theirs', 'Waiting for {name} to answer your change'] as const;
const ASKED = ['theirs', 'Waiting for {name} to answer your proposal to cancel'] as const;

/**
 * Whose turn it is, in words, and the act that they ask for: its button is the primary one. Moderators
 * see roles instead of names, as there are two people.
 */
const table = {
  OPEN: {
    customer: ['open', 'Waiting for an unblocker to take it'],
    developer: ['open', 'Up for grabs', 'grab'],
    candidate: ['open', 'Up for grabs', 'grab'],
    moderator: ['open', 'Waiting for an unblocker to take it'],
  },
  QUOTES_AWAITED: {
    customer: ['open', 'Waiting for quotes'],
    developer: ['open', 'Open for quotes', 'quote'],
    candidate: ['open', 'Open for quotes', 'quote'],
    moderator: ['open', 'Waiting for quotes'],
  },
  QUOTES_IN: {
    customer: ['mine', 'Your turn: choose a quote, or wait for more', 'choose-quote'],
    developer: ['open', 'Open for quotes', 'quote'],
    candidate: ['open', 'Open for quotes', 'quote'],
    moderator: ['theirs', 'Waiting for the customer to choose a quote'],
  },
  QUOTES_CLOSED: {
    customer: ['mine', 'Your turn: choose a quote', 'choose-quote'],
    developer: CHOOSES,
    candidate: CHOOSES,
    moderator: ['theirs', 'Waiting for the customer to choose a quote'],
  },
  QUOTES_MISSING: {
    customer: [
      'mine',
      'Your turn: no quote came; extend the time, or open it for grabbing',
      'extend-quotes',
    ],
    developer: CHOOSES,
    candidate: CHOOSES,
    moderator: ['theirs', 'Waiting for the customer, as no quote came'],
  },
  RESERVED: {
    customer: ['theirs', '{name} wants to talk before taking it'],
    developer: ['mine', 'Your turn: grab it or abandon it', 'grab'],
    candidate: ['theirs', 'Another unblocker is talking with {name}'],
    moderator: ['theirs', 'Waiting for the unblocker to grab it'],
  },
  PLANNING: {
    customer: ['theirs', 'Waiting for {name} to propose a plan'],
    developer: ['mine', 'Your turn: build the plan', 'add-milestone'],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the unblocker to propose a plan'],
  },
  PLAN_BEGUN: {
    customer: ['theirs', 'Waiting for {name} to propose a plan'],
    developer: ['mine', 'Your turn: complete the plan and submit it', 'submit-plan'],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the unblocker to propose a plan'],
  },
  CUSTOMER_REVIEWING_PLAN: {
    customer: ['mine', "Your turn: review {name}'s plan", 'approve-plan'],
    developer: ['theirs', 'Waiting for {name} to review your plan'],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the customer to review the plan'],
  },
  FUND: {
    customer: ['mine', 'Your turn: pay {milestone} ({price}) so that {name} can start', 'checkout'],
    developer: ['theirs', 'Waiting for {name} to fund {milestone}'],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the customer to fund the milestone'],
  },
  FUND_BEGUN: {
    customer: ['mine', 'Your turn: pay {milestone} ({price}) so that {name} can go on', 'checkout'],
    developer: ['theirs', 'Waiting for {name} to fund {milestone}'],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the customer to fund the milestone'],
  },
  START: {
    customer: ['theirs', 'Waiting for {name} to start {milestone}'],
    developer: ['mine', 'Your turn: start {milestone}', 'start'],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the unblocker to start the milestone'],
  },
  DELIVER: {
    customer: ['theirs', 'Waiting for {name} to deliver {milestone}'],
    developer: ['mine', 'Your turn: deliver {milestone}', 'submit'],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the unblocker to deliver the milestone'],
  },
  REVISE: {
    customer: ['theirs', 'Waiting for {name} to revise {milestone}'],
    developer: ['mine', 'Your turn: start {milestone} again', 'start'],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the unblocker to revise the milestone'],
  },
  CUSTOMER_REVIEWING_RESULTS: {
    customer: ['mine', "Your turn: {name}'s delivery waits for your review", 'reject'],
    developer: ['theirs', 'Waiting for {name} to review your work'],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the customer to review the work'],
  },
  REVIEW_UNPAID: {
    customer: [
      'mine',
      "Your turn: {name}'s delivery waits for your review and payment ({price})",
      'reject',
    ],
    developer: ['theirs', 'Waiting for {name} to review and pay {milestone}'],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the customer to review and pay the work'],
  },
  CUSTOMER_ASKS_TO_CANCEL: {
    customer: ASKED,
    developer: ['mine', "Your turn: answer {name}'s proposal to cancel", 'agree-to-cancel'],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the unblocker to answer a proposal to cancel'],
  },
  DEVELOPER_ASKS_TO_CANCEL: {
    customer: ['mine', "Your turn: answer {name}'s proposal to cancel", 'agree-to-cancel'],
    developer: ASKED,
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the customer to answer a proposal to cancel'],
  },
  CUSTOMER_WAITS_FOR_ANSWER: {
    customer: ['theirs', 'Waiting for {name} to answer your question'],
    developer: ['mine', "Your turn: answer {name}'s question"],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the unblocker to answer a question'],
  },
  DEVELOPER_WAITS_FOR_ANSWER: {
    customer: ['mine', "Your turn: answer {name}'s question"],
    developer: ['theirs', 'Waiting for {name} to answer your question'],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the customer to answer a question'],
  },
  CUSTOMER_ASKS_FOR_CHANGE: {
    customer: CHANGE_ASKED,
    developer: ['mine', "Your turn: answer {name}'s change", 'agree-to-change'],
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the unblocker to answer a change of the plan'],
  },
  DEVELOPER_ASKS_FOR_CHANGE: {
    customer: ['mine', "Your turn: answer {name}'s change", 'agree-to-change'],
    developer: CHANGE_ASKED,
    candidate: TAKEN,
    moderator: ['theirs', 'Waiting for the customer to answer a change of the plan'],
  },
  CANCELLED: {
    customer: ['done', 'You cancelled this request'],
    developer: ['done', '{name} cancelled this request'],
    candidate: CLOSED,
    moderator: ['done', 'Cancelled by the customer'],
  },
  CANCELLED_TOGETHER: {
    customer: ['done', 'Cancelled, as you and {name} agreed'],
    developer: ['done', 'Cancelled, as you and {name} agreed'],
    candidate: CLOSED,
    moderator: ['done', 'Cancelled, as both sides agreed'],
  },
  CUSTOMER_REJECTED: { customer: CLOSED, developer: CLOSED, candidate: CLOSED, moderator: CLOSED },
  CLOSED_FOR_CUSTOMER: {
    customer: ['done', 'Closed in your favor by a moderator'],
    developer: ['done', "Closed in {name}'s favor by a moderator"],
    candidate: CLOSED,
    moderator: ['done', "Closed in the customer's favor"],
  },
  CLOSED_FOR_DEVELOPER: {
    customer: ['done', "Closed in {name}'s favor by a moderator"],
    developer: ['done', 'Closed in your favor by a moderator'],
    candidate: CLOSED,
    moderator: ['done', "Closed in the unblocker's favor"],
  },
  CUSTOMER_APPROVED: {
    customer: ['done', 'Finished: the work is approved'],
    developer: ['done', 'Finished: your work is approved'],
    candidate: ['done', 'Finished'],
    moderator: ['done', 'Finished: the work is approved'],
  },
  REPAIR_MISSED: {
    customer: ['done', 'Finished: the free repair was missed, and you were refunded'],
    developer: ['done', 'Finished: the free repair was missed, and {name} was refunded'],
    candidate: CLOSED,
    moderator: ['done', 'Finished: the free repair was missed, and the customer was refunded'],
  },
  REPAIR_CANCELLED: {
    customer: ['done', 'Finished: the work stays approved, and you cancelled the free repair'],
    developer: ['done', 'Finished: your work stays approved, and {name} cancelled the free repair'],
    candidate: CLOSED,
    moderator: ['done', 'Finished: the work is approved, and the customer cancelled its repair'],
  },
  REQUIRES_MOD_ASSISTANCE: {
    customer: LOOKED_INTO,
    developer: LOOKED_INTO,
    candidate: LOOKED_INTO,
    moderator: ['mine', 'Your turn: look into it and decide'],
  },
} as const satisfies Record<string, Row>;

export type Stage = keyof typeof table;
export const turns: Readonly<Record<Stage, Row>> = table;
