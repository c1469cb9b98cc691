import type { Actions } from '#domain/actions.ts';
import type { Category } from '#domain/category.ts';
import type { Message } from '#domain/message.ts';

/** What open screens receive: that something changed, and for a message also its words. */
export interface LiveEvent {
  /**
   * `case`: something about a request that moderators may have before them. `file`: the picture of an attached file was drawn.
   * `snapshot`: something about a version of the project. `gap`: some events could not be carried, so
   * every screen has to come back and refetch.
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
    | 'session-ended'
    | 'gap';
  ticket_id?: string;
  /** Of the milestone, message, file or version. */
  id?: string;
  /** Who has read, or is typing. */
  person_id?: string;
  /** `read`: the position of the newest message that was read. */
  up_to?: number;
  /** The message itself; left out where it is too large to be carried to other processes. */
  message?: Omit<Message, 'actions'>;
  /** What each of `to` may do with the message. */
  actions?: Record<string, Actions>;
  /** The call that caused it: whose it was, and its Idempotency-Key, which only they are told. */
  cause?: { by: string; key: string };
  /** The people who may know, as of the change itself. */
  to: readonly string[];
  /** Also developers who support one of these: the list of open requests changed. */
  categories?: readonly Category[];
  /** Also everybody who is a moderator. */
  moderators?: true;
  /** `session-ended`: the sessions whose streams close. */
  sessions?: readonly string[];
}

/** Tells moderators alone that something about a request has changed: not what. */
export function caseChanged(ticketId: string): LiveEvent {
  return { type: 'case', ticket_id: ticketId, to: [], moderators: true };
}
