import type { Ticket } from './ticket.ts';
import type { TicketStatus } from './ticket-status.ts';

/** Who has to act next, as one viewer sees it. */
export type Whose = 'mine' | 'theirs' | 'open' | 'moderator' | 'done';

export interface Turn {
  whose: Whose;
  /** The next step in words: 'Waiting for Ana to review your plan'. */
  sentence: string;
}

interface Situation {
  status: TicketStatus;
  /** A pending request that a developer holds without having grabbed it. */
  reserved: boolean;
  relation: Viewer;
  /** What to call the other side; null while there is nobody, or nobody with a name. */
  counterpart: string | null;
}

/** Who has the ball, and what they are expected to do with it. */
export function turn({ status, reserved, relation, counterpart }: Situation): Turn {
  const [whose, words] = turns[stageOf(status, reserved)][relation];
  return {
    whose,
    sentence: capitalised(words.replaceAll('{name}', () => counterpart ?? nobody[relation])),
  };
}

/** The same for a request as the API returns it. */
export function ticketTurn(
  ticket: Pick<Ticket, 'status' | 'developer_id' | 'relation' | 'counterpart'>,
): Turn {
  const { status, developer_id, relation, counterpart } = ticket;
  const name = counterpart?.first_name ?? counterpart?.last_name ?? null;
  return turn({ status, reserved: developer_id !== null, relation, counterpart: name });
}

type Viewer = Ticket['relation'];

/** A pending request is two things to its people: open to all, or reserved by one. */
type Stage = Exclude<TicketStatus, 'AWAITING_ASSIGNMENT'> | 'OPEN' | 'RESERVED';

function stageOf(status: TicketStatus, reserved: boolean): Stage {
  if (status !== 'AWAITING_ASSIGNMENT') return status;
  return reserved ? 'RESERVED' : 'OPEN';
}

const nobody: Record<Viewer, string> = {
  customer: 'your unblocker',
  developer: 'the customer',
  candidate: 'the customer',
  moderator: 'the customer',
};

/** A moderator sees two people, hence roles and no names. */
const turns: Record<Stage, Record<Viewer, readonly [Whose, string]>> = {
  OPEN: {
    customer: ['open', 'Waiting for an unblocker to take it'],
    developer: ['open', 'Up for grabs'],
    candidate: ['open', 'Up for grabs'],
    moderator: ['open', 'Waiting for an unblocker to take it'],
  },
  RESERVED: {
    customer: ['theirs', '{name} wants to talk before taking it'],
    developer: ['mine', 'Your turn: grab it or abandon it'],
    candidate: ['theirs', 'Another unblocker is talking with {name}'],
    moderator: ['theirs', 'Waiting for the unblocker to grab it'],
  },
  DEVELOPER_PLANNING: {
    customer: ['theirs', 'Waiting for {name} to propose a plan'],
    developer: ['mine', 'Your turn: build the plan'],
    candidate: ['theirs', 'Another unblocker has taken it'],
    moderator: ['theirs', 'Waiting for the unblocker to propose a plan'],
  },
  CUSTOMER_REVIEWING_PLAN: {
    customer: ['mine', "Your turn: review {name}'s plan"],
    developer: ['theirs', 'Waiting for {name} to review your plan'],
    candidate: ['theirs', 'Another unblocker has taken it'],
    moderator: ['theirs', 'Waiting for the customer to review the plan'],
  },
  DEVELOPER_WORKING: {
    customer: ['theirs', 'Waiting for {name} to deliver the milestone'],
    developer: ['mine', 'Your turn: deliver the milestone'],
    candidate: ['theirs', 'Another unblocker has taken it'],
    moderator: ['theirs', 'Waiting for the unblocker to deliver the milestone'],
  },
  CUSTOMER_REVIEWING_RESULTS: {
    customer: ['mine', "Your turn: review {name}'s work"],
    developer: ['theirs', 'Waiting for {name} to review your work'],
    candidate: ['theirs', 'Another unblocker has taken it'],
    moderator: ['theirs', 'Waiting for the customer to review the work'],
  },
  CUSTOMER_REJECTED: {
    customer: ['done', 'Closed in your favor by a moderator'],
    developer: ['done', "Closed in {name}'s favor by a moderator"],
    candidate: ['done', 'Closed'],
    moderator: ['done', "Closed in the customer's favor"],
  },
  CUSTOMER_APPROVED: {
    customer: ['done', 'Finished: the work is approved'],
    developer: ['done', 'Finished: your work is approved'],
    candidate: ['done', 'Finished'],
    moderator: ['done', 'Finished: the work is approved'],
  },
  REQUIRES_MOD_ASSISTANCE: {
    customer: ['moderator', 'Waiting for a moderator to look into it'],
    developer: ['moderator', 'Waiting for a moderator to look into it'],
    candidate: ['moderator', 'Waiting for a moderator to look into it'],
    moderator: ['mine', 'Your turn: look into it and decide'],
  },
};

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
