import { brokenWords, guarantees, MISSED_CHOICES } from './guarantee.ts';
import {
  ACCEPTS_AFTER_DAYS,
  CANCEL_ANSWER_HOURS,
  CHANGE_ANSWER_HOURS,
  HELD_WAITS_DAYS,
  MORE_TIME_DAYS,
  PLAN_RETURNS_HOURS,
  QUOTES_TOLD_HOURS,
} from './limits.ts';
import { formatCents } from './money.ts';
import type { Noticed, NoticeLetter, NoticeRule } from './notice-rule.ts';
import { heldWords, midSentence, stepMoneyWords } from './record-money.ts';

const LOOKS_INTO_IT = 'A moderator looks into it and decides. {held}';

const milestone = ({ milestone_title }: Noticed) =>
  milestone_title === null ? 'A milestone' : `"${milestone_title}"`;
/** What happened to the money, after a colon. */
const after = ({ money }: Noticed) => {
  const words = money && stepMoneyWords(money);
  return words === null ? '' : `: ${midSentence(words)}`;
};
const held = ({ money }: Noticed) => (money === null ? '' : `. ${heldWords(money)}`);
const titleOr = ({ milestone_title }: Noticed, none: string) => milestone_title ?? none;
const name = ({ person_name }: Noticed) => person_name ?? 'The other side';

const HELD_WAITS = `{left} stays held for the next unblocker. Keep It Held, or have it refunded, on the page of your request; if nobody has taken over and you have not decided within ${HELD_WAITS_DAYS} days, it goes back to you by itself.`;

/** Free repairs have no money, and no other developer can be found for them. */
interface OfWork {
  isRepair: boolean;
}

/** In mails to a customer, on work that will be approved automatically; `at` is in words. */
export function acceptsItself(at: string, { isRepair }: OfWork): string {
  const money = isRepair ? '' : ', and its money is released';
  return `If you do neither, it is approved by itself on ${at}${money}. I Need More Time, on the page of your request, gives you ${MORE_TIME_DAYS} more days.`;
}

/** To the developer of a milestone that its customer had refunded. */
const PLANNED_AGAIN: NoticeLetter = {
  subject: 'Request #{number} - Milestone Refunded',
  paragraphs: [
    '{says}.',
    'It is planned again. Nothing is held for it now: agree with the customer on how to go on before you work on it.',
  ],
  figures: 'refunded_held',
  button: 'Open the roadmap',
};

