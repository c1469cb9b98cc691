import type { HistoryItem } from '#domain/history.ts';

type Told = Pick<HistoryItem, 'event' | 'actor' | 'actor_name'>;

/** One line of the history as a sentence; null for what the roadmap does not tell. */
export function historyWords(item: Told, milestone: string | null): string | null {
  const words = sentences[item.event];
  if (words === null) return null;
  const who = item.actor_name ?? nameless[item.actor];
  const what = milestone === null ? 'a milestone' : `“${shortened(milestone)}”`;
  if (words === undefined) return `${who}: ${item.event.replaceAll('_', ' ')}`;
  const sentence = words.replaceAll('{who}', () => who).replaceAll('{what}', () => what);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Enough to tell milestones apart in a narrow column. */
function shortened(title: string): string {
  const letters = [...title];
  return letters.length <= 40 ? title : `${letters.slice(0, 39).join('').trimEnd()}…`;
}

const nameless: Record<HistoryItem['actor'], string> = {
  customer: 'The customer',
  developer: 'The unblocker',
  moderator: 'A moderator',
  clock: 'Unblock',
  provider: 'The payment provider',
};

/** Every event of the lifecycle. Messages have a place of their own, and a look at the checkout is no step. */
const sentences: Record<string, string | null> = {
  request_created: '{who} posted the request',
  request_edited: '{who} edited the request',
  request_deleted: '{who} deleted the request',
  request_reserved: '{who} reserved the request to talk first',
  request_grabbed: '{who} grabbed the request',
  request_abandoned: '{who} abandoned the request',
  reservation_lapsed: 'The reservation lapsed; the request is open again',
  milestone_added: '{who} added {what} to the plan',
  milestone_edited: '{who} changed {what}',
  milestone_deleted: '{who} deleted {what}',
  milestones_ordered: '{who} put the milestones in another order',
  plan_submitted: '{who} submitted the plan',
  plan_changes_requested: '{who} requested changes to the plan',
  plan_approved: '{who} approved the plan',
  milestone_started: 'Work on {what} started',
  milestone_submitted: '{who} submitted {what}',
  milestone_accepted: '{who} approved {what}',
  milestone_rejected: '{who} requested changes to {what}',
  developer_rated: '{who} rated the unblocker',
  payment_held: 'The payment for {what} arrived and is held',
  payment_returned: 'A payment for {what} was not taken and goes back',
  payment_lost: 'The customer’s bank took the payment for {what} back',
  checkout_opened: null,
  message_sent: null,
  // What is done to messages is seen in their thread.
  message_edited: null,
  message_deleted: null,
  secrets_shared: '{who} shared keys or passwords knowingly',
  message_reported: '{who} reported a message to the moderators',
  request_resumed: '{who} resumed the request',
  closed_for_customer: '{who} closed the request in the customer’s favor',
  closed_for_developer: '{who} closed the request in the unblocker’s favor',
  request_reopened: '{who} returned the request to the open list',
  milestone_split: '{who} divided the money held for {what}',
  money_refunded: '{who} refunded money for {what}',
  money_given_back: '{who} gave all money of the request back',
  payment_cleared: '{who} looked at the payment for {what}; it goes on as usual',
  payment_refused: '{who} looked at the payment for {what}; it goes back to the customer',
  appeal_granted: '{who} granted an appeal',
  side_suspended: 'An account was suspended, so the request waits for a moderator',
};
