import type { DecisionKind } from '#domain/decision.ts';
import { paths } from '#domain/paths.ts';
import { sideIn, sidesOf } from '#domain/relation.ts';
import { outcomeOf } from '#domain/system-message-texts.ts';
import { shortId, splitDescription } from '#domain/ticket-words.ts';
import { turn } from '#domain/turn.ts';
import type { Change } from '../lifecycle/change.ts';
import type { TicketRow } from '../lifecycle/locked.ts';
import type { Letter } from '../mail/letter.ts';
import { enqueueMail } from '../mail/outbox.ts';

interface Told {
  ticket: TicketRow;
  /** As it was before. */
  developer_id: string | null;
  decision_id: string;
  kind: DecisionKind;
  parameters: unknown;
  reason: string;
}

/** Tells both sides what was decided and why. It concerns their money, so it always goes. */
export async function sendDecision(
  change: Change,
  { ticket, developer_id, decision_id, kind, parameters, reason }: Told,
): Promise<void> {
  for (const person of await addressesOf(change, [ticket.customer_id, developer_id])) {
    await enqueueMail(change, {
      kind: 'moderator_decision',
      to: person.email,
      subject: `Request #${shortId(ticket.id)} - A Moderator Has Decided`,
      paragraphs: [`${outcomeOf(kind, parameters)}.`, about(ticket), 'The reason:'],
      quote: reason,
      ...progressFor(person.id, ticket),
      button: {
        label: 'Read the decision',
        url: paths.decision(decision_id),
      },
      notes: ['If you do not agree, you can answer once: open the decision and choose Appeal.'],
    });
  }
}

/** Tells both sides how an appeal ended. */
export async function sendAppealDecided(
  change: Change,
  { ticket, developer_id, decision_id, ...told }: Told & { granted: boolean; by: string },
): Promise<void> {
  for (const person of await addressesOf(change, [ticket.customer_id, developer_id])) {
    const whose = person.id === told.by ? 'Your appeal' : 'The other side’s appeal';
    await enqueueMail(change, {
      kind: 'appeal_decided',
      to: person.email,
      subject: `Request #${shortId(ticket.id)} - Appeal ${told.granted ? 'Granted' : 'Denied'}`,
      paragraphs: [
        `${whose} was ${told.granted ? 'granted' : 'denied'}. It was against this decision: ${outcomeOf(told.kind, told.parameters)}.`,
        about(ticket),
        'The reason:',
      ],
      quote: told.reason,
      ...progressFor(person.id, ticket),
      button: {
        label: 'Read the decision',
        url: paths.decision(decision_id),
      },
    });
  }
}

/** Tells the other side that a request waits for a moderator, without saying more than that. */
export async function sendStopped(
  change: Change,
  ticket: TicketRow,
  suspendedId: string,
): Promise<void> {
  const others = sidesOf(ticket).filter((id) => id !== suspendedId);
  for (const person of await addressesOf(change, others)) {
    await enqueueMail(change, {
      kind: 'request_stopped',
      to: person.email,
      subject: `Request #${shortId(ticket.id)} - Waiting for a Moderator`,
      paragraphs: [
        'Your request cannot go on as it is. A moderator looks into it, and you will hear from us what happens next.',
        about(ticket),
      ],
      ...progressFor(person.id, ticket),
      notes: ['Money that is held stays held until a moderator has decided.'],
    });
  }
}

const about = (ticket: TicketRow) => `It is about "${splitDescription(ticket.description).title}".`;

/** Of the two sides as they are now: whoever has lost the request has no turn in it. */
function progressFor(personId: string, ticket: TicketRow): Pick<Letter, 'progress'> {
  const { status, developer_id } = ticket;
  const relation = sideIn(ticket, personId);
  if (!relation) return {};
  const reserved = developer_id !== null;
  return {
    progress: { status, turn: turn({ status, reserved, relation, counterpart: null }) },
  };
}

function addressesOf(
  { tx }: Change,
  people: readonly (string | null)[],
): Promise<{ id: string; email: string }[]> {
  const ids = people.filter((id) => id !== null);
  if (ids.length === 0) return Promise.resolve([]);
  return tx.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute();
}
