import type { Actions } from '#domain/actions.ts';
import type { Category } from '#domain/category.ts';
import type { Message } from '#domain/message.ts';

/** Sent to open screens: something changed; a message includes its content. */
export interface LiveEvent {
  /**
   * `case`: a request that moderators may have open changed. `file`: an attachment's thumbnail is
   * ready. `snapshot`: a version of the project changed. `earnings`: a payout has ended. `gap`:
   * events may be lost, so every screen reconnects and refetches.
   */
  type:
    | 'ticket'
    | 'milestone'
    | 'message'
    | 'case'
    | 'read'
    | 'typing'
    | 'notification'
    | 'file'
    | 'snapshot'
    | 'earnings'
    | 'session-ended'
    | 'gap';
  ticket_id?: string;
  /** Id of the milestone, message, file or version. */
  id?: string;
  /** The person who has read, or is typing. */
  person_id?: string;
  /** `read`: the position of the newest message that was read. */
  up_to?: number;
  /** The message; left out where it is too large for NOTIFY. */
  message?: Omit<Message, 'actions'>;
  /** What each of `to` may do with the message. */
  actions?: Record<string, Actions>;
  /** The call that caused it, with its Idempotency-Key; only the caller gets this. */
  cause?: { by: string; key: string };
  /** The recipients, as of the change. */
  to: readonly string[];
  /** Also developers of these categories: the list of available requests changed. */
  categories?: readonly Category[];
  /** Also all moderators. */
  moderators?: true;
  /** `session-ended`: the sessions whose streams close. */
  sessions?: readonly string[];
}

/** Tells only moderators that a request changed, but not what. */
export function caseChanged(ticketId: string): LiveEvent {
  return { type: 'case', ticket_id: ticketId, to: [], moderators: true };
}
