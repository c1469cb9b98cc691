/** Who hears of a step. `other`: whoever is across from the one who took it. */
type Audience = 'customer' | 'developer' | 'other' | 'sides' | 'moderators';

interface NoticeRule {
  to: Audience;
  /**
   * Which mail tells of it too. `own`: one for this kind. `message`: the step posts a message, and
   * is mailed as messages are, when they stay unread. `none`: it is told in the product alone.
   */
  mail: 'own' | 'message' | 'none';
}

/** What steps tell other people. Those with mails of their own are from specification 7.3. */
export const noticeRules = {
  request_assigned: { to: 'customer', mail: 'own' },
  request_given_back: { to: 'customer', mail: 'none' },
  plan_submitted: { to: 'customer', mail: 'own' },
  plan_changes_requested: { to: 'developer', mail: 'message' },
  plan_approved: { to: 'developer', mail: 'message' },
  payment_held: { to: 'developer', mail: 'none' },
  // Both sides are mailed what it means for them.
  payment_lost: { to: 'sides', mail: 'none' },
  milestone_ready: { to: 'customer', mail: 'own' },
  milestone_accepted: { to: 'developer', mail: 'message' },
  milestone_rejected: { to: 'developer', mail: 'message' },
  developer_rated: { to: 'developer', mail: 'none' },
  new_message: { to: 'other', mail: 'message' },
  message_reported: { to: 'moderators', mail: 'own' },
  request_resumed: { to: 'sides', mail: 'none' },
  request_closed: { to: 'sides', mail: 'none' },
  request_reopened: { to: 'sides', mail: 'none' },
  // Each decision of a moderator has a mail of its own, with the reason.
  moderator_decided: { to: 'sides', mail: 'none' },
  request_stopped: { to: 'sides', mail: 'none' },
  appeal_made: { to: 'moderators', mail: 'none' },
} as const satisfies Record<string, NoticeRule>;

export type Notice = keyof typeof noticeRules;

/** The notices that have a mail of their own. */
export type MailedNotice = {
  [Each in Notice]: (typeof noticeRules)[Each]['mail'] extends 'own' ? Each : never;
}[Notice];

/** Whether a notice has a mail of its own; any other goes with that of its message, or in none. */
export function isMailed(notice: Notice): notice is MailedNotice {
  return noticeRules[notice].mail === 'own';
}
