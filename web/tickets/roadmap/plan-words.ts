import type { Ticket } from '#domain/ticket.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';

/** The heading above the milestones. Source: specification 2.11. */
export function planCaption({ status, relation }: Pick<Ticket, 'status' | 'relation'>): string {
  return relation === 'customer' ? customerCaptions[status] : 'Development Roadmap';
}

/** What stands where the milestones will be. */
export function emptyPlanText({ status, relation }: Pick<Ticket, 'status' | 'relation'>): string {
  return relation === 'customer' ? customerEmptyTexts[status] : developerEmptyTexts[status];
}

const REVISIONS = 'Awaiting Developer Revisions';

const customerCaptions: Record<TicketStatus, string> = {
  AWAITING_ASSIGNMENT: REVISIONS,
  DEVELOPER_PLANNING: REVISIONS,
  CUSTOMER_REVIEWING_PLAN: "Developer's Proposed Plan",
  DEVELOPER_WORKING: 'Plan in Progress',
  CUSTOMER_REVIEWING_RESULTS: REVISIONS,
  CUSTOMER_REJECTED: REVISIONS,
  CUSTOMER_APPROVED: REVISIONS,
  REQUIRES_MOD_ASSISTANCE: REVISIONS,
};

const AWAITING = 'Your request is still awaiting assignment to an unblocker.';
const BUILDING = 'The unblocker is building a plan. You will see its milestones and prices here.';
const NOTHING = 'No plan was made for this request.';

const customerEmptyTexts: Record<TicketStatus, string> = {
  AWAITING_ASSIGNMENT: AWAITING,
  DEVELOPER_PLANNING: BUILDING,
  CUSTOMER_REVIEWING_PLAN: BUILDING,
  DEVELOPER_WORKING: BUILDING,
  CUSTOMER_REVIEWING_RESULTS: BUILDING,
  CUSTOMER_REJECTED: NOTHING,
  CUSTOMER_APPROVED: NOTHING,
  REQUIRES_MOD_ASSISTANCE: NOTHING,
};

const START =
  'Add the first milestone: what you will deliver, how long it takes and what it costs.';

const developerEmptyTexts: Record<TicketStatus, string> = {
  AWAITING_ASSIGNMENT: 'Grab this request to build a plan for it.',
  DEVELOPER_PLANNING: START,
  CUSTOMER_REVIEWING_PLAN: NOTHING,
  DEVELOPER_WORKING: NOTHING,
  CUSTOMER_REVIEWING_RESULTS: NOTHING,
  CUSTOMER_REJECTED: NOTHING,
  CUSTOMER_APPROVED: NOTHING,
  REQUIRES_MOD_ASSISTANCE: NOTHING,
};
