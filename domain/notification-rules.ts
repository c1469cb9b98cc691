import type { MailChoice } from './mail-preferences.ts';

/** Who hears of a step. `other`: whoever is across from the one who took it. */
type Audience = 'customer' | 'developer' | 'other' | 'sides' | 'moderators';

/** What the words of a notice are made of. */
export interface Noticed {
  milestone_title: string | null;
  /** The other side of the request. */
  person_name: string | null;
  /** How many of its kind it stands for, such as messages. */
  count: number;
}

export interface NoticeRule {
  to: Audience;
  /** The line in the list of notifications. */
  says: string | ((about: Noticed) => string);
  /** The screen where one goes on from there; the plan, where nothing else is said. */
  at?: 'discussion' | 'moderation';
  /**
   * A mail of its own. Without one it is told in the product, and where the step posts a message
   * that stays unread, by the mail about that.
   */
  letter?: NoticeLetter;
}

export interface NoticeLetter {
  /** Which kind of mail, in people's settings. Moderators always get theirs. */
  choice?: MailChoice;
  /** `{number}` and `{title}` stand for the request's. */
  subject: string;
  paragraphs: readonly string[];
  button: string;
}

const milestone = ({ milestone_title }: Noticed) =>
  milestone_title === null ? 'A milestone' : `"${milestone_title}"`;
const name = ({ person_name }: Noticed) => person_name ?? 'The other side';

/** What steps tell other people. Letters are from specification 7.3. */
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
  request_given_back: {
    to: 'customer',
    says: 'An unblocker left without taking your request: it is open again',
  },
  plan_submitted: {
    to: 'customer',
    says: 'A plan is ready for your review',
    letter: {
      choice: 'plan_submitted',
      subject: 'Request #{number} - Plan Submitted for Review',
      paragraphs: ['Your unblocker has made a plan. Approve it, or ask for changes.'],
      button: 'Review the plan',
    },
  },
  plan_changes_requested: {
    to: 'developer',
    says: (about) => `${name(about)} asks for changes to your plan`,
    at: 'discussion',
  },
  plan_approved: { to: 'developer', says: (about) => `${name(about)} approved your plan` },
  payment_held: {
    to: 'developer',
    says: (about) => `${milestone(about)} is paid: the money is held`,
  },
  // Both sides are mailed what it means for them.
  payment_lost: {
    to: 'sides',
    says: (about) => `${milestone(about)} is not paid any more: the bank took the payment back`,
  },
  milestone_ready: {
    to: 'customer',
    says: (about) => `${milestone(about)} is ready for your review`,
    letter: {
      choice: 'milestone_ready',
      subject: 'Request #{number} - Milestone Ready for Review',
      paragraphs: [
        'Your unblocker has delivered a milestone. Look at it, then approve it or send it back.',
      ],
      button: 'Review the milestone',
    },
  },
  milestone_accepted: { to: 'developer', says: (about) => `${milestone(about)} was approved` },
  milestone_rejected: {
    to: 'developer',
    says: (about) => `${milestone(about)} was sent back`,
    at: 'discussion',
  },
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
  request_resumed: { to: 'sides', says: 'A moderator lets this request go on' },
  request_closed: { to: 'sides', says: 'A moderator closed this request' },
  request_reopened: { to: 'sides', says: 'A moderator returned this request to the open list' },
  // Each decision of a moderator has a mail of its own, with the reason.
  moderator_decided: { to: 'sides', says: 'A moderator has decided about this request' },
  request_stopped: { to: 'sides', says: 'This request waits for a moderator' },
  appeal_made: {
    to: 'moderators',
    says: ({ count }) =>
      count === 1 ? 'An appeal waits for you' : `${count} appeals wait for you`,
    at: 'moderation',
  },
} as const satisfies Record<string, NoticeRule>;

export type Notice = keyof typeof table;

export const noticeRules: Readonly<Record<Notice, NoticeRule>> = table;