/** Notices of steps. Mails are from specification 7.3. */
const table = {
  request_assigned: {
    to: 'customer',
    says: ({ person_name }) => `${person_name ?? 'An unblocker'} has taken your request`,
    letter: {
      choice: 'request_assigned',
      subject: 'Request #{number} has been assigned',
      paragraphs: [
        'An unblocker has taken your request "{title}".',
        'They now make a plan with milestones and prices. You will hear from us when it is ready for your review.',
      ],
      button: 'View your request',
    },
  },
  quote_sent: {
    to: 'customer',
    says: (about) => (about.count === 1 ? 'You have a new quote' : `${about.count} new quotes`),
    letter: {
      choice: 'plan_submitted',
      subject: 'Request #{number} - A New Quote',
      paragraphs: [
        'An unblocker has sent a quote for "{title}": a plan with prices. {quotes}.',
        'Compare your quotes, ask questions, and choose one when you like. They wrote:',
      ],
      button: 'Compare quotes',
    },
  },
  quoted_request_edited: {
    to: 'named',
    says: 'A request that you have quoted on was changed: look whether your quote still fits',
  },
  quote_edited: { to: 'customer', says: 'A quote for your request was changed' },
  quote_withdrawn: { to: 'customer', says: 'A quote for your request was withdrawn' },
  quote_discussed: {
    to: 'named',
    says: 'There is a question or an answer about a quote',
    letter: {
      choice: 'new_message',
      subject: 'Request #{number} - About a Quote',
      paragraphs: ['About a quote for request #{number}, the other side wrote:'],
      button: 'Open the request',
    },
  },
  quote_chosen: {
    to: 'developer',
    says: (about) => `${name(about)} chose your quote: the request is yours`,
    letter: {
      subject: 'Request #{number} - Your Quote Was Chosen',
      paragraphs: [
        'The customer has chosen your quote for "{title}". The request is yours, and your plan is its plan.',
        'You can talk in the discussion of the request from now on.',
      ],
      button: 'Open the roadmap',
    },
  },
  quote_declined: {
    to: 'named',
    at: 'available',
    says: 'Another quote was chosen this time. Thank you for yours',
    letter: {
      subject: 'Request #{number} - Another Quote Was Chosen',
      paragraphs: [
        'The customer of request #{number} has chosen another quote. Thank you for the time that you took for yours.',
        'Your place for a quote is free again: other requests are waiting.',
      ],
      button: 'See open requests',
    },
  },
  quotes_closed: {
    to: 'named',
    at: 'available',
    says: 'A request that you had quoted on was closed. Thank you for your quote',
    letter: {
      subject: 'Request #{number} - Closed',
      paragraphs: [
        'Request #{number}, on which you had quoted, was closed before a quote was chosen. Thank you for the time that you took.',
        'Your place for a quote is free again: other requests are waiting.',
      ],
      button: 'See open requests',
    },
  },
  request_deleted: {
    to: 'developer',
    at: 'available',
    says: 'A request that you had reserved was deleted',
    letter: {
      subject: 'Request #{number} - Deleted',
      paragraphs: [
        'The customer of request #{number}, which you had reserved, has deleted it, and with it your discussion.',
        'Your reservation is free again: other requests are waiting.',
      ],
      button: 'See open requests',
    },
  },
  opened_for_grabbing: {
    to: 'named',
    says: 'A request that you had quoted on can be grabbed now',
    letter: {
      subject: 'Request #{number} - Open for Grabbing',
      paragraphs: [
        'The customer of "{title}" takes no more quotes: the first unblocker who grabs the request gets it. Your quote is closed; thank you for it.',
        'If you still want the request, you can grab it now.',
      ],
      button: 'Open the request',
    },
  },
  quotes_end_soon: {
    to: 'customer',
    says: `In ${QUOTES_TOLD_HOURS} hours your request takes no more quotes`,
    letter: {
      subject: 'Request #{number} - Quotes End Soon',
      paragraphs: [
        `In ${QUOTES_TOLD_HOURS} hours "{title}" takes no more quotes. {quotes}.`,
        'You can choose one at any time, or extend the time on the page of your request.',
      ],
      button: 'Compare quotes',
    },
  },
  quotes_ended: {
    to: 'customer',
    says: 'The time for quotes is over: it is your turn to decide',
    letter: {
      subject: 'Request #{number} - The Time for Quotes Is Over',
      paragraphs: [
        'The time for quotes on "{title}" is over. {quotes}.',
        'Choose a quote, extend the time, or open the request for whoever grabs it first. It waits for you.',
      ],
      button: 'Decide now',
    },
  },
  unblocker_invited: {
    to: 'named',
    says: (about) => `${name(about)} invites you to a request`,
    letter: {
      choice: 'new_request',
      subject: 'Request #{number} - You Are Invited',
      paragraphs: [
        'A customer invites you to their request "{title}". Look whether it suits you; nothing is owed if it does not.',
      ],
      button: 'Open the request',
    },
  },
  request_given_back: {
    to: 'customer',
    says: 'An unblocker left without taking your request: it is open again',
  },
  request_handed_back: {
    to: 'customer',
    says: 'Your unblocker gave your request back: it is open again',
    letter: {
      subject: 'Request #{number} is open again',
      paragraphs: [
        'Your unblocker gave your request "{title}" back. It is open again, and other unblockers can take it.',
        'What you have accepted stays accepted, and the plan stays as a draft. Their handover note is on the page of your request.',
        HELD_WAITS,
      ],
      button: 'View your request',
    },
  },
  another_sought: {
    to: 'developer',
    says: 'A request is no longer yours: its customer looks for another unblocker',
    letter: {
      subject: 'Request #{number} is no longer yours',
      paragraphs: [
        'The customer of request #{number} has waited for too long and looks for another unblocker. You have no access to it any more. What was accepted, and its money, stays yours.',
      ],
      figures: 'handed_over',
      button: 'Open the request',
    },
  },
  held_refunded: {
    to: 'sides',
    says: (about) => `Money that was held for this request is refunded${after(about)}`,
    letter: {
      subject: 'Request #{number} - Held Money Refunded',
      paragraphs: [
        '{says}.',
        'The money that was held for milestones of this request goes back to the customer. The milestones stay in the plan, and can be paid again.',
      ],
      figures: 'refunded_held',
      button: 'View the request',
    },
  },
  conversation_shared: {
    to: 'developer',
    says: (about) => `${name(about)} shared an earlier conversation with you`,
    at: 'discussion',
  },
  plan_submitted: {
    to: 'customer',
    says: 'A plan is ready for your review',
    letter: {
      choice: 'plan_submitted',
      subject: 'Request #{number} - Plan Submitted for Review',
      paragraphs: ['Your unblocker has made a plan. Approve it, or ask for changes.', '{plan}.'],
      button: 'Review the plan',
    },
  },
  plan_changes_requested: {
    to: 'developer',
    says: (about) => `${name(about)} asks for changes to your plan`,
    at: 'discussion',
  },
  plan_approved: { to: 'developer', says: (about) => `${name(about)} approved your plan` },
  change_proposed: {
    to: 'other',
    says: (about) => `${name(about)} proposes a change of the plan`,
    letter: {
      subject: 'Request #{number} - A Change of the Plan',
      paragraphs: [
        'The other side of "{title}" proposes a change of the plan: {change}. Nothing changes before you agree. They wrote:',
      ],
      after: `Agree or decline. Without your answer within ${CHANGE_ANSWER_HOURS} hours it lapses.`,
      button: 'Answer the change',
    },
  },
  change_agreed: {
    to: 'other',
    says: (about) => `${name(about)} agreed to your change of the plan${after(about)}`,
    letter: {
      subject: 'Request #{number} - Your Change Was Agreed To',
      paragraphs: [
        'The other side of "{title}" agreed to your change of the plan: {change}. The plan is now as you proposed.',
      ],
      button: 'Open the roadmap',
    },
  },
  change_declined: {
    to: 'other',
    says: (about) => `${name(about)} declined your change of the plan`,
    letter: {
      subject: 'Request #{number} - Your Change Was Declined',
      paragraphs: [
        'The other side of "{title}" declined your change of the plan: {change}. They wrote:',
      ],
      after: 'The plan stays as it is.',
      button: 'Open the roadmap',
    },
  },
  change_withdrawn: {
    to: 'other',
    says: (about) => `${name(about)} withdrew the change of the plan`,
  },
  change_lapsed: {
    to: 'sides',
    says: 'The change of the plan lapsed: the plan stays as it is',
  },
  payment_held: {
    to: 'developer',
    money: 'milestone',
    says: (about) => {
      const share_cents = about.money?.held_cents ?? 0;
      if (share_cents === 0) return `${milestone(about)} is paid: the money is held`;
      const held = `${formatCents(share_cents)} is held`;
      return about.milestone_begun
        ? `${held} for ${titleOr(about, 'your work')}`
        : `${held}: you can start ${titleOr(about, 'the milestone')}`;
    },
    letter: {
      choice: 'money',
      subject: 'Request #{number} - Payment Held',
      paragraphs: [
        '{says}.',
        'It is yours once the customer approves the work. Its time counts from now, or from your start.',
      ],
      button: 'Open the roadmap',
    },
  },
  // Both sides get a mail about what it means for them.
  payment_lost: {
    to: 'sides',
    says: (about) =>
      `${milestone(about)} is not paid any more: the bank took the payment back${about.money ? ` (${formatCents(about.money.refunded_cents)})` : ''}`,
  },
  milestone_ready: {
    to: 'customer',
    says: (about) => `${milestone(about)} is ready for your review`,
    letter: {
      choice: 'milestone_ready',
      subject: 'Request #{number} - Milestone Ready for Review',
      paragraphs: [
        'Your unblocker has delivered a milestone. Look at it, then approve it or send it back.',
        '{accepts}',
      ],
      button: 'Review the milestone',
    },
  },
  milestone_accepted: {
    to: 'developer',
    money: 'milestone',
    says: (about) => {
      const share_cents = about.money?.released_cents ?? 0;
      return share_cents === 0
        ? `${milestone(about)} was approved`
        : `${formatCents(share_cents)} is yours: ${titleOr(about, 'a milestone')} was approved`;
    },
    letter: {
      choice: 'money',
      subject: 'Request #{number} - Milestone Approved',
      paragraphs: ['{says}.', 'What is yours, and what is held for you, stands in your earnings.'],
      button: 'Open the roadmap',
    },
  },
  accepted_by_time: {
    to: 'customer',
    says: (about) =>
      `${milestone(about)} was approved by itself: you had not answered for ${ACCEPTS_AFTER_DAYS} days${after(about)}`,
    letter: {
      subject: 'Request #{number} - Milestone Approved',
      paragraphs: [
        '{says}.',
        'We told you of it when it was delivered and again since. If something is wrong with it, write to your unblocker, or to us.',
      ],
      button: 'View your request',
    },
  },
  more_time_taken: {
    to: 'developer',
    says: (about) =>
      `${name(about)} takes ${MORE_TIME_DAYS} more days to look at ${milestone(about)}`,
  },
  deadline_missed: {
    to: 'customer',
    says: (about) => `The deadline of ${milestone(about)} was missed: you can decide how to go on`,
    letter: {
      subject: 'Request #{number} - Deadline Missed',
      paragraphs: [
        '{says}.',
        `${guarantees.deadline.follows} If you do nothing, the work goes on and its money stays held.`,
      ],
      button: 'Decide how to go on',
    },
  },
  own_deadline_missed: {
    to: 'developer',
    says: (about) => `The deadline of ${milestone(about)} was missed`,
    letter: {
      subject: 'Request #{number} - Deadline Missed',
      paragraphs: [
        '{says}.',
        `Until you deliver, the customer may ${MISSED_CHOICES}. Write to them, and say when it will be done.`,
      ],
      button: 'Open the roadmap',
    },
  },
  repair_missed: {
    to: 'customer',
    says: (about) => `The date of ${milestone(about)} was missed: you can decide how to go on`,
    letter: {
      subject: 'Request #{number} - Repair Missed',
      paragraphs: [
        '{says}.',
        'Without asking anybody you can give the repair more time, or have the milestone that broke refunded, although its money was released. If you do nothing, the repair goes on.',
      ],
      button: 'Decide how to go on',
    },
  },
  own_repair_missed: {
    to: 'developer',
    says: (about) => `The date of ${milestone(about)} was missed`,
    letter: {
      subject: 'Request #{number} - Repair Missed',
      paragraphs: [
        '{says}.',
        'Until you deliver, the customer may give it more time, or have the milestone that broke refunded: your share of it then comes out of your balance. Write to them, and say when it will be done.',
      ],
      button: 'Open the roadmap',
    },
  },
  deadline_extended: {
    to: 'developer',
    says: (about) => `${name(about)} gives ${milestone(about)} more time`,
    letter: {
      subject: 'Request #{number} - More Time',
      paragraphs: ['The customer gives a milestone more time: its new date is on the roadmap.'],
      button: 'Open the roadmap',
    },
  },
  missed_refunded: {
    to: 'developer',
    says: (about) => `${milestone(about)} was refunded, as its deadline was missed${after(about)}`,
    letter: PLANNED_AGAIN,
  },
  failed_refunded: {
    to: 'developer',
    says: (about) => `${milestone(about)} was refunded: ${brokenWords('checks')}${after(about)}`,
    letter: PLANNED_AGAIN,
  },
  returned_unplanned: {
    to: 'customer',
    says: `No plan came for ${PLAN_RETURNS_HOURS} hours: your request is open again`,
    letter: {
      subject: 'Request #{number} is open again',
      paragraphs: [
        `Your unblocker has sent no plan for "{title}" within ${PLAN_RETURNS_HOURS} hours. It is open again, and other unblockers can take it.`,
        HELD_WAITS,
      ],
      button: 'View your request',
    },
  },
  lost_unplanned: {
    to: 'developer',
    says: `A request is no longer yours: no plan came for ${PLAN_RETURNS_HOURS} hours`,
    letter: {
      subject: 'Request #{number} is no longer yours',
      paragraphs: [
        `You took request #{number} and sent no plan within ${PLAN_RETURNS_HOURS} hours. It is open for others again, and you have no access to it any more.`,
      ],
      button: 'Open the request',
    },
  },
  answer_asked: {
    to: 'other',
    says: (about) => `${name(about)} needs an answer from you`,
    at: 'discussion',
    letter: {
      subject: 'Request #{number} - An Answer Is Needed',
      paragraphs: ['The other side of "{title}" needs an answer from you to go on. They wrote:'],
      button: 'Answer',
    },
  },
  milestone_rejected: {
    to: 'developer',
    says: (about) => `${milestone(about)} was sent back`,
    at: 'discussion',
  },
  broke_again: {
    to: 'developer',
    says: (about) => `${milestone(about)} broke again: a free repair has begun`,
    letter: {
      subject: 'Request #{number} - It Broke Again',
      paragraphs: [
        'The customer of "{title}" says that something you delivered broke again. Your work is guaranteed: you repair it for nothing.',
        `${guarantees.repair.follows} Once ${brokenWords('repair_missed')}, the customer can have the milestone refunded. They wrote:`,
      ],
      figures: 'broke_again',
      button: 'Open the roadmap',
    },
  },
  repair_refunded: {
    to: 'developer',
    says: (about) =>
      `The free repair of ${milestone(about)} was missed: it is refunded${after(about)}`,
    letter: {
      subject: 'Request #{number} - Refunded',
      paragraphs: [
        'The free repair of a milestone was missed, so its customer had it refunded. Your share of it was taken from your balance; where that is not enough, what you earn next makes up for it first.',
      ],
      figures: 'refunded_released',
      button: 'Open the roadmap',
    },
  },
  customer_rated: { to: 'customer', says: (about) => `${name(about)} rated working with you` },
  developer_rated: { to: 'developer', says: (about) => `${name(about)} rated your work` },
  new_message: {
    to: 'other',
    says: (about) =>
      about.count === 1
        ? `${name(about)} sent you a message`
        : `${name(about)} sent you ${about.count} messages`,
    at: 'discussion',
  },
  message_reported: {
    to: 'moderators',
    says: ({ count }) =>
      count === 1 ? 'A message was reported' : `${count} messages were reported`,
    at: 'moderation',
    letter: {
      subject: 'Message Reported',
      paragraphs: ['A message was reported. Please look into it.'],
      button: 'Open the reports',
    },
  },
  // Of a review, the reply to one, or words about a quote; no step, and no message.
  words_reported: {
    to: 'moderators',
    says: ({ count }) =>
      count === 1
        ? 'A quote, review or reply was reported'
        : `${count} quotes, reviews or replies were reported`,
    at: 'moderation',
  },
  help_asked: {
    to: 'other',
    money: 'held',
    says: (about) => `${name(about)} asked a moderator for help${held(about)}`,
    letter: {
      subject: 'Request #{number} - A Moderator Looks Into It',
      paragraphs: [
        'The other side of "{title}" asked the moderators for help. The reason: {reason}. They wrote:',
      ],
      after: LOOKS_INTO_IT,
      figures: 'with_moderator',
      button: 'View the request',
    },
  },
  help_needed: {
    to: 'moderators',
    says: ({ count }) => (count === 1 ? 'A request needs help' : `${count} requests need help`),
    at: 'moderation',
    letter: {
      subject: 'Request #{number} - Help Needed',
      paragraphs: ['A request needs help: somebody asked for it. The reason: {reason}.'],
      button: 'Open the request',
    },
  },
  request_cancelled: {
    to: 'developer',
    says: (about) => `${name(about)} cancelled the request${after(about)}`,
    letter: {
      subject: 'Request #{number} - Cancelled',
      paragraphs: ['The customer cancelled "{title}". They wrote:'],
      button: 'View the request',
    },
  },
  repair_cancelled: {
    to: 'developer',
    says: (about) => `${name(about)} cancelled the free repair: your work stays approved`,
    letter: {
      subject: 'Request #{number} - Repair Cancelled',
      paragraphs: [
        'The customer of "{title}" cancelled the free repair. There is nothing left for you to do: your work stays approved, and what you earned is yours. They wrote:',
      ],
      button: 'View the request',
    },
  },
  cancel_asked: {
    to: 'other',
    says: (about) => `${name(about)} proposes to cancel the request`,
    letter: {
      subject: 'Request #{number} - A Proposal to Cancel',
      paragraphs: [
        'The other side of "{title}" proposes to cancel it. If you agree, this happens to the money that is held: {split}. They wrote:',
      ],
      after: `Agree or decline. Without your answer within ${CANCEL_ANSWER_HOURS} hours a moderator decides.`,
      button: 'Answer the proposal',
    },
  },
  cancel_agreed: {
    to: 'other',
    says: (about) => `${name(about)} agreed to cancel${after(about)}`,
    letter: {
      subject: 'Request #{number} - Cancelled',
      paragraphs: [
        'The other side of "{title}" agreed to your proposal. The request has ended, and this is what happened to the money that was held: {split}.',
      ],
      button: 'View the request',
    },
  },
  cancel_declined: {
    to: 'other',
    says: (about) => `${name(about)} declined to cancel`,
    letter: {
      subject: 'Request #{number} - Your Proposal Was Declined',
      paragraphs: ['The other side of "{title}" declined to cancel it. They wrote:'],
      after:
        'The request goes on. If you cannot settle it between you, choose Get Help: then a moderator decides.',
      button: 'View the request',
    },
  },
  cancel_withdrawn: {
    to: 'other',
    says: (about) => `${name(about)} withdrew the proposal to cancel`,
  },
  cancel_unanswered: {
    to: 'sides',
    money: 'held',
    says: (about) =>
      `The proposal to cancel was not answered: a moderator looks into it${held(about)}`,
    letter: {
      subject: 'Request #{number} - A Moderator Looks Into It',
      paragraphs: [
        `The proposal to cancel "{title}" was not answered within ${CANCEL_ANSWER_HOURS} hours.`,
        LOOKS_INTO_IT,
      ],
      figures: 'with_moderator',
      button: 'View the request',
    },
  },
  cancel_lapsed: {
    to: 'sides',
    says: 'The proposal to cancel lapsed: what it was about has changed',
  },
  request_taken_in: {
    to: 'sides',
    money: 'held',
    says: (about) => `A moderator took this request in${held(about)}`,
  },
  request_resumed: {
    to: 'sides',
    money: 'held',
    says: (about) => `A moderator lets this request go on${held(about)}`,
  },
  request_closed: {
    to: 'sides',
    says: (about) => `A moderator closed this request${after(about)}`,
  },
  request_reopened: {
    to: 'sides',
    says: (about) => `A moderator returned this request to the open list${after(about)}`,
  },
  // Moderators' decisions have mails of their own, with the reason.
  moderator_decided: {
    to: 'sides',
    says: (about) => `A moderator has decided about this request${after(about)}`,
  },
  // Only moderators know why, such as a suspension of the other side.
  request_stopped: {
    to: 'sides',
    money: 'held',
    says: (about) => `A moderator has stepped in${held(about)}`,
    letter: {
      subject: 'Request #{number} - Waiting for a Moderator',
      paragraphs: [
        'A moderator has stepped in: your request "{title}" waits until they have looked into it. You will hear from us what happens next.',
        '{held}',
      ],
      figures: 'with_moderator',
      button: 'View your request',
    },
  },
  // Both sides are told, also the one who reported; the words do not say who that was.
  report_taken: {
    to: 'sides',
    money: 'held',
    says: (about) => `A message was reported, and a moderator looks into it${held(about)}`,
    letter: {
      subject: 'Request #{number} - A Moderator Looks Into It',
      paragraphs: [
        'A message in the discussion of your request "{title}" was reported. A moderator reads what was said around it and decides; you will hear from us how it ends.',
        '{held}',
      ],
      figures: 'reported',
      button: 'View your request',
    },
  },
  // The mail contains the question.
  moderator_asked: { to: 'sides', says: 'A moderator asks you something', at: 'discussion' },
  // To the colleague who gets it.
  case_handed_over: {
    to: 'moderators',
    says: 'A colleague has handed a case over to you',
    at: 'case',
  },
  appeal_made: {
    to: 'moderators',
    says: ({ count }) =>
      count === 1 ? 'An appeal waits for you' : `${count} appeals wait for you`,
    at: 'moderation',
  },
} as const satisfies Record<string, NoticeRule>;

export type Notice = keyof typeof table;

export const noticeRules: Readonly<Record<Notice, NoticeRule>> = table;
