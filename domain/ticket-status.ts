/** A status. turn.ts has whose turn it is then, in words. */
interface StatusRow {
  label: string;
  /** Of its badge, where the viewer's turn is unknown. */
  tone: 'wait' | 'go' | 'harm';
  /** A step of the progress line; others show a single badge. */
  progress?: true;
  /** Only money can still move. */
  final?: true;
  /** The dashboard counter that includes it. Source: specification 4.4. */
  counter?: 'in_progress' | 'awaiting_response' | 'completed';
  /** For the customer, above the milestones; default: `PLAN_CAPTION`. Source: specification 2.11. */
  caption?: string;
  /** Where no milestones exist; default: `EMPTY_PLAN`. */
  empty?: { customer?: string; developer?: string };
  /** On the developer's card; default: 'View Plan'. Source: specification 2.8. */
  opens_plan?: string;
}

const BUILDING = 'The unblocker is building a plan. You will see its milestones and prices here.';

/** In the order of specification 4.1. */
const table = {
  AWAITING_ASSIGNMENT: {
    label: 'Pending',
    tone: 'wait',
    progress: true,
    empty: {
      customer: 'Your request is still awaiting assignment to an unblocker.',
      developer: 'Grab this request to build a plan for it.',
    },
    opens_plan: 'View Details',
  },
  DEVELOPER_PLANNING: {
    label: 'Planning',
    tone: 'wait',
    progress: true,
    counter: 'in_progress',
    empty: {
      customer: BUILDING,
      developer:
        'Add the first milestone: what you will deliver, how long it takes and what it costs.',
    },
    opens_plan: 'Create Plan',
  },
  CUSTOMER_REVIEWING_PLAN: {
    label: 'Reviewing Plan',
    tone: 'wait',
    progress: true,
    counter: 'awaiting_response',
    caption: "Developer's Proposed Plan",
    empty: { customer: BUILDING },
  },
  DEVELOPER_WORKING: {
    label: 'Work In Progress',
    tone: 'wait',
    progress: true,
    counter: 'in_progress',
    caption: 'Plan in Progress',
    empty: { customer: BUILDING },
  },
  CUSTOMER_REVIEWING_RESULTS: {
    label: 'Reviewing Results',
    tone: 'wait',
    progress: true,
    counter: 'awaiting_response',
    empty: { customer: BUILDING },
  },
  CUSTOMER_REJECTED: { label: 'Customer Rejected', tone: 'harm', final: true },
  CUSTOMER_APPROVED: { label: 'Customer Approved', tone: 'go', final: true, counter: 'completed' },
  REQUIRES_MOD_ASSISTANCE: {
    label: 'Requires Mod Assistance',
    tone: 'harm',
    counter: 'awaiting_response',
  },
} as const satisfies Record<string, StatusRow>;

export type TicketStatus = keyof typeof table;
export const ticketStatuses: Readonly<Record<TicketStatus, StatusRow>> = table;

export const TICKET_STATUSES = Object.keys(table) as [TicketStatus, ...TicketStatus[]];

const which = (holds: (row: StatusRow) => boolean): readonly TicketStatus[] =>
  TICKET_STATUSES.filter((status) => holds(ticketStatuses[status]));

export const PROGRESS_STEPS = which(({ progress }) => progress === true);
/** Of requests that a developer has grabbed, and that go on. */
export const GRABBED_STATUSES = PROGRESS_STEPS.filter((status) => status !== 'AWAITING_ASSIGNMENT');
export const FINAL_STATUSES = which(({ final }) => final === true);
export const isFinal = (status: TicketStatus): boolean => FINAL_STATUSES.includes(status);

/** The statuses of each list and counter. Source: specification 4.4, contract "customer dashboard". */
export const ticketGroups = {
  active: TICKET_STATUSES.filter((status) => status !== 'CUSTOMER_APPROVED'),
  history: FINAL_STATUSES,
  open: which(({ final }) => final !== true),
  in_progress: which(({ counter }) => counter === 'in_progress'),
  awaiting_response: which(({ counter }) => counter === 'awaiting_response'),
  completed: which(({ counter }) => counter === 'completed'),
};

export const PLAN_CAPTION = 'Awaiting Developer Revisions';
export const EMPTY_PLAN = 'No plan was made for this request.';
