/**
 * The acts: for each action of the lifecycle its words (button, dialog, history, API description) and
 * the place of its button. lifecycle.ts says who may take it when, and what follows. The web draws
 * buttons and dialogs from here, and the server registers calls.
 */
import type { DecisionKind } from './decision.ts';
import { BROKE_AGAIN, guarantees, guaranteeWords, HELD_WAITS } from './guarantee.ts';
import {
  ACCEPTS_AFTER_DAYS,
  CANCEL_ANSWER_HOURS,
  CHANGE_ANSWER_HOURS,
  MORE_TIME_DAYS,
  QUOTE_HOURS,
  RESERVATION_HOURS,
} from './limits.ts';

/** Where buttons are drawn from this table, in its order. */
type Place = 'request' | 'plan' | 'milestone' | 'exit' | 'proposal' | 'way-out' | 'moderation';

export interface Act {
  subject: 'ticket' | 'milestone' | 'message' | 'quote';
  /** Without it an act has a button of its own, or none. */
  place?: Place;
  /** The button's text. */
  label?: string;
  /** For its button where no turn decides which is primary, such as in lists. */
  look?: 'primary';
  /** A refused act's button stays, disabled, with the reason; by default it is hidden. */
  tells?: true;
  /** Beside its button. */
  hint?: string;
  /** The dialog before it is done. */
  ask?: Ask;
  /** The dialog for an unpaid milestone. */
  ask_unpaid?: Ask;
  /** Its dialog, and the text after success, where only free repairs are left to do. */
  of_repair?: { ask: Ask; done: string };
  /** After success. */
  done?: string;
  /** After a failure, with the reason. */
  failed?: string;
  /** Shows a failure as an alert instead of in the dialog. Source: specification 8. */
  alerts?: true;
  /** The screen to go to afterwards. */
  leads?: 'plan' | 'discussion';
  /** For the API's description. */
  summary?: string;
  /** Its call takes only the words of the dialog, and is registered from this table. */
  plain?: true;
  /** The last part of its path, where that is not the action's name. */
  call?: string;
  /** Its path has the id of the open change of the plan instead of the request's. */
  of_change?: true;
  /** Called by DELETE. */
  deletes?: true;
  /** For a moderator's act: the decision that both sides read. */
  decision?: DecisionKind;
  /** Its lines in the history, by event; null where the history shows nothing. */
  history: Readonly<Record<string, string | null>>;
}

interface Ask {
  title: string;
  /** What happens by it. */
  text?: string;
  /**
   * Added where money is held for the request; `{held}` is the sum. With an open proposal to cancel,
   * `{customer}` and `{developer}` are what each gets by it.
   */
  held?: string;
  /** The text of the dialog's button, where it differs from the first one. */
  act?: string;
  danger?: true;
  words?: Words;
}

/** A text field of the dialog. */
export interface Words {
  /** Its name in the body. */
  field: 'message' | 'feedback' | 'reason' | 'note' | 'text';
  label: 'Message' | 'Feedback' | 'Reason' | 'Handover Note';
  hint?: string;
  /** The message where it is missing; without this it is optional. */
  missing?: string;
  max: number;
}

const reason = (hint: string): Words => ({
  field: 'reason',
  label: 'Reason',
  hint,
  missing: 'Please give a reason',
  max: 2000,
});
/** A moderator's reason. */
const REASON = reason('Both sides read it, in the discussion and by mail.');
const DECIDED = 'It is decided, and both sides were told why.';

