import type { Actions } from '#domain/actions.ts';
import type { Category } from '#domain/category.ts';
import type { Message } from '#domain/message.ts';

/** What open screens are told: that something changed, and of a message also what it says. */
export interface LiveEvent {
  /**
   * `file`: the picture of an attached file was drawn. `gap`: some events could not be carried, so
   * every screen has to come back and refetch.
   */
  type:
    | 'ticket'
    | 'milestone'
    | 'message'
    | 'read'
    | 'typing'
    | 'notification'
    | 'file'
    | 'session-ended'
    | 'gap';
  ticket_id?: string;
  /** Of the milestone, message or file. */
  id?: string;
  /** Who has read, or is typing. */
  person_id?: string;
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
  /** `session-ended`: the sessions whose streams close. */
  sessions?: readonly string[];
}
