import type { Snapshot } from '../domain/code.ts';
import type { PlanOfRequest } from '../domain/milestone.ts';
import { milestoneStatusLabels } from '../domain/milestone-status.ts';
import { formatCents } from '../domain/money.ts';
import { paths } from '../domain/paths.ts';
import type { Ticket } from '../domain/ticket.ts';
import { shortId, splitDescription } from '../domain/ticket-words.ts';
import { Api } from './api.ts';
import type { At } from './at.ts';
import { asId, myRequests, requestMeant } from './find-request.ts';
import { oneLine } from './plain.ts';

/** All requests that run, or one with its plan and the deliveries to it. */
export async function status(at: At, given: string | undefined, all: boolean): Promise<void> {
  if (given === undefined) await showAll(at, all);
  else await showOne(at, given);
}

async function showAll(at: At, all: boolean): Promise<void> {
  const tickets = await myRequests(new Api(at), all);
  const lines = tickets.map((ticket) => {
    const mark = ticket.turn.whose === 'mine' ? '*' : ' ';
    return `${mark} ${shortId(ticket.id)}  ${oneLine(problemOf(ticket), 60)}\n          ${oneLine(ticket.turn.sentence)}`;
  });
  const words = lines.length > 0 ? `${lines.join('\n')}\n\n* It is your turn.` : 'No request runs.';
  at.terminal.answer({ requests: tickets.map((ticket) => summary(at, ticket)) }, words);
}

async function showOne(at: At, given: string): Promise<void> {
  const api = new Api(at);
  const ticket = await requestMeant(api, given);
  const id = asId(ticket.id);
  const isSide = ticket.relation !== 'candidate';
  const plan = isSide ? await api.get<PlanOfRequest>(`/tickets/${id}/milestones`) : { items: [] };
  const versions = isSide
    ? await api.get<{ items: Snapshot[] }>(`/tickets/${id}/snapshots`)
    : { items: [] };
  const milestones = plan.items.map((each, place) => ({
    number: place + 1,
    id: each.id,
    title: each.title,
    status: each.status,
    cost_cents: each.cost_cents,
    paid: each.paid,
    due_at: each.due_at,
    checks: each.checks.map(({ text, state }) => ({ text, state })),
  }));
  const deliveries = versions.items
    .filter(({ kind }) => kind === 'delivery')
    .map(({ number, state, opens, files, why_closed }) => ({
      number,
      state,
      opens,
      files,
      why_closed,
    }));
  const about = summary(at, ticket);
  const lines = [
    `${ticket.title}`,
    oneLine(problemOf(ticket)),
    '',
    oneLine(ticket.turn.sentence),
    ...(milestones.length > 0 ? ['', 'Plan'] : []),
    ...milestones.map(({ number, title, status, cost_cents, paid }) => {
      const money = `${formatCents(cost_cents)}${paid ? ', paid' : ''}`;
      return `  ${number}  ${oneLine(title, 60)}  (${milestoneStatusLabels[status]}, ${money})`;
    }),
    ...(deliveries.length > 0 ? ['', 'Deliveries'] : []),
    ...deliveries.map(({ number, opens, files, why_closed }) => {
      const words =
        opens === 'contents' ? `unblock pull ${shortId(id)} --delivery ${number}` : why_closed;
      return `  version ${number}: ${files} files. ${oneLine(words ?? '')}`;
    }),
    '',
    about.link,
  ];
  at.terminal.answer({ ...about, milestones, deliveries }, lines.join('\n'));
}

const problemOf = ({ description }: Ticket) => splitDescription(description).title;

function summary({ server }: At, ticket: Ticket) {
  const { id, title, status, turn, created_at } = ticket;
  const side = ticket.relation === 'customer' ? 'customer' : 'developer';
  return {
    id: asId(id),
    short_id: shortId(id),
    title,
    problem: problemOf(ticket),
    status,
    my_turn: turn.whose === 'mine',
    turn: turn.sentence,
    created_at,
    link: server + paths.plan(side, asId(id)),
  };
}
