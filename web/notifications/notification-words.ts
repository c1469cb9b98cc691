import type { Notification, NotificationKind } from '#domain/notification.ts';
import { ownDashboard, paths, sideOf } from '#domain/paths.ts';
import type { UserType } from '#domain/profile.ts';

interface KindWords {
  says: (about: Notification) => string;
  /** The screen where one goes on from here. */
  at: 'plan' | 'discussion' | 'moderation';
}

const milestone = ({ milestone_title }: Notification) =>
  milestone_title === null ? 'A milestone' : `"${milestone_title}"`;
const name = ({ person_name }: Notification) => person_name ?? 'The other side';

const words: Record<NotificationKind, KindWords> = {
  request_assigned: {
    says: ({ person_name }) => `${person_name ?? 'An unblocker'} has taken your request`,
    at: 'plan',
  },
  request_given_back: {
    says: () => 'An unblocker left without taking your request: it is open again',
    at: 'plan',
  },
  plan_submitted: { says: () => 'A plan is ready for your review', at: 'plan' },
  plan_changes_requested: {
    says: (about) => `${name(about)} asks for changes to your plan`,
    at: 'discussion',
  },
  plan_approved: { says: (about) => `${name(about)} approved your plan`, at: 'plan' },
  payment_held: { says: (about) => `${milestone(about)} is paid: the money is held`, at: 'plan' },
  payment_lost: {
    says: (about) => `${milestone(about)} is not paid any more: the bank took the payment back`,
    at: 'plan',
  },
  milestone_ready: { says: (about) => `${milestone(about)} is ready for your review`, at: 'plan' },
  milestone_accepted: { says: (about) => `${milestone(about)} was approved`, at: 'plan' },
  milestone_rejected: { says: (about) => `${milestone(about)} was sent back`, at: 'discussion' },
  developer_rated: { says: (about) => `${name(about)} rated your work`, at: 'plan' },
  new_message: {
    says: (about) =>
      about.count === 1
        ? `${name(about)} sent you a message`
        : `${name(about)} sent you ${about.count} messages`,
    at: 'discussion',
  },
  message_reported: {
    says: ({ count }) =>
      count === 1 ? 'A message was reported' : `${count} messages were reported`,
    at: 'moderation',
  },
  request_resumed: { says: () => 'A moderator lets this request go on', at: 'plan' },
  request_closed: { says: () => 'A moderator closed this request', at: 'plan' },
  request_reopened: {
    says: () => 'A moderator returned this request to the open list',
    at: 'plan',
  },
  moderator_decided: { says: () => 'A moderator has decided about this request', at: 'plan' },
  request_stopped: { says: () => 'This request waits for a moderator', at: 'plan' },
  appeal_made: {
    says: ({ count }) =>
      count === 1 ? 'An appeal waits for you' : `${count} appeals wait for you`,
    at: 'moderation',
  },
  new_request: {
    says: ({ ticket_id, count }) =>
      ticket_id !== null || count === 1
        ? 'A new request in your categories'
        : `${count} new requests in your categories`,
    at: 'plan',
  },
  reminder: { says: () => 'It is your turn: the other side waits', at: 'plan' },
};

/** What happened, in one line. */
export function sentenceOf(notification: Notification): string {
  return words[notification.kind].says(notification);
}

/** Where it leads; null where there is nothing left that one may see. */
export function placeOf(notification: Notification, userType: UserType): string | null {
  const { kind, ticket_id, ticket_title } = notification;
  const { at } = words[kind];
  if (at === 'moderation') return ownDashboard(userType);
  if (ticket_id === null) return paths.available();
  if (ticket_title === null) return null;
  return at === 'discussion'
    ? paths.discussion(ticket_id)
    : paths.plan(sideOf(userType), ticket_id);
}
