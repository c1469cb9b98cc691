/**
 * The acts: for each action of the lifecycle its words, on the button, in the dialog, in the history
 * and in the API's description, and where its button stands. Who may take it when, and what follows,
 * is in lifecycle.ts. The web draws buttons and dialogs from here, the server registers calls.
 */
import type { DecisionKind } from './decision.ts';

/** Where buttons are drawn by themselves, in the order of this table. */
type Place = 'request' | 'plan' | 'milestone' | 'way-out' | 'moderation';

export interface Act {
  subject: 'ticket' | 'milestone' | 'message';
  /** An act without one has a button of its own making, or none. */
  place?: Place;
  /** The words on the button. */
  label?: string;
  look?: 'primary' | 'ghost';
  /** Where it is refused its button stays, disabled, and tells why; others are not drawn then. */
  tells?: true;
  /** Asked before it is done. */
  ask?: Ask;
  /** Said once it is done. */
  done?: string;
  /** Said when it fails, with the reason. */
  failed?: string;
  /** Failure is an alert instead of a box in the dialog. Source: specification 8. */
  alerts?: true;
  /** The screen that it leads to. */
  leads?: 'plan' | 'discussion';
  /** What its call does, in the API's description. */
  summary?: string;
  /** Its call takes nothing but the words of the dialog, and is registered by itself. */
  plain?: true;
  /** Its call deletes the record. */
  deletes?: true;
  /** Of a moderator's act: how it is told to both sides. */
  decision?: DecisionKind;
  /** Its lines in the history, by event; null for what the history does not show. */
  history: Readonly<Record<string, string | null>>;
}

interface Ask {
  title: string;
  /** What follows from it. */
  text?: string;
  /** The words on the dialog's button, where they are others than on the first one. */
  act?: string;
  danger?: true;
  words?: Words;
}

/** A text that goes along. */
export interface Words {
  /** Its name in the call. */
  field: 'message' | 'feedback' | 'reason';
  label: 'Message' | 'Feedback' | 'Reason';
  hint?: string;
  /** Said where it is missing; without this it may be left out. */
  missing?: string;
  max: number;
}

/** Why a moderator does something. */
const REASON: Words = {
  field: 'reason',
  label: 'Reason',
  hint: 'Both sides read it, in the discussion and by mail.',
  missing: 'Please give a reason',
  max: 2000,
};
const DECIDED = 'It is decided, and both sides were told why.';

