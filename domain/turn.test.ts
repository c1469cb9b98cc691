import { describe, expect, it } from 'vitest';
import { type Action, acts } from './acts.ts';
import { BILLING_STATUSES, type BillingStatus } from './billing.ts';
import { lifecycle } from './lifecycle.ts';
import { MILESTONE_STATUSES, type MilestoneStatus } from './milestone-status.ts';
import { TICKET_STATUSES, type TicketStatus } from './ticket-status.ts';
import { type TurnMilestone, turn } from './turn.ts';
import { VIEWERS } from './turn-table.ts';
import type { Ending } from './way-out.ts';

const SINCE = '2026-11-20T08:00:00.000Z';
const LATER = '2026-11-21T08:00:00.000Z';

function milestone(
  status: MilestoneStatus,
  billing_status: BillingStatus | null,
  changes: Partial<TurnMilestone> = {},
): TurnMilestone {
  const begun = status !== 'PLANNED';
  const fixed = { id: 'first', title: 'First part', cost_cents: 10_000, money_since: null };
  return { ...fixed, status, billing_status, begun, ...changes };
}

const asked = {
  status_since: SINCE,
  reserved: false,
  counterpart: 'Ana',
  milestones: [] as readonly TurnMilestone[],
  ending: null,
  cancellation: null,
};
const working = (...milestones: TurnMilestone[]) => ({
  ...asked,
  status: 'DEVELOPER_WORKING' as const,
  milestones,
});
const sentences = (situation: Omit<Parameters<typeof turn>[0], 'relation'>) => ({
  customer: turn({ ...situation, relation: 'customer' }).sentence,
  developer: turn({ ...situation, relation: 'developer' }).sentence,
});

/** Every status, held or not, with every milestone there can be next, and with none. */
const situations = TICKET_STATUSES.flatMap((status) =>
  [false, true].flatMap((reserved) =>
    [
      [],
      ...MILESTONE_STATUSES.flatMap((each) =>
        [...BILLING_STATUSES, null].flatMap((billing) =>
          [false, true].map((begun) => [milestone(each, billing, { begun })]),
        ),
      ),
    ].map((milestones) => ({ ...asked, status, reserved, milestones })),
  ),
);

/** Work in review belongs to a request in review; nothing else of a plan that does not fit counts. */
function mayBeAllowed(action: Action, status: TicketStatus, next?: TurnMilestone): boolean {
  const rules = lifecycle.filter((rule) => rule.action === action && rule.ticket.includes(status));
  const isOdd = (next?.status === 'IN_REVIEW') !== (status === 'CUSTOMER_REVIEWING_RESULTS');
  if (acts[action].subject !== 'milestone' || !next || isOdd) return rules.length > 0;
  return rules.some(({ milestone }) => milestone?.includes(next.status));
}

describe('who has the ball', () => {
  it('has a whole sentence for everything that can be, with and without a name', () => {
    for (const situation of situations) {
      for (const relation of VIEWERS) {
        for (const counterpart of ['Ana', null]) {
          const { sentence } = turn({ ...situation, relation, counterpart });
          expect(sentence).toMatch(/^[A-Z][^{}]+$/);
          expect(sentence.startsWith('Your turn')).toBe(
            turn({ ...situation, relation, counterpart }).whose === 'mine',
          );
        }
      }
    }
  });

  it('is with exactly one side of a request that goes on between the two', () => {
    for (const situation of situations) {
      const sides = (['customer', 'developer'] as const).map(
        (relation) => turn({ ...situation, relation }).whose,
      );
      const isBetween = sides.includes('theirs') || sides.includes('mine');
      expect(sides.toSorted()).toEqual(isBetween ? ['mine', 'theirs'] : [sides[0], sides[0]]);
    }
  });

  it('asks only whom it is, and only for what the lifecycle lets them do in that state', () => {
    for (const { status, ...situation } of situations) {
      for (const relation of VIEWERS) {
        const { whose, action, milestone_id } = turn({ ...situation, status, relation });
        if (action === null) continue;
        expect(['mine', 'open']).toContain(whose);
        const next = situation.milestones.find(({ id }) => id === milestone_id);
        expect(mayBeAllowed(action, status, next)).toBe(true);
      }
    }
  });

  it('is told to a moderator in roles, without a name or a title', () => {
    for (const situation of situations) {
      const { sentence } = turn({ ...situation, relation: 'moderator' });
      expect(sentence).not.toMatch(/Ana|First part/);
    }
  });
});

