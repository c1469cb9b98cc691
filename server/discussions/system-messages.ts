import {
  type ParametersOf,
  parametersOf,
  type SystemMessageKind,
} from '#domain/system-message-texts.ts';
import type { Change } from '../lifecycle/change.ts';
import type { TicketRow } from '../lifecycle/locked.ts';
import { pairingOf } from '../lifecycle/pairings.ts';
import { messageColumns, tellMessage, worded } from './thread.ts';
import { mailUnreadLater } from './unread-mail.ts';

/** A system message, with what its author wrote beside it. */
interface Said<Kind extends SystemMessageKind> {
  kind: Kind;
  parameters: ParametersOf<Kind>;
  text: string | null;
  /** The conversation that it is about; the current one by default. */
  pairing_id?: string | undefined;
}

/**
 * Posts a moderator's decision under their name; each side gets a separate mail about it. The
 * caller has locked the request.
 * @returns the message's id
 */
export function postDecision<Kind extends SystemMessageKind>(
  change: Change,
  ticket: TicketRow,
  { moderatorId, ...said }: Said<Kind> & { moderatorId: string },
): Promise<string> {
  return post(change, ticket, { ...said, author_id: moderatorId, notification_sent: true });
}

/**
 * Posts a side's step in the thread, by default as the customer's, and mails it like any unread
 * message, unless the step has its own mail. The caller has locked the request; the step has its
 * own notification.
 * @returns the message's id
 */
export async function postSystemMessage<Kind extends SystemMessageKind>(
  change: Change,
  ticket: TicketRow,
  {
    authorId = ticket.customer_id,
    isMailed = false,
    ...said
  }: Said<Kind> & { authorId?: string; isMailed?: boolean },
): Promise<string> {
  const id = await post(change, ticket, {
    ...said,
    author_id: authorId,
    notification_sent: isMailed,
  });
  if (!isMailed) await mailUnreadLater(change, ticket, authorId);
  return id;
}

interface Posted<Kind extends SystemMessageKind> extends Said<Kind> {
  author_id: string;
  /** Whether a mail of its own is sent. */
  notification_sent: boolean;
}

async function post<Kind extends SystemMessageKind>(
  change: Change,
  ticket: TicketRow,
  message: Posted<Kind>,
): Promise<string> {
  const parameters = parametersOf(message.kind, message.parameters);
  const row = await change.tx
    .insertInto('messages')
    .values({
      ...message,
      parameters,
      ticket_id: ticket.id,
      pairing_id: message.pairing_id ?? (await pairingOf(change, ticket)),
    })
    .returning(messageColumns)
    .executeTakeFirstOrThrow();
  tellMessage(change, ticket, worded({ ...row, attachments: {}, quote: null }));
  return row.id;
}