const table = {
  // The request, while it is pending
  edit: {
    subject: 'ticket',
    label: 'Edit Request',
    summary: 'Edit a pending request',
    history: { request_edited: '{who} edited the request' },
  },
  delete: {
    subject: 'ticket',
    label: 'Delete Request',
    ask: {
      title: 'Delete Request',
      text: 'Are you sure you want to delete this ticket? This action cannot be undone.',
      act: 'Delete',
      danger: true,
    },
    failed: 'Failed to delete ticket. Please try again.',
    alerts: true,
    summary: 'Delete a pending request',
    deletes: true,
    history: { request_deleted: '{who} deleted the request' },
  },
  abandon: {
    subject: 'ticket',
    place: 'request',
    label: 'Abandon',
    ask: {
      title: 'Abandon',
      text: 'Are you sure you want to abandon this ticket? This action cannot be undone.',
      danger: true,
    },
    failed: 'Failed to abandon ticket. Please try again.',
    summary: 'Give a reserved request back',
    plain: true,
    history: { request_abandoned: '{who} abandoned the request' },
  },
  reserve: {
    subject: 'ticket',
    place: 'request',
    label: 'Message Customer',
    tells: true,
    failed: 'Failed to update ticket status. Please try again.',
    leads: 'discussion',
    summary: 'Message Customer: reserve an open request',
    plain: true,
    history: { request_reserved: '{who} reserved the request to talk first' },
  },
  grab: {
    subject: 'ticket',
    place: 'request',
    label: 'Grab Request',
    look: 'primary',
    ask: {
      title: 'Grab Request',
      text: 'Are you sure you want to grab this ticket? This action cannot be undone.',
    },
    failed: 'Failed to activate ticket. Please try again.',
    alerts: true,
    leads: 'plan',
    summary: 'Take an open or reserved request',
    plain: true,
    history: { request_grabbed: '{who} grabbed the request' },
  },
  lapse: {
    subject: 'ticket',
    history: { reservation_lapsed: 'The reservation lapsed; the request is open again' },
  },

  // The plan
  rate: {
    subject: 'ticket',
    place: 'plan',
    label: 'Rate Developer',
    done: 'Thank you for your feedback!',
    summary: 'Rate the developer',
    history: { developer_rated: '{who} rated the unblocker' },
  },
  'request-changes': {
    subject: 'ticket',
    place: 'plan',
    label: 'Request Changes',
    ask: {
      title: 'Request Changes',
      words: {
        field: 'feedback',
        label: 'Feedback',
        hint: 'What should be different in the plan.',
        // The same sentence as for an empty rating. Source: specification 5.
        missing: 'Please provide a rating or feedback (or both).',
        max: 20_000,
      },
    },
    done: 'Your feedback was sent. The unblocker revises the plan.',
    failed: 'Failed to reject plan. Please try again.',
    alerts: true,
    summary: 'Send the plan back',
    plain: true,
    history: { plan_changes_requested: '{who} requested changes to the plan' },
  },
  'add-milestone': {
    subject: 'ticket',
    place: 'plan',
    label: 'Add Milestone',
    summary: 'Add a milestone',
    history: { milestone_added: '{who} added {what} to the plan' },
  },
  'submit-plan': {
    subject: 'ticket',
    place: 'plan',
    label: 'Submit Plan',
    ask: {
      title: 'Submit Plan',
      text: 'Are you sure you want to submit this plan? The customer reviews it next, and you cannot change it meanwhile.',
    },
    failed: 'Failed to update ticket status. Please try again.',
    summary: 'Submit the plan for review',
    plain: true,
    history: { plan_submitted: '{who} submitted the plan' },
  },
  'approve-plan': {
    subject: 'ticket',
    place: 'plan',
    label: 'Approve Plan',
    look: 'primary',
    summary: 'Approve the plan; answers where to pay its first milestone',
    history: { plan_approved: '{who} approved the plan' },
  },
  'order-milestones': {
    subject: 'ticket',
    summary: 'Put the milestones in another order',
    history: { milestones_ordered: '{who} put the milestones in another order' },
  },

  // The work
  reject: {
    subject: 'milestone',
    place: 'milestone',
    label: 'Request Changes',
    ask: {
      title: 'Request Changes',
      words: {
        field: 'feedback',
        label: 'Feedback',
        hint: 'What is missing, or does not work as promised.',
        missing: 'Please provide feedback before rejecting the milestone.',
        max: 20_000,
      },
    },
    failed: 'Failed to reject milestone',
    leads: 'discussion',
    summary: 'Send the work back',
    plain: true,
    history: { milestone_rejected: '{who} requested changes to {what}' },
  },
  accept: {
    subject: 'milestone',
    label: 'Approve',
    ask: {
      title: 'Approve Milestone',
      act: 'Approve Milestone',
      words: {
        field: 'feedback',
        label: 'Feedback',
        hint: 'Sent to your unblocker with the approval.',
        max: 20_000,
      },
    },
    done: 'The milestone is approved and its payment released.',
    failed: 'Failed to accept milestone',
    summary: 'Accept the work; the money is released',
    plain: true,
    history: { milestone_accepted: '{who} approved {what}' },
  },
  submit: {
    subject: 'milestone',
    place: 'milestone',
    label: 'Submit',
    done: 'The milestone was submitted for review.',
    failed: 'Failed to update milestone status. Please try again.',
    summary: 'Hand in the work',
    history: { milestone_submitted: '{who} submitted {what}' },
  },
  start: {
    subject: 'milestone',
    place: 'milestone',
    label: 'Start',
    failed: 'Failed to update milestone status. Please try again.',
    summary: 'Start work',
    plain: true,
    history: { milestone_started: 'Work on {what} started' },
  },
  'start-next': {
    // The next planned milestone starts by itself when one is accepted.
    subject: 'milestone',
    history: { milestone_started: 'Work on {what} started' },
  },
  checkout: {
    subject: 'milestone',
    place: 'milestone',
    label: 'Pay Milestone',
    summary: 'Where to pay',
    history: { checkout_opened: null },
  },
  'edit-milestone': {
    subject: 'milestone',
    place: 'milestone',
    label: 'Edit',
    summary: 'Edit a milestone',
    history: { milestone_edited: '{who} changed {what}' },
  },
  'delete-milestone': {
    subject: 'milestone',
    place: 'milestone',
    label: 'Delete',
    look: 'ghost',
    ask: {
      title: 'Delete Milestone',
      text: 'Are you sure you want to delete this milestone?',
      danger: true,
    },
    failed: 'Failed to delete milestone. Please try again.',
    summary: 'Delete a milestone',
    deletes: true,
    history: { milestone_deleted: '{who} deleted {what}' },
  },

  // The money
  'confirm-payment': {
    subject: 'milestone',
    history: {
      payment_held: 'The payment for {what} arrived and is held',
      payment_returned: 'A payment for {what} was not taken and goes back',
    },
  },
  'lose-payment': {
    subject: 'milestone',
    history: { payment_lost: 'The customer’s bank took the payment for {what} back' },
  },

  // The discussion; what is done to messages is seen in their thread
  message: { subject: 'ticket', history: { message_sent: null } },
  report: {
    subject: 'message',
    history: { message_reported: '{who} reported a message to the moderators' },
  },
  'edit-message': { subject: 'message', history: { message_edited: null } },
  'delete-message': { subject: 'message', history: { message_deleted: null } },
  'take-out-keys': { subject: 'message', history: { message_edited: null } },

  // Moderation
  resume: {
    subject: 'ticket',
    place: 'way-out',
    label: 'Resume',
    look: 'primary',
    ask: {
      title: 'Resume Request',
      text: 'It goes on where it was. Open reports about it count as answered.',
      words: REASON,
    },
    done: DECIDED,
    summary: 'Let a request go on where it was',
    plain: true,
    decision: 'request_resumed',
    history: { request_resumed: '{who} resumed the request' },
  },
  'close-for-customer': {
    subject: 'ticket',
    place: 'way-out',
    label: 'Close for the Customer',
    ask: {
      title: 'Close for the Customer',
      text: 'The request ends, and all money still held goes back to the customer. This cannot be undone.',
      danger: true,
      words: REASON,
    },
    done: DECIDED,
    summary: 'Close a request for the customer; held money is refunded',
    plain: true,
    decision: 'closed_for_customer',
    history: { closed_for_customer: '{who} closed the request in the customer’s favor' },
  },
  'close-for-developer': {
    subject: 'ticket',
    place: 'way-out',
    label: 'Close for the Unblocker',
    ask: {
      title: 'Close for the Unblocker',
      text: 'The request ends. Money held for milestones in review is released, all other held money goes back to the customer. This cannot be undone.',
      danger: true,
      words: REASON,
    },
    done: DECIDED,
    summary: 'Close a request for the developer; money for work in review is released',
    plain: true,
    decision: 'closed_for_developer',
    history: { closed_for_developer: '{who} closed the request in the unblocker’s favor' },
  },
  reopen: {
    subject: 'ticket',
    place: 'way-out',
    label: 'Return to the Open List',
    ask: {
      title: 'Return to the Open List',
      text: 'The unblocker loses the request, milestones that are not accepted leave the plan, and held money goes back to the customer. Other unblockers can take it. This cannot be undone.',
      danger: true,
      words: REASON,
    },
    done: DECIDED,
    summary: 'Return a request to the open list, without its developer; held money is refunded',
    plain: true,
    decision: 'request_reopened',
    history: { request_reopened: '{who} returned the request to the open list' },
  },
  split: {
    subject: 'milestone',
    label: 'Split',
    ask: { title: 'Split Held Money', danger: true, words: REASON },
    done: 'The money was divided, and both sides were told why.',
    summary: 'Divide what is held for one milestone',
    decision: 'milestone_split',
    history: { milestone_split: '{who} divided the money held for {what}' },
  },
  refund: {
    subject: 'milestone',
    label: 'Refund',
    ask: { title: 'Refund Released Money', danger: true, words: REASON },
    done: 'The money goes back, and both sides were told why.',
    summary: 'Give money back that was released for one milestone',
    decision: 'money_refunded',
    history: { money_refunded: '{who} refunded money for {what}' },
  },
  'money-back': {
    subject: 'ticket',
    label: 'Give All Money Back',
    ask: { title: 'Give All Money Back', danger: true, words: REASON },
    done: 'All money goes back, and both sides were told why.',
    summary: 'Give the customer back all that they have paid for a request, held or released',
    decision: 'money_given_back',
    history: { money_given_back: '{who} gave all money of the request back' },
  },
  'clear-payment': {
    subject: 'milestone',
    label: 'Let It Go On',
    ask: {
      title: 'Let It Go On',
      text: 'From now on it is a payment as any other: it is released once the customer approves the work.',
      words: REASON,
    },
    done: 'The payment goes on.',
    summary: 'Let a first-hour payment go on as any other',
    decision: 'payment_cleared',
    history: {
      payment_cleared: '{who} looked at the payment for {what}; it goes on as usual',
    },
  },
  'refuse-payment': {
    subject: 'milestone',
    label: 'Pay It Back',
    ask: {
      title: 'Pay It Back',
      text: 'What the customer paid goes back to them, and the milestone can be paid again at the usual price. This cannot be undone.',
      danger: true,
      words: REASON,
    },
    done: 'The payment goes back to the customer.',
    summary: 'Pay a first-hour payment back; it can be paid again at the usual price',
    decision: 'payment_refused',
    history: {
      payment_refused: '{who} looked at the payment for {what}; it goes back to the customer',
    },
  },
  'grant-appeal': { subject: 'ticket', history: { appeal_granted: '{who} granted an appeal' } },
  suspend: {
    subject: 'ticket',
    history: {
      side_suspended: 'An account was suspended, so the request waits for a moderator',
    },
  },
} as const satisfies Record<string, Act>;