describe('a request whose customer compares quotes', () => {
  const waiting = (quoted_by: readonly string[], quotes_until: string | null = LATER) => {
    const request = {
      ...asked,
      status: 'AWAITING_ASSIGNMENT' as const,
      mode: 'quotes' as const,
      quoted_by,
      quotes_until,
    };
    const of = (relation: 'customer' | 'candidate') => {
      const { whose, action } = turn({ ...request, relation });
      return [whose, action];
    };
    return { customer: of('customer'), candidate: of('candidate') };
  };
  const NEXT = ['open', 'quote'];
  const OVER = ['theirs', null];

  it.each([
    ['waits for the first', [], LATER, ['open', null], NEXT],
    ['has some, and may get more', ['a'], LATER, ['mine', 'choose-quote'], NEXT],
    ['has all three', ['a', 'b', 'c'], LATER, ['mine', 'choose-quote'], OVER],
    ['has some as its time is over', ['a'], null, ['mine', 'choose-quote'], OVER],
    ['has none as its time is over', [], null, ['mine', 'extend-quotes'], OVER],
  ] as const)('%s', (_, authors, until, customer, candidate) => {
    expect(waiting(authors, until)).toEqual({ customer, candidate });
  });
});

describe('a milestone that comes next and is not paid', () => {
  it('is the customer’s turn, in the words of the price, so that the unblocker can start', () => {
    const unpaid = working(milestone('PLANNED', 'unpaid'));
    expect(turn({ ...unpaid, relation: 'customer', counterpart: 'Dan' })).toEqual({
      whose: 'mine',
      sentence: 'Your turn: pay First part ($100.00) so that Dan can start',
      since: SINCE,
      action: 'checkout',
      milestone_id: 'first',
    });
    expect(turn({ ...unpaid, relation: 'developer', counterpart: 'Maya' })).toEqual({
      whose: 'theirs',
      sentence: 'Waiting for Maya to fund First part',
      since: SINCE,
      action: null,
      milestone_id: 'first',
    });
  });

  it('is so too where the clock has started it, and where the unblocker did or goes on after a flaw', () => {
    const customer = (one: TurnMilestone) => sentences(working(one)).customer;
    expect(customer(milestone('IN_PROGRESS', 'unpaid', { begun: false }))).toBe(
      'Your turn: pay First part ($100.00) so that Ana can start',
    );
    for (const status of ['IN_PROGRESS', 'REJECTED'] as const) {
      expect(customer(milestone(status, 'unpaid'))).toBe(
        'Your turn: pay First part ($100.00) so that Ana can go on',
      );
    }
  });

  it('passes to the unblocker with the payment, since then', () => {
    const paid = working(milestone('PLANNED', 'held', { money_since: LATER }));
    expect(turn({ ...paid, relation: 'developer' })).toMatchObject({
      whose: 'mine',
      sentence: 'Your turn: start First part',
      since: LATER,
      action: 'start',
    });
    expect(sentences(paid).customer).toBe('Waiting for Ana to start First part');
    const early = working(
      milestone('PLANNED', 'held', { money_since: '2026-11-01T00:00:00.000Z' }),
    );
    expect(turn({ ...early, relation: 'developer' }).since).toBe(SINCE);
  });

  it('waits behind one that is paid: nobody is kept from working', () => {
    const second = milestone('PLANNED', 'held', { id: 'second', title: 'Second part' });
    const both = working(milestone('IN_PROGRESS', 'unpaid'), second);
    expect(sentences(both).developer).toBe('Your turn: start Second part');
    const review = {
      ...both,
      status: 'CUSTOMER_REVIEWING_RESULTS' as const,
      milestones: [second, milestone('IN_REVIEW', 'unpaid')],
    };
    expect(sentences(review)).toEqual({
      customer: "Your turn: Ana's delivery waits for your review and payment ($100.00)",
      developer: 'Waiting for Ana to review and pay First part',
    });
  });

  it('does not matter before the plan is approved', () => {
    const planned = [milestone('PLANNED', 'unpaid')];
    const at = (status: TicketStatus) =>
      turn({ ...asked, status, milestones: planned, relation: 'developer' }).sentence;
    expect(at('DEVELOPER_PLANNING')).toBe('Your turn: complete the plan and submit it');
    expect(at('CUSTOMER_REVIEWING_PLAN')).toBe('Waiting for Ana to review your plan');
  });
});

