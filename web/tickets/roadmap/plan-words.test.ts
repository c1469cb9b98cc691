import { describe, expect, it } from 'vitest';
import { TICKET_STATUSES } from '#domain/ticket-status.ts';
import { emptyPlanText, planCaption } from './plan-words.ts';

const REVISIONS = 'Awaiting Developer Revisions';

/** Source: specification 2.11, to the letter. */
describe('the caption of a plan', () => {
  it.each(TICKET_STATUSES)('of a request that is %s', (status) => {
    const captions: Partial<Record<typeof status, string>> = {
      DEVELOPER_WORKING: 'Plan in Progress',
      CUSTOMER_REVIEWING_PLAN: "Developer's Proposed Plan",
    };
    expect(planCaption({ status, relation: 'customer' })).toBe(captions[status] ?? REVISIONS);
    expect(planCaption({ status, relation: 'developer' })).toBe('Development Roadmap');
  });
});

describe('an empty plan', () => {
  it('tells a customer whom it waits for', () => {
    const text = (status: (typeof TICKET_STATUSES)[number]) =>
      emptyPlanText({ status, relation: 'customer' });
    expect(text('AWAITING_ASSIGNMENT')).toContain('still awaiting assignment to an unblocker');
    expect(text('DEVELOPER_PLANNING')).toContain('The unblocker is building a plan');
  });

  it('tells a developer what to do', () => {
    expect(emptyPlanText({ status: 'DEVELOPER_PLANNING', relation: 'developer' })).toContain(
      'Add the first milestone',
    );
  });
});