const table = {
  // Pending requests
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
    summary: 'Return a reserved request',
    plain: true,
    history: { request_abandoned: '{who} abandoned the request' },
  },
  reserve: {
    subject: 'ticket',
    place: 'request',
    label: 'Message Customer',
    tells: true,
    hint: `Messaging reserves the request for you for ${RESERVATION_HOURS} hours. Grab it until then, or it is open for others again.`,
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
    summary: 'Grab an open or reserved request',
    plain: true,
    history: { request_grabbed: '{who} grabbed the request' },
  },
  lapse: {
    subject: 'ticket',
    history: { reservation_lapsed: 'The reservation lapsed; the request is open again' },
  },

  // Quotes
  quote: {
    subject: 'ticket',
    label: 'Write a Quote',
    look: 'primary',
    tells: true,
    done: 'Your quote was sent. You hear from us when the customer asks or chooses.',
    failed: 'Failed to send the quote. Please try again.',
    call: 'quotes',
    summary: 'Send a quote: a plan with words, without taking the request',
    history: { quote_sent: '{who} sent a quote' },
  },
  'edit-quote': {
    subject: 'quote',
    label: 'Edit Quote',
    done: 'Your quote was changed.',
    failed: 'Failed to change the quote. Please try again.',
    summary: 'Edit my running quote',
    history: { quote_edited: '{who} changed a quote' },
  },
  'withdraw-quote': {
    subject: 'quote',
    label: 'Withdraw Quote',
    ask: {
      title: 'Withdraw Quote',
      text: 'The customer cannot choose it any more. You can send another one while the request takes quotes.',
      danger: true,
    },
    done: 'Your quote is withdrawn.',
    failed: 'Failed to withdraw the quote. Please try again.',
    summary: 'Withdraw my running quote',
    deletes: true,
    history: { quote_withdrawn: 'A quote was withdrawn' },
  },
  'ask-about-quote': {
    subject: 'quote',
    label: 'Ask a Question',
    failed: 'Failed to send. Please try again.',
    call: 'messages',
    summary: 'Ask or answer about a quote; its author and the customer read it',
    history: { quote_discussed: null },
  },
  'choose-quote': {
    subject: 'quote',
    label: 'Choose',
    ask: {
      title: 'Choose This Quote',
      text: 'The unblocker gets your request, and this plan is its plan. The other quotes are declined, and their authors are told.',
      act: 'Choose',
    },
    done: 'You have chosen. The plan waits for your approval.',
    failed: 'Failed to choose this quote. Please try again.',
    call: 'choose',
    summary: 'Choose a quote: its author gets the request, and its plan is the request’s',
    history: { quote_chosen: '{who} chose a quote' },
  },
  'take-over-plan': {
    subject: 'ticket',
    history: { quoted_plan_submitted: 'The plan of the chosen quote is in review' },
  },
  'extend-quotes': {
    subject: 'ticket',
    label: 'Extend',
    done: `Your request takes quotes for ${QUOTE_HOURS} more hours.`,
    failed: 'Failed to extend the time. Please try again.',
    summary: `Take quotes for ${QUOTE_HOURS} hours from now`,
    plain: true,
    history: { quotes_extended: '{who} gave more time for quotes' },
  },
  'open-for-grabbing': {
    subject: 'ticket',
    label: 'Open for Grabbing',
    ask: {
      title: 'Open for Grabbing',
      text: 'The first unblocker who takes it gets your request, and makes a plan. Quotes that you have are declined, and their authors are told.',
      act: 'Open for Grabbing',
    },
    done: 'Your request is open for whoever takes it first.',
    failed: 'Failed to open the request. Please try again.',
    summary: 'Take no more quotes: the first unblocker who grabs the request gets it',
    plain: true,
    history: { opened_for_grabbing: '{who} opened the request for grabbing' },
  },
  'tell-of-quotes': { subject: 'ticket', history: { quotes_end_told: null } },
  'end-quotes': {
    subject: 'ticket',
    history: { quotes_ended: 'The time for quotes is over' },
  },
  invite: {
    subject: 'ticket',
    label: 'Invite',
    done: 'Your invitation was sent.',
    failed: 'Failed to invite. Please try again.',
    summary: 'Invite an unblocker to an open request',
    history: { unblocker_invited: '{who} invited an unblocker' },
  },

  // Plans
  rate: {
    subject: 'ticket',
    place: 'plan',
    label: 'Rate Developer',
    done: 'Thank you for your feedback!',
    summary: 'Rate the developer',
    history: { developer_rated: '{who} rated the unblocker' },
  },
  'rate-customer': {
    subject: 'ticket',
    place: 'plan',
    label: 'Rate Customer',
    done: 'Thank you for your feedback!',
    summary:
      'Rate the customer; nobody else reads it before the customer has rated too, or 7 days have passed',
    call: 'customer-feedback',
    history: { customer_rated: '{who} rated the customer' },
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
        // The same as for an empty rating. Source: specification 5.
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
    summary: 'Approve the plan; returns the payment page of its first milestone',
    history: { plan_approved: '{who} approved the plan' },
  },
  'order-milestones': {
    subject: 'ticket',
    summary: 'Reorder the milestones',
    history: { milestones_ordered: '{who} put the milestones in another order' },
  },
  'propose-change': {
    subject: 'ticket',
    place: 'plan',
    label: 'Propose a Change',
    ask: {
      title: 'Propose a Change',
      text: `The other side sees what it does to price and date, and agrees or declines. Nothing changes before. Without an answer within ${CHANGE_ANSWER_HOURS} hours it lapses.`,
      act: 'Propose',
      words: reason('The other side reads it.'),
    },
    done: 'Your change was proposed.',
    failed: 'Failed to propose the change. Please try again.',
    call: 'changes',
    summary: 'Propose a change of an approved plan, which the other side has to accept',
    history: { change_proposed: '{who} proposed a change of the plan' },
  },
  'agree-to-change': {
    subject: 'ticket',
    place: 'proposal',
    label: 'Agree',
    look: 'primary',
    ask: {
      title: 'Agree to the Change',
      text: 'The plan becomes what was proposed. Money that is held for what is dropped goes back to the customer.',
      act: 'Agree',
    },
    done: 'You agreed: the plan has changed.',
    failed: 'Failed to agree. Please try again.',
    summary: 'Accept a change of the plan, which applies at once',
    plain: true,
    of_change: true,
    call: 'agree',
    history: { change_agreed: '{who} agreed to the change of the plan' },
  },
  'decline-change': {
    subject: 'ticket',
    place: 'proposal',
    label: 'Decline',
    ask: {
      title: 'Decline the Change',
      text: 'The plan stays as it is.',
      act: 'Decline',
      words: {
        field: 'text',
        label: 'Message',
        hint: 'Why not, or what you would agree to. The other side reads it.',
        missing: 'Please say why',
        max: 2000,
      },
    },
    done: 'You declined: the plan stays as it is.',
    failed: 'Failed to decline. Please try again.',
    summary: 'Decline a change of the plan',
    plain: true,
    of_change: true,
    call: 'decline',
    history: { change_declined: '{who} declined the change of the plan' },
  },
  'withdraw-change': {
    subject: 'ticket',
    place: 'proposal',
    label: 'Withdraw',
    done: 'Your change is withdrawn.',
    failed: 'Failed to withdraw the change. Please try again.',
    summary: 'Withdraw my change of the plan',
    plain: true,
    of_change: true,
    call: 'withdraw',
    history: { change_withdrawn: '{who} withdrew the change of the plan' },
  },
  'lapse-change': {
    subject: 'ticket',
    history: { change_lapsed: 'The change of the plan lapsed' },
  },

  // Work
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
    summary: 'Send the work back with the failed checks',
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
    done: 'The milestone is approved.',
    failed: 'Failed to accept milestone',
    summary: 'Approve the work; its money is released, or waits for a review',
    history: {
      milestone_accepted: '{who} approved {what}',
      milestone_counts_as_accepted: '{what} counts as approved, as the request has ended',
      milestone_accepted_by_time: `{what} was approved by the clock: nobody had answered the delivery for ${ACCEPTS_AFTER_DAYS} days`,
    },
  },
  'more-time': {
    subject: 'milestone',
    place: 'milestone',
    label: 'I Need More Time',
    done: `You have ${MORE_TIME_DAYS} more days to look at it.`,
    failed: 'Failed to take more time. Please try again.',
    summary: `Get ${MORE_TIME_DAYS} more days before the automatic approval; once per delivery`,
    plain: true,
    history: { more_time_taken: `{who} took ${MORE_TIME_DAYS} more days to look at {what}` },
  },
  'check-now': {
    subject: 'milestone',
    label: 'Check Now',
    failed: 'Failed to look at the address. Please try again.',
    summary: 'Check an address now',
    history: { address_looked_at: null },
  },
  submit: {
    subject: 'milestone',
    place: 'milestone',
    label: 'Submit',
    done: 'The milestone was submitted for review.',
    failed: 'Failed to update milestone status. Please try again.',
    summary: 'Submit the work',
    history: { milestone_submitted: '{who} submitted {what}' },
  },
  start: {
    subject: 'milestone',
    place: 'milestone',
    label: 'Start',
    ask_unpaid: {
      title: 'Start Unpaid Work',
      text: 'The customer has not paid for this milestone. You may start at your own risk: no time counts and nothing is held for you before they have paid.',
    },
    failed: 'Failed to update milestone status. Please try again.',
    summary: 'Start work',
    plain: true,
    history: { milestone_started: 'Work on {what} started' },
  },
  'start-next': {
    subject: 'milestone',
    history: { milestone_started: 'Work on {what} started' },
  },
  checkout: {
    subject: 'milestone',
    place: 'milestone',
    label: 'Pay Milestone',
    summary: 'Get the payment page',
    history: { checkout_opened: null },
  },
  'broke-again': {
    subject: 'milestone',
    place: 'milestone',
    label: 'It Broke Again',
    ask: {
      title: 'It Broke Again',
      text: guaranteeWords('repair'),
      words: {
        field: 'text',
        label: 'Message',
        hint: 'What does not work any more, and how to see it. Your unblocker reads it.',
        ...BROKE_AGAIN,
      },
    },
    done: 'A free repair has begun. Your unblocker was told.',
    failed: 'Failed to open a repair. Please try again.',
    summary: 'Request a free repair of a recently approved milestone',
    history: { broke_again: '{who} said that {what} broke again' },
  },
  'refund-released': {
    subject: 'milestone',
    place: 'milestone',
    label: 'Refund',
    ask: {
      title: 'Refund',
      text: `${guarantees.repair_missed.broken} What you paid for this milestone goes back to you the way it was paid, and the repair ends.`,
    },
    done: 'The money goes back to you.',
    failed: 'Failed to refund it. Please try again.',
    summary: 'Refund a milestone whose free repair was missed',
    plain: true,
    history: { repair_refunded: '{who} had {what} refunded: its repair was missed' },
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

  // Time
  remind: { subject: 'ticket', history: { reminded: null } },
  'remind-of-time': { subject: 'milestone', history: { reminded_of_time: null } },
  miss: {
    subject: 'milestone',
    history: { deadline_missed: 'The deadline of {what} was missed' },
  },
  extend: {
    subject: 'milestone',
    place: 'milestone',
    label: 'Give More Time',
    ask: {
      title: 'Give More Time',
      text: 'Until the new date nothing is late. If it is missed too, you can decide again.',
    },
    done: 'Your unblocker was told the new date.',
    failed: 'Failed to change the date. Please try again.',
    summary: 'Extend a missed deadline',
    history: { deadline_extended: '{who} gave {what} more time' },
  },
  'refund-missed': {
    subject: 'milestone',
    place: 'milestone',
    label: 'Refund Milestone',
    ask: {
      title: 'Refund Milestone',
      text: 'What you paid for this milestone goes back to you at once, the way it was paid. The milestone is planned again, and can be paid again; your unblocker keeps the request.',
      danger: true,
    },
    done: 'The money goes back to you.',
    failed: 'Failed to refund it. Please try again.',
    summary:
      'After a missed deadline, or a check that failed in two deliveries: have the money held for the milestone back',
    plain: true,
    history: {
      missed_refunded: '{who} had {what} refunded, as its deadline was missed',
      failed_refunded: '{who} had {what} refunded, as the same check failed in two deliveries',
    },
  },
  'return-unplanned': {
    subject: 'ticket',
    history: { returned_unplanned: 'No plan came; the request is open again' },
  },

  // To another unblocker
  'give-back': {
    subject: 'ticket',
    place: 'exit',
    label: 'Give Back',
    ask: {
      title: 'Give Back',
      text: 'The request is open again for others. What is accepted stays accepted; the rest of the plan stays as a draft for the next unblocker. You lose access to the customer’s files and to the discussion; what you wrote stays in your data export.',
      held: 'The {held} that is held for you goes to whoever does the work in your place, unless the customer has it refunded.',
      danger: true,
      words: {
        field: 'note',
        label: 'Handover Note',
        hint: 'What is done, what is open, what the next one should know. The customer and the next unblocker read it.',
        missing: 'Please write a handover note',
        max: 5000,
      },
    },
    done: 'You have given the request back. The customer was told.',
    failed: 'Failed to give the request back. Please try again.',
    summary: 'Return a grabbed request; the plan stays as a draft, held money stays held',
    plain: true,
    history: { request_handed_back: '{who} gave the request back' },
  },
  'find-another': {
    subject: 'ticket',
    place: 'exit',
    label: 'Find Another Unblocker',
    ask: {
      title: 'Find Another Unblocker',
      text: 'Your unblocker loses the request, and it is open for others. What is accepted stays accepted; the rest of the plan stays as a draft for the next unblocker.',
      held: `{held} stays held for the next unblocker. You can have it refunded afterwards; ${HELD_WAITS}.`,
      danger: true,
    },
    done: 'Your request is open for other unblockers.',
    failed: 'Failed to open the request for others. Please try again.',
    summary: 'Take a request from a late unblocker and open it for others',
    plain: true,
    history: { another_sought: '{who} looks for another unblocker' },
  },
  redraft: {
    subject: 'milestone',
    history: { milestone_redrafted: '{what} is planned again' },
  },
  'keep-held': {
    subject: 'ticket',
    label: 'Keep It Held',
    done: 'It stays held for the next unblocker. You can have it refunded until you approve their plan.',
    failed: 'Failed to keep it held. Please try again.',
    summary: 'Keep held money for the next unblocker',
    plain: true,
    history: { held_kept: '{who} keeps the money held for the next unblocker' },
  },
  'refund-held': {
    subject: 'ticket',
    label: 'Refund',
    ask: {
      title: 'Refund',
      text: 'The milestones stay in the plan, and can be paid again.',
      held: '{held} goes back to you the way it was paid.',
    },
    done: 'The money goes back to you.',
    failed: 'Failed to refund it. Please try again.',
    summary: 'Refund money held for a request without an approved plan',
    plain: true,
    history: { held_refunded: 'Money that was held is refunded' },
  },
  'share-earlier': {
    subject: 'ticket',
    label: 'Share',
    done: 'Your unblocker can read it now.',
    failed: 'Failed to share it. Please try again.',
    summary: 'Share an earlier conversation with the current unblocker',
    history: { conversation_shared: '{who} shared an earlier conversation' },
  },

  // Money
  'confirm-payment': {
    subject: 'milestone',
    history: {
      payment_held: 'The payment for {what} arrived',
      payment_returned: 'A payment for {what} was not taken and goes back',
    },
  },
  'lose-payment': {
    subject: 'milestone',
    history: { payment_lost: 'The customer’s bank took the payment for {what} back' },
  },
  'lose-released': {
    subject: 'milestone',
    history: {
      released_payment_lost:
        'The customer’s bank took the payment for {what} back after it was released',
    },
  },
  'bear-loss': {
    subject: 'milestone',
    history: { loss_borne: '{who} decided who bears the lost payment for {what}' },
  },

  // Ways out, shown together; the answers to a proposal are beside it
  'get-help': {
    subject: 'ticket',
    place: 'exit',
    label: 'Get Help',
    ask: {
      title: 'Get Help',
      text: 'A moderator looks into it and decides. The other side is told at once what you write, and money that is held stays held.',
      words: {
        field: 'text',
        label: 'Message',
        hint: 'What happened, and what you would like. The moderator and the other side read it.',
        missing: 'Please say what happened',
        max: 5000,
      },
    },
    done: 'A moderator will look into it. You will hear from us.',
    failed: 'Failed to get help. Please try again.',
    summary: 'Bring an open request to the moderators, with a reason',
    history: { help_asked: '{who} asked the moderators for help' },
  },
  'ask-to-cancel': {
    subject: 'ticket',
    place: 'exit',
    label: 'Ask to Cancel',
    ask: {
      title: 'Ask to Cancel',
      text: `You propose how the money that is held is divided. Once the other side agrees, the request ends and the money goes that way. Without an answer within ${CANCEL_ANSWER_HOURS} hours a moderator decides.`,
      words: reason('The other side reads it.'),
    },
    done: 'Your proposal was sent.',
    failed: 'Failed to ask. Please try again.',
    summary: 'Propose to end a request and split its held money',
    history: { cancel_asked: '{who} proposed to cancel the request' },
  },
  cancel: {
    subject: 'ticket',
    place: 'exit',
    label: 'Cancel Request',
    ask: {
      title: 'Cancel Request',
      text: 'The request ends, and nothing of it can be paid any more. This cannot be undone.',
      danger: true,
      words: reason('An unblocker who has the request reads it.'),
    },
    of_repair: {
      ask: {
        title: 'Cancel Request',
        text: 'The free repair ends here. The request is as it was before, what was released stays released, and what breaks again within the days of the guarantee is still repaired.',
        danger: true,
        words: reason('Your unblocker reads it.'),
      },
      done: 'The free repair is cancelled. The request is as it was before.',
    },
    done: 'The request is cancelled.',
    failed: 'Failed to cancel the request. Please try again.',
    summary:
      'End a request without held money; where only a free repair is left, it ends and the request is as it was before',
    plain: true,
    history: {
      request_cancelled: '{who} cancelled the request',
      repair_cancelled: '{who} cancelled the free repair; the work stays approved',
    },
  },
  'agree-to-cancel': {
    subject: 'ticket',
    place: 'proposal',
    label: 'Agree',
    look: 'primary',
    ask: {
      title: 'Agree to Cancel',
      text: 'The request ends, and the money that is held goes as it was proposed. This cannot be undone.',
      held: 'Of what is held, {customer} goes back to the customer and {developer} to the unblocker, after the fee.',
      act: 'Agree',
    },
    done: 'You agreed: the request is cancelled.',
    failed: 'Failed to agree. Please try again.',
    summary: 'Accept a proposal to cancel, which applies at once',
    history: { cancel_agreed: '{who} agreed to cancel; the money went as proposed' },
  },
  'decline-to-cancel': {
    subject: 'ticket',
    place: 'proposal',
    label: 'Decline',
    ask: {
      title: 'Decline to Cancel',
      text: 'The request goes on as it was. If you cannot settle it between you, choose Get Help: then a moderator decides.',
      act: 'Decline',
      words: {
        field: 'text',
        label: 'Message',
        hint: 'Why not, or what you would agree to. The other side reads it.',
        missing: 'Please say why',
        max: 2000,
      },
    },
    done: 'You declined: the request goes on. If you cannot settle it, choose Get Help.',
    failed: 'Failed to decline. Please try again.',
    summary: 'Decline a proposal to cancel',
    plain: true,
    history: { cancel_declined: '{who} declined to cancel' },
  },
  'withdraw-cancel': {
    subject: 'ticket',
    place: 'proposal',
    label: 'Withdraw',
    done: 'Your proposal is withdrawn.',
    failed: 'Failed to withdraw the proposal. Please try again.',
    summary: 'Withdraw my proposal to cancel',
    plain: true,
    history: { cancel_withdrawn: '{who} withdrew the proposal to cancel' },
  },
  'pass-on-cancel': {
    subject: 'ticket',
    history: { cancel_unanswered: 'Nobody answered the proposal to cancel; a moderator gets it' },
  },
  'lapse-cancel': {
    subject: 'ticket',
    history: { cancel_lapsed: 'The proposal to cancel lapsed: what it was about has changed' },
  },

  // Discussion; acts on messages are shown in their thread
  message: { subject: 'ticket', history: { message_sent: null } },
  ask: {
    subject: 'ticket',
    label: 'Needs an Answer',
    history: { answer_asked: '{who} asked a question that needs an answer' },
  },
  answer: { subject: 'ticket', history: { question_answered: '{who} answered' } },
  'take-back-question': {
    subject: 'ticket',
    history: { question_taken_back: '{who} took a question back' },
  },
  report: {
    subject: 'message',
    // The history does not say who reported.
    history: {
      message_reported: 'A message was reported; a moderator looks into it',
      earlier_message_reported: 'A message of an earlier unblocker was reported',
    },
  },
  'edit-message': { subject: 'message', history: { message_edited: null } },
  'delete-message': { subject: 'message', history: { message_deleted: null } },
  'take-out-keys': { subject: 'message', history: { message_edited: null } },

  // Moderation
  'take-in': {
    subject: 'ticket',
    place: 'moderation',
    label: 'Take In',
    ask: {
      title: 'Take In',
      text: 'The request waits for the moderators until one of them has decided. Money that is held stays held.',
      words: REASON,
    },
    done: 'The request is with the moderators, and both sides were told why.',
    summary: 'Bring an open request to the moderators',
    plain: true,
    decision: 'request_taken_in',
    history: { request_taken_in: '{who} took the request in' },
  },
  resume: {
    subject: 'ticket',
    place: 'way-out',
    label: 'Resume',
    ask: {
      title: 'Resume Request',
      text: 'It goes on where it was. Open reports about it count as answered.',
      words: REASON,
    },
    done: DECIDED,
    summary: 'Return a request to its previous status',
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
    summary: 'Split the held money of a milestone',
    decision: 'milestone_split',
    history: { milestone_split: '{who} divided the money held for {what}' },
  },
  refund: {
    subject: 'milestone',
    label: 'Refund',
    ask: { title: 'Refund Released Money', danger: true, words: REASON },
    done: 'The money goes back, and both sides were told why.',
    summary: 'Refund released money of a milestone',
    decision: 'money_refunded',
    history: { money_refunded: '{who} refunded money for {what}' },
  },
  'money-back': {
    subject: 'ticket',
    label: 'Give All Money Back',
    ask: { title: 'Give All Money Back', danger: true, words: REASON },
    done: 'All money goes back, and both sides were told why.',
    summary: 'Refund all that the customer has paid for a request, held or released',
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
    summary: 'Clear a first-hour payment',
    decision: 'payment_cleared',
    history: { payment_cleared: '{who} looked at the payment for {what}; it goes on' },
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
    summary: 'Refund a first-hour payment; it can be paid again at the usual price',
    decision: 'payment_refused',
    history: {
      payment_refused: '{who} looked at the payment for {what}; it goes back to the customer',
    },
  },
  'ask-sides': {
    subject: 'ticket',
    label: 'Ask Both Sides',
    done: 'It stands in their discussion, and both sides are told.',
    history: { sides_asked: '{who} asked a question' },
  },
  'grant-appeal': { subject: 'ticket', history: { appeal_granted: '{who} granted an appeal' } },
  suspend: {
    subject: 'ticket',
    history: {
      // The reason is private to moderators.
      side_suspended: 'A moderator has stepped in; what is held stays held',
    },
  },
} as const satisfies Record<string, Act>;

