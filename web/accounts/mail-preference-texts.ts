import type { DESK_PACES } from '#domain/desk-pace.ts';
import type { Notifications } from '#domain/mail-preferences.ts';
import type { NEW_REQUEST_PACES } from '#domain/new-request-pace.ts';
import type { UserType } from '#domain/profile.ts';

/** The kinds that are simply on or off. */
export type YesOrNoKind = Exclude<keyof Notifications, 'new_request' | 'desk'>;

interface KindWords {
  label: string;
  /** When it comes. */
  when: string;
  /** Whom it ever reaches. */
  to: readonly UserType[];
}

/** In the order in which a request brings them. */
export const kindWords: Record<YesOrNoKind, KindWords> = {
  request_assigned: {
    label: 'Request assigned',
    when: 'An unblocker takes your request.',
    to: ['customer'],
  },
  plan_submitted: {
    label: 'Plan submitted',
    when: 'A plan is ready for your review.',
    to: ['customer'],
  },
  milestone_ready: {
    label: 'Milestone ready',
    when: 'A milestone is ready for your review.',
    to: ['customer'],
  },
  money: {
    label: 'Money',
    when: 'A payment is held for your work, or becomes yours.',
    to: ['developer'],
  },
  new_message: {
    label: 'New messages',
    when: 'The other side of a request writes to you.',
    to: ['customer', 'developer'],
  },
  reminder: {
    label: 'Reminders',
    when: 'It has been your turn for a day, or a milestone is late.',
    to: ['customer', 'developer'],
  },
  marketing: {
    label: 'News about Unblock',
    when: 'Now and then. Off unless you want them.',
    to: ['customer', 'developer', 'moderator'],
  },
};

export const paceWords: Record<
  (typeof NEW_REQUEST_PACES)[number] | (typeof DESK_PACES)[number],
  string
> = {
  at_once: 'At once',
  hourly: 'Once an hour at most',
  daily: 'Once a day',
  never: 'Never',
};
