/** Statuses in the order of specification 4.1; the first five are the progress line. */
export const TICKET_STATUSES = [
  'AWAITING_ASSIGNMENT',
  'DEVELOPER_PLANNING',
  'CUSTOMER_REVIEWING_PLAN',
  'DEVELOPER_WORKING',
  'CUSTOMER_REVIEWING_RESULTS',
  'CUSTOMER_REJECTED',
  'CUSTOMER_APPROVED',
  'REQUIRES_MOD_ASSISTANCE',
] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export const ticketStatusLabels: Record<TicketStatus, string> = {
  AWAITING_ASSIGNMENT: 'Pending',
  DEVELOPER_PLANNING: 'Planning',
  CUSTOMER_REVIEWING_PLAN: 'Reviewing Plan',
  DEVELOPER_WORKING: 'Work In Progress',
  CUSTOMER_REVIEWING_RESULTS: 'Reviewing Results',
  CUSTOMER_REJECTED: 'Customer Rejected',
  CUSTOMER_APPROVED: 'Customer Approved',
  REQUIRES_MOD_ASSISTANCE: 'Requires Mod Assistance',
};

/** The five steps of the progress line; the three other statuses show a single badge. */
export const PROGRESS_STEPS = TICKET_STATUSES.slice(0, 5);

export const FINAL_STATUSES = ['CUSTOMER_REJECTED', 'CUSTOMER_APPROVED'] as const;

/** Which statuses each list and counter shows. Source: specification 4.4, contract "customer dashboard". */
export const ticketGroups = {
  active: TICKET_STATUSES.filter((status) => status !== 'CUSTOMER_APPROVED'),
  history: FINAL_STATUSES,
  open: TICKET_STATUSES.filter((status) => !FINAL_STATUSES.some((final) => final === status)),
  in_progress: ['DEVELOPER_WORKING', 'DEVELOPER_PLANNING'],
  awaiting_response: [
    'CUSTOMER_REVIEWING_PLAN',
    'CUSTOMER_REVIEWING_RESULTS',
    'REQUIRES_MOD_ASSISTANCE',
  ],
  completed: ['CUSTOMER_APPROVED'],
} as const satisfies Record<string, readonly TicketStatus[]>;
