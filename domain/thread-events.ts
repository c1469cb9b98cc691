import type { LifecycleEvent } from './acts.ts';

/**
 * Steps shown as small lines between the messages of a thread, as they post none. They are read from
 * the history, so nothing is stored twice and nobody has unread ones.
 */
export const THREAD_EVENTS = [
  ...(['request_reserved', 'reservation_lapsed', 'request_grabbed', 'plan_submitted'] as const),
  ...(['milestone_started', 'milestone_submitted'] as const),
  ...(['payment_held', 'payment_returned', 'payment_lost'] as const),
  ...(['missed_refunded', 'failed_refunded', 'held_refunded', 'deadline_missed'] as const),
  'change_lapsed',
] satisfies LifecycleEvent[];
