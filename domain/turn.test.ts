import { describe, expect, it } from 'vitest';
import { TICKET_STATUSES } from './ticket-status.ts';
import { ticketTurn, turn } from './turn.ts';

const relations = ['customer', 'developer', 'candidate', 'moderator'] as const;
const asked = { reserved: false, counterpart: 'Ana' };

describe('who has the ball', () => {
  it('has a whole sentence for every status, viewer and reservation, with and without a name', () => {
    for (const status of TICKET_STATUSES) {
      for (const relation of relations) {
        for (const reserved of [false, true]) {
          for (const counterpart of ['Ana', null]) {
            const { sentence } = turn({ status, relation, reserved, counterpart });
            expect(sentence).toMatch(/^[A-Z][^{}]+$/);
          }
        }
      }
    }
  });

  it('is never with both sides of a request at once', () => {
    for (const status of TICKET_STATUSES) {
      for (const reserved of [false, true]) {
        const sides = (['customer', 'developer'] as const).map(
          (relation) => turn({ ...asked, status, reserved, relation }).whose,
        );
        expect(sides.filter((whose) => whose === 'mine').length).toBeLessThanOrEqual(1);
        if (sides.includes('theirs')) expect(sides).toContain('mine');
      }
    }
  });

  it('names the person one waits for', () => {
    expect(turn({ ...asked, status: 'CUSTOMER_REVIEWING_PLAN', relation: 'developer' })).toEqual({
      whose: 'theirs',
      sentence: 'Waiting for Ana to review your plan',
    });
    expect(turn({ ...asked, status: 'CUSTOMER_REVIEWING_RESULTS', relation: 'customer' })).toEqual({
      whose: 'mine',
      sentence: "Your turn: review Ana's work",
    });
  });

  it('says who is meant where no name is known', () => {
    const reserved = { status: 'AWAITING_ASSIGNMENT', reserved: true, counterpart: null } as const;
    expect(turn({ ...reserved, relation: 'customer' }).sentence).toBe(
      'Your unblocker wants to talk before taking it',
    );
  });

  it('tells an open request from a reserved one', () => {
    const pending = { status: 'AWAITING_ASSIGNMENT', counterpart: null } as const;
    const open = { ...pending, developer_id: null, relation: 'candidate' } as const;
    const held = { ...pending, developer_id: 'someone', relation: 'developer' } as const;
    expect(ticketTurn(open).whose).toBe('open');
    expect(ticketTurn(held).whose).toBe('mine');
  });

  it('passes to the moderator when one is called, and ends with the request', () => {
    expect(turn({ ...asked, status: 'REQUIRES_MOD_ASSISTANCE', relation: 'customer' }).whose).toBe(
      'moderator',
    );
    expect(turn({ ...asked, status: 'CUSTOMER_APPROVED', relation: 'developer' }).whose).toBe(
      'done',
    );
  });
});
