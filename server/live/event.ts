import type { Category } from '#domain/ticket.ts';

/** What open screens are told. They hear that something changed, and ask the API what it is. */
export interface LiveEvent {
  type: 'ticket' | 'milestone' | 'message' | 'read' | 'session-ended';
  ticket_id?: string;
  /** Of the milestone or message. */
  id?: string;
  /** The people who may know, as of the change itself. */
  to: readonly string[];
  /** Also developers who support one of these: the list of open requests changed. */
  categories?: readonly Category[];
  /** `session-ended`: the sessions whose streams close. */
  sessions?: readonly string[];
}
