import type { DecisionKind } from '#domain/decision.ts';
import { decisionFigures, figuresNote } from '#domain/figures.ts';
import { paths } from '#domain/paths.ts';
import { ownWords, stepPlaces } from '#domain/record-money.ts';
import type { StepMoney } from '#domain/record-money-schemas.ts';
import { sidesOf } from '#domain/relation.ts';
import { outcomeOf, type ParametersOf } from '#domain/system-message-texts.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { Change } from '../lifecycle/change.ts';
import type { TicketRow } from '../lifecycle/locked.ts';
import { progressFor } from '../lifecycle/turns.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { requestTitle } from '../mail/request-title.ts';

interface Told {
  ticket: TicketRow;
  /** The developer before the decision, and others whose money it moved. */
  developers: readonly (string | null)[];
  decision_id: string;
  kind: DecisionKind;
  parameters: unknown;
  reason: string;
  /** The money that it moved. */
  money?: StepMoney;
  /** The people whose reports it answers. */
  reporters?: readonly string[];
}

/**
 * Tells everybody concerned what was decided and why. It cannot be turned off, as it may concern their
 * money.
 */
export async function sendDecision(
  change: Change,
  { ticket, developers, decision_id, kind, parameters, reason, money, reporters }: Told,
): Promise<void> {
  for (const person of await addressesOf(change, [ticket.customer_id, ...developers])) {
    await enqueueMail(change, {
      kind: 'moderator_decision',
      to: person.email,
      subject: `Request #${shortId(ticket.id)} - A Moderator Has Decided`,
      paragraphs: [
        ...(reporters?.includes(person.id) ? ['Your report was looked into.'] : []),
        `${outcomeOf(kind, parameters)}.`,
        ...inOwnSums(person.id, ticket, money),
        about(ticket),
        'The reason:',
      ],
      quote: reason,
      ...(await progressFor(change.tx, ticket, person.id)),
      button: {
        label: 'Read the decision',
        url: paths.decision(decision_id),
      },
      notes: [
        ...(person.id === ticket.customer_id ? [] : figuresOf(kind)),
        'If you do not agree, you can answer once: open the decision and choose Appeal.',
      ],
    });
  }
}

/** How it counts for the unblocker. */
function figuresOf(kind: DecisionKind): string[] {
  const rule = decisionFigures[kind];
  return rule ? [figuresNote(rule)] : [];
}

/** What it means for one side, in what they paid or earn. */
function inOwnSums(id: string, { customer_id }: TicketRow, money: StepMoney | undefined): string[] {
  const side = id === customer_id ? 'customer' : 'developer';
  const places = stepPlaces({ side, id }, money ?? null);
  const words = places ? ownWords(side, places).join(' ') : '';
  return words === '' ? [] : [words];
}

/** Tells both sides the decision on an appeal. */
export async function sendAppealDecided(
  change: Change,
  { ticket, developers, decision_id, ...told }: Told & { granted: boolean; by: string },
): Promise<void> {
  for (const person of await addressesOf(change, [ticket.customer_id, ...developers])) {
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
      ...(await progressFor(change.tx, ticket, person.id)),
      button: {
        label: 'Read the decision',
        url: paths.decision(decision_id),
      },
    });
  }
}

/** Sends a moderator's question to both sides, whomever it is for. */
export async function sendQuestion(
  change: Change,
  {
    ticket,
    parameters,
    text,
  }: { ticket: TicketRow; parameters: ParametersOf<'moderator_asked'>; text: string },
): Promise<void> {
  for (const person of await addressesOf(change, sidesOf(ticket))) {
    await enqueueMail(change, {
      kind: 'moderator_asked',
      to: person.email,
      subject: `Request #${shortId(ticket.id)} - A Moderator Has a Question`,
      paragraphs: [`${outcomeOf('moderator_asked', parameters)}:`],
      quote: text,
      ...(await progressFor(change.tx, ticket, person.id)),
      button: { label: 'Answer in the discussion', url: paths.discussion(ticket.id) },
      notes: [about(ticket), 'Both sides read the question and the answers.'],
    });
  }
}

const about = (ticket: TicketRow) => `It is about "${requestTitle(ticket)}".`;

function addressesOf(
  { tx }: Change,
  people: readonly (string | null)[],
): Promise<{ id: string; email: string }[]> {
  const ids = people.filter((id) => id !== null);
  if (ids.length === 0) return Promise.resolve([]);
  return tx.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute();
}