export type Action = keyof typeof table;
/** What is written to the history, in the past tense. */
export type LifecycleEvent = { [Each in Action]: keyof (typeof table)[Each]['history'] }[Action];

export const acts: Readonly<Record<Action, Act>> = table;
const all = Object.entries(acts) as [Action, Act][];

/** The acts whose buttons are drawn by themselves at a place. */
export function actsAt(place: Place): Action[] {
  return all.filter(([, act]) => act.place === place).map(([action]) => action);
}

/** The acts whose calls are registered by themselves: those of moderators, or those of the two sides. */
export function plainActs(by: 'moderators' | 'sides'): Action[] {
  const wanted = ([, { plain, decision }]: [Action, Act]) =>
    plain && (decision !== undefined) === (by === 'moderators');
  return all.filter(wanted).map(([action]) => action);
}

/** Where an act is called, below /api. */
export function actPath(action: Action, id: string): string {
  const { subject, decision, deletes } = acts[action];
  const records = decision ? 'moderation/tickets' : `${subject}s`;
  return `/${records}/${id}${deletes ? '' : `/${action}`}`;
}

/** What its call does, in the API's description. */
export function summaryOf(action: Action): string {
  const { summary } = acts[action];
  if (summary === undefined) throw new Error(`the act ${action} has no call`);
  return summary;
}

/** The words in the body of its call; null where there are none. */
export function wordsOf(action: Action, body: unknown): string | null {
  const { field } = acts[action].ask?.words ?? {};
  const words = field && body ? (body as Record<string, unknown>)[field] : null;
  return typeof words === 'string' ? words : null;
}

const NOT_STEPS: Readonly<Record<string, string>> = {
  request_created: '{who} posted the request',
  secrets_shared: '{who} shared keys or passwords knowingly',
};

/** What the history says of an event: null where it shows nothing, undefined for an unknown one. */
export const eventWords: Readonly<Record<string, string | null | undefined>> = Object.assign(
  {},
  NOT_STEPS,
  ...all.map(([, { history }]) => history),
);