export type Action = keyof typeof table;
/** An event of the history, in the past tense. */
export type LifecycleEvent = { [Each in Action]: keyof (typeof table)[Each]['history'] }[Action];

export const acts: Readonly<Record<Action, Act>> = table;
const all = Object.entries(acts) as [Action, Act][];

/** The acts with a button at a place. */
export function actsAt(place: Place): Action[] {
  return all.filter(([, act]) => act.place === place).map(([action]) => action);
}

/** The acts whose calls are registered from this table: the moderators', or the two sides'. */
export function plainActs(by: 'moderators' | 'sides'): Action[] {
  const wanted = ([, { plain, decision }]: [Action, Act]) =>
    plain && (decision !== undefined) === (by === 'moderators');
  return all.filter(wanted).map(([action]) => action);
}

/** Decisions with a preview of what each side gets. */
export const PREVIEWED = [
  'resume',
  'close-for-customer',
  'close-for-developer',
  'reopen',
  'split',
  'refund',
  'money-back',
  'clear-payment',
  'refuse-payment',
] satisfies Action[];

export function isPreviewed(action: Action): action is (typeof PREVIEWED)[number] {
  return PREVIEWED.some((each) => each === action);
}

/** The path of an act's call, below /api. */
export function actPath(action: Action, id: string): string {
  const { subject, decision, deletes, of_change, call = action } = acts[action];
  const records = decision ? 'moderation/tickets' : of_change ? 'changes' : `${subject}s`;
  return `/${records}/${id}${deletes ? '' : `/${call}`}`;
}

export function summaryOf(action: Action): string {
  const { summary } = acts[action];
  if (summary === undefined) throw new Error(`the act ${action} has no call`);
  return summary;
}

/** A dialog's text, with what happens to held money, as dollars. */
export function askText(
  ask: Ask | undefined,
  sums: Readonly<Record<string, string>> | null,
): string | undefined {
  const { text, held } = ask ?? {};
  if (sums === null || held === undefined) return text;
  const about = held.replace(/\{(\w+)\}/g, (_, of: string) => sums[of] ?? '');
  return [text, about].filter(Boolean).join(' ');
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

/** The history's words for an event: null where it shows nothing, undefined for an unknown one. */
export const eventWords: Readonly<Record<string, string | null | undefined>> = Object.assign(
  {},
  NOT_STEPS,
  ...all.map(([, { history }]) => history),
);
