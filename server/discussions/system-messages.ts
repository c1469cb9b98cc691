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

/** What is said, and what its author wrote beside it. */
interface Said<Kind extends SystemMessageKind> {
  kind: Kind;
  parameters: ParametersOf<Kind>;
  text: string | null;
  /** The earlier conversation that it is about; the one that goes on where nothing is said. */
  pairing_id?: string | undefined;
}

/**
 * Posts what a moderator has decided, under their own name; each side gets a mail of its own about
 * it. The request is locked by the caller. Answers with the message's id.
 */
export function postDecision<Kind extends SystemMessageKind>(
  change: Change,
  ticket: TicketRow,
  { moderatorId, ...said }: Said<Kind> & { moderatorId: string },
): Promise<string> {
  return post(change, ticket, { ...said, author_id: moderatorId, notification_sent: true });
}

/**
 * Posts what a step of a side's says in the thread, the customer's where nobody else is named, and
 * has it mailed like any message that stays unread, unless the step has a mail of its own. The
 * request is locked by the caller; its step has its own notification. Answers with the message's id.
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
  /** Whether a mail of its own tells of it. */
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