describe('a question that needs an answer', () => {
  const held = working(milestone('IN_PROGRESS', 'held'));
  const question = { asked_by: 'developer', asked_at: LATER } as const;

  it('passes the turn to whoever has to answer it', () => {
    expect(sentences({ ...held, question })).toEqual({
      customer: "Your turn: answer Ana's question",
      developer: 'Waiting for Ana to answer your question',
    });
  });

  it('waits where the other side has proposed something, which is answered first', () => {
    const proposed = { asked_by: 'customer', asked_at: SINCE } as const;
    expect(
      turn({ ...held, question, cancellation: proposed, relation: 'developer' }),
    ).toMatchObject({
      whose: 'mine',
      sentence: "Your turn: answer Ana's proposal to cancel",
      action: 'agree-to-cancel',
      since: SINCE,
    });
    expect(turn({ ...held, question, change: proposed, relation: 'developer' })).toMatchObject({
      whose: 'mine',
      action: 'agree-to-change',
    });
  });
});

describe('the words about work', () => {
  it.each([
    ['IN_PROGRESS', 'Waiting for Ana to deliver First part', 'Your turn: deliver First part'],
    ['REJECTED', 'Waiting for Ana to revise First part', 'Your turn: start First part again'],
  ] as const)('that is %s name the milestone', (status, customer, developer) => {
    for (const billing of ['held', 'released'] as const)
      expect(sentences(working(milestone(status, billing)))).toEqual({ customer, developer });
  });

  it('say that a delivery waits, and who is meant where no name is known', () => {
    const review = { ...asked, status: 'CUSTOMER_REVIEWING_RESULTS' as const };
    const milestones = [milestone('IN_REVIEW', 'held')];
    expect(sentences({ ...review, milestones })).toEqual({
      customer: "Your turn: Ana's delivery waits for your review",
      developer: 'Waiting for Ana to review your work',
    });
    const reserved = { ...asked, status: 'AWAITING_ASSIGNMENT', reserved: true } as const;
    expect(turn({ ...reserved, counterpart: null, relation: 'customer' }).sentence).toBe(
      'Your unblocker wants to talk before taking it',
    );
  });

  it('keep a long title short, and a title’s own braces', () => {
    const long = milestone('PLANNED', 'held', { title: 'x'.repeat(200) });
    expect(sentences(working(long)).developer.length).toBeLessThan(90);
    const braced = milestone('PLANNED', 'held', { title: 'Mend {name} and {price}' });
    expect(sentences(working(braced)).developer).toBe('Your turn: start Mend {name} and {price}');
  });
});

describe('the turn', () => {
  it('passes to the moderator when one is called', () => {
    const help = { ...asked, status: 'REQUIRES_MOD_ASSISTANCE' } as const;
    expect(turn({ ...help, relation: 'customer' }).whose).toBe('moderator');
    expect(turn({ ...help, relation: 'moderator' }).whose).toBe('mine');
  });

  it('ends with the request, in words that say how', () => {
    const ended = (ending: Ending) => {
      const situation = { ...asked, status: 'CUSTOMER_REJECTED' as const, ending };
      expect(turn({ ...situation, relation: 'developer' }).whose).toBe('done');
      return sentences(situation);
    };
    expect(ended('accepted').customer).toBe('Finished: the work is approved');
    expect(ended('cancelled')).toEqual({
      customer: 'You cancelled this request',
      developer: 'Ana cancelled this request',
    });
    expect(ended('agreed').developer).toBe('Cancelled, as you and Ana agreed');
    expect(ended('closed_for_customer').customer).toBe('Closed in your favor by a moderator');
    expect(ended('closed_for_developer')).toEqual({
      customer: "Closed in Ana's favor by a moderator",
      developer: 'Closed in your favor by a moderator',
    });
  });

  it('is with the side that has to answer a change of the plan, since it was proposed', () => {
    const work = working(milestone('IN_PROGRESS', 'held'));
    const sides = { customer: 'developer', developer: 'customer' } as const;
    for (const asked_by of ['customer', 'developer'] as const) {
      const proposed = { ...work, change: { asked_by, asked_at: LATER } };
      expect(turn({ ...proposed, relation: asked_by })).toMatchObject({
        whose: 'theirs',
        action: null,
        since: LATER,
        sentence: 'Waiting for Ana to answer your change',
      });
      expect(turn({ ...proposed, relation: sides[asked_by] })).toMatchObject({
        whose: 'mine',
        action: 'agree-to-change',
        since: LATER,
        sentence: "Your turn: answer Ana's change",
      });
    }
  });

  it('is with the side that has to answer a proposal to cancel, since it was made', () => {
    for (const asked_by of ['customer', 'developer'] as const) {
      const cancellation = { asked_by, asked_at: LATER };
      const proposed = { ...working(milestone('IN_PROGRESS', 'held')), cancellation };
      for (const relation of ['customer', 'developer'] as const)
        expect(turn({ ...proposed, relation })).toMatchObject({
          whose: relation === asked_by ? 'theirs' : 'mine',
          action: relation === asked_by ? null : 'agree-to-cancel',
          since: LATER,
        });
    }
  });
});
