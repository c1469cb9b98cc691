import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acts } from './acts.ts';
import { BILLING_STATUSES, type BillingStatus } from './billing.ts';
import { type Action, lifecycle } from './lifecycle.ts';
import { MILESTONE_STATUSES, type MilestoneStatus } from './milestone-status.ts';
import { conditions, type Facts, type Relation, variants } from './rule-facts.ts';
import { actionsFor, decide } from './rulebook.ts';
import { FINAL_STATUSES, TICKET_STATUSES, type TicketStatus } from './ticket-status.ts';

const RELATIONS: Relation[] = [
  'customer',
  'developer',
  'candidate',
  'moderator',
  'stranger',
  'clock',
  'provider',
];
const ACTIONS = [...new Set(lifecycle.map(({ action }) => action))];

/** The specification once more, written independently of the table: action, who, from where, to where. */
const spec: Record<
  Action,
  {
    by: Relation[];
    from: TicketStatus[];
    milestone?: MilestoneStatus[];
    to: TicketStatus | 'same' | 'elsewhere';
  }
> = {
  edit: { by: ['customer'], from: ['AWAITING_ASSIGNMENT'], to: 'same' },
  delete: { by: ['customer'], from: ['AWAITING_ASSIGNMENT'], to: 'same' },
  reserve: { by: ['candidate'], from: ['AWAITING_ASSIGNMENT'], to: 'same' },
  grab: { by: ['candidate', 'developer'], from: ['AWAITING_ASSIGNMENT'], to: 'DEVELOPER_PLANNING' },
  abandon: { by: ['developer'], from: ['AWAITING_ASSIGNMENT'], to: 'AWAITING_ASSIGNMENT' },
  lapse: { by: ['clock'], from: ['AWAITING_ASSIGNMENT'], to: 'AWAITING_ASSIGNMENT' },
  'submit-plan': { by: ['developer'], from: ['DEVELOPER_PLANNING'], to: 'CUSTOMER_REVIEWING_PLAN' },
  'request-changes': {
    by: ['customer'],
    from: ['CUSTOMER_REVIEWING_PLAN'],
    to: 'DEVELOPER_PLANNING',
  },
  'approve-plan': { by: ['customer'], from: ['CUSTOMER_REVIEWING_PLAN'], to: 'DEVELOPER_WORKING' },
  message: { by: ['customer', 'developer'], from: [...TICKET_STATUSES], to: 'same' },
  'edit-message': { by: ['customer', 'developer'], from: [...TICKET_STATUSES], to: 'same' },
  'delete-message': { by: ['customer', 'developer'], from: [...TICKET_STATUSES], to: 'same' },
  'take-out-keys': { by: ['customer', 'developer'], from: [...TICKET_STATUSES], to: 'same' },
  report: { by: ['customer', 'developer'], from: [...TICKET_STATUSES], to: 'elsewhere' },
  rate: { by: ['customer'], from: ['CUSTOMER_REVIEWING_RESULTS', 'CUSTOMER_APPROVED'], to: 'same' },
  resume: { by: ['moderator'], from: ['REQUIRES_MOD_ASSISTANCE'], to: 'elsewhere' },
  'close-for-customer': {
    by: ['moderator'],
    from: ['REQUIRES_MOD_ASSISTANCE'],
    to: 'CUSTOMER_REJECTED',
  },
  'close-for-developer': {
    by: ['moderator'],
    from: ['REQUIRES_MOD_ASSISTANCE'],
    to: 'CUSTOMER_APPROVED',
  },
  reopen: { by: ['moderator'], from: ['REQUIRES_MOD_ASSISTANCE'], to: 'AWAITING_ASSIGNMENT' },
  split: { by: ['moderator'], from: ['REQUIRES_MOD_ASSISTANCE'], to: 'same' },
  refund: {
    by: ['moderator'],
    from: ['REQUIRES_MOD_ASSISTANCE', 'CUSTOMER_REJECTED', 'CUSTOMER_APPROVED'],
    to: 'same',
  },
  'money-back': {
    by: ['moderator'],
    from: ['REQUIRES_MOD_ASSISTANCE', 'CUSTOMER_REJECTED', 'CUSTOMER_APPROVED'],
    to: 'elsewhere',
  },
  'clear-payment': { by: ['moderator'], from: [...TICKET_STATUSES], to: 'same' },
  'refuse-payment': { by: ['moderator'], from: [...TICKET_STATUSES], to: 'same' },
  'grant-appeal': { by: ['moderator'], from: [...TICKET_STATUSES], to: 'elsewhere' },
  suspend: {
    by: ['clock'],
    from: TICKET_STATUSES.filter(
      (status) => ![...FINAL_STATUSES, 'REQUIRES_MOD_ASSISTANCE'].some((other) => other === status),
    ),
    to: 'REQUIRES_MOD_ASSISTANCE',
  },
  'add-milestone': { by: ['developer'], from: ['DEVELOPER_PLANNING'], to: 'same' },
  'edit-milestone': {
    by: ['developer'],
    from: ['DEVELOPER_PLANNING'],
    milestone: ['PLANNED'],
    to: 'same',
  },
  'delete-milestone': {
    by: ['developer'],
    from: ['DEVELOPER_PLANNING'],
    milestone: ['PLANNED'],
    to: 'same',
  },
  'order-milestones': { by: ['developer'], from: ['DEVELOPER_PLANNING'], to: 'same' },
  start: {
    by: ['developer'],
    from: ['DEVELOPER_WORKING'],
    milestone: ['PLANNED', 'REJECTED'],
    to: 'DEVELOPER_WORKING',
  },
  'start-next': {
    by: ['clock'],
    from: ['DEVELOPER_WORKING'],
    milestone: ['PLANNED'],
    to: 'DEVELOPER_WORKING',
  },
  submit: {
    by: ['developer'],
    from: ['DEVELOPER_WORKING'],
    milestone: ['IN_PROGRESS'],
    to: 'CUSTOMER_REVIEWING_RESULTS',
  },
  accept: {
    by: ['customer'],
    from: ['CUSTOMER_REVIEWING_RESULTS'],
    milestone: ['IN_REVIEW'],
    to: 'elsewhere',
  },
  reject: {
    by: ['customer'],
    from: ['CUSTOMER_REVIEWING_RESULTS'],
    milestone: ['IN_REVIEW'],
    to: 'DEVELOPER_WORKING',
  },
  checkout: {
    by: ['customer'],
    from: ['DEVELOPER_WORKING', 'CUSTOMER_REVIEWING_RESULTS'],
    milestone: ['PLANNED', 'IN_PROGRESS', 'IN_REVIEW', 'REJECTED'],
    to: 'same',
  },
  'confirm-payment': { by: ['provider'], from: [...TICKET_STATUSES], to: 'same' },
  'lose-payment': { by: ['provider'], from: [...TICKET_STATUSES], to: 'same' },
};

const facts = (changes: Partial<Facts> = {}): Facts => ({
  status: 'AWAITING_ASSIGNMENT',
  status_before_help: null,
  has_developer: true,
  reservations_held: 0,
  reservations_dropped: 0,
  milestones: [],
  ...changes,
});

/** Every state a request can be in, as far as the rules look at it. */
function* everyFacts(): Generator<Facts> {
  for (const status of TICKET_STATUSES) {
    for (const has_developer of [true, false]) {
      yield facts({ status, has_developer });
      for (const milestoneStatus of MILESTONE_STATUSES) {
        for (const billing of BILLING_STATUSES) {
          const milestone = { id: 'm', status: milestoneStatus, billing };
          yield facts({ status, has_developer, milestone, milestones: [milestone] });
        }
      }
    }
  }
}

/** Every question that can be asked of the rulebook. */
function* everyCell(): Generator<{ action: Action; relation: Relation; cell: Facts }> {
  for (const action of ACTIONS) {
    for (const relation of RELATIONS) {
      for (const cell of everyFacts()) yield { action, relation, cell };
    }
  }
}

/** What the specification says of a cell, conditions beyond role and state aside. */
function specified(action: Action, relation: Relation, { status, milestone }: Facts) {
  const row = spec[action];
  if (action === 'reserve' && relation === 'developer') return 'wrong state';
  if (!row.by.includes(relation)) return 'not their part';
  const fits = !row.milestone || (milestone && row.milestone.includes(milestone.status));
  if (!row.from.includes(status) || !fits) return 'wrong state';
  return row.to === 'same' ? status : row.to;
}

describe('the rulebook', () => {
  it('answers every cell of action, relation, status and milestone status as the specification does', () => {
    let cells = 0;
    for (const { action, relation, cell } of everyCell()) {
      cells++;
      const decision = decide(action, relation, cell);
      const wanted = specified(action, relation, cell);
      const question = `${action} by ${relation} in ${cell.status}`;
      if (wanted === 'not their part')
        expect(decision, question).toMatchObject({ code: 'not_your_part' });
      else if (wanted === 'wrong state') expect(decision.allowed, question).toBe(false);
      else if (decision.allowed && wanted !== 'elsewhere')
        expect(decision.next, question).toBe(wanted);
    }
    const states =
      TICKET_STATUSES.length * 2 * (1 + MILESTONE_STATUSES.length * BILLING_STATUSES.length);
    expect(cells).toBe(ACTIONS.length * RELATIONS.length * states);
  });

  it('lets every action happen from each of its states when its conditions hold', () => {
    for (const rule of lifecycle) {
      for (const relation of rule.by) {
        for (const status of rule.ticket) {
          expect(
            decide(rule.action, relation, ideal(rule.action, status, rule.given)).allowed,
            `${rule.action} in ${status}`,
          ).toBe(true);
        }
      }
    }
  });

  it('gives a reason in words for everything that it refuses', () => {
    for (const { action, relation, cell } of everyCell()) {
      const decision = decide(action, relation, cell);
      if (!decision.allowed) expect(decision.reason).toMatch(/\w.*\.$/);
    }
  });

  it('leaves the final statuses only as they are', () => {
    for (const { action, relation, cell } of everyCell()) {
      if (!FINAL_STATUSES.some((final) => final === cell.status)) continue;
      const decision = decide(action, relation, cell);
      if (decision.allowed) expect(decision.next).toBe(cell.status);
    }
  });

  it('tells an unblocker who comes too late that the request is taken', () => {
    expect(decide('grab', 'candidate', facts({ status: 'DEVELOPER_PLANNING' }))).toMatchObject({
      allowed: false,
      code: 'ticket_already_grabbed',
    });
    expect(decide('grab', 'candidate', facts({ has_developer: true }))).toMatchObject({
      code: 'ticket_already_grabbed',
    });
  });

  it('allows at most three reservations at a time', () => {
    const open = { has_developer: false };
    expect(decide('reserve', 'candidate', facts({ ...open, reservations_held: 2 })).allowed).toBe(
      true,
    );
    expect(decide('reserve', 'candidate', facts({ ...open, reservations_held: 3 }))).toMatchObject({
      code: 'too_many_reservations',
    });
  });

  it('lets nobody reserve who left five reservations unused, but still grab', () => {
    const open = { has_developer: false };
    const dropped = (reservations_dropped: number) => facts({ ...open, reservations_dropped });
    expect(decide('reserve', 'candidate', dropped(4)).allowed).toBe(true);
    expect(decide('reserve', 'candidate', dropped(5))).toMatchObject({
      code: 'too_many_dropped_reservations',
    });
    expect(decide('grab', 'candidate', dropped(5)).allowed).toBe(true);
  });

  it('wants a milestone before a plan, and the money before an acceptance', () => {
    expect(
      decide('submit-plan', 'developer', facts({ status: 'DEVELOPER_PLANNING' })),
    ).toMatchObject({
      code: 'no_milestones',
      reason: 'Please add at least one milestone before submitting your plan.',
    });
    const milestone = { id: 'm', status: 'IN_REVIEW', billing: 'unpaid' } as const;
    const inReview = facts({
      status: 'CUSTOMER_REVIEWING_RESULTS',
      milestone,
      milestones: [milestone],
    });
    expect(decide('accept', 'customer', inReview)).toMatchObject({ code: 'milestone_not_paid' });
  });

  it('ends a request with its last milestone, and goes on while others remain', () => {
    const milestone = { id: 'a', status: 'IN_REVIEW', billing: 'held' } as const;
    const accept = (others: MilestoneStatus[]) =>
      decide(
        'accept',
        'customer',
        facts({
          status: 'CUSTOMER_REVIEWING_RESULTS',
          milestone,
          milestones: [
            milestone,
            ...others.map((status, index) => ({ id: String(index), status })),
          ],
        }),
      );
    expect(accept([])).toMatchObject({ next: 'CUSTOMER_APPROVED' });
    expect(accept(['ACCEPTED', 'ACCEPTED'])).toMatchObject({ next: 'CUSTOMER_APPROVED' });
    for (const status of ['PLANNED', 'IN_PROGRESS', 'REJECTED'] as const) {
      expect(accept(['ACCEPTED', status])).toMatchObject({ next: 'DEVELOPER_WORKING' });
    }
  });

  it('sends a reported request to the moderators, and resumes it where it came from', () => {
    for (const status of TICKET_STATUSES) {
      const stays = [...FINAL_STATUSES, 'REQUIRES_MOD_ASSISTANCE'].some(
        (other) => other === status,
      );
      const decision = decide(
        'report',
        'customer',
        facts({ status, message: { mine: false, reported: false } }),
      );
      expect(decision).toMatchObject({ next: stays ? status : 'REQUIRES_MOD_ASSISTANCE' });
      const help = facts({ status: 'REQUIRES_MOD_ASSISTANCE', status_before_help: status });
      expect(decide('resume', 'moderator', help)).toMatchObject({ next: status });
    }
    expect(
      decide('report', 'developer', facts({ message: { mine: true, reported: false } })),
    ).toMatchObject({ code: 'own_message' });
    expect(
      decide('report', 'developer', facts({ message: { mine: false, reported: true } })),
    ).toMatchObject({ code: 'message_already_reported' });
  });

  it('takes no more than fifty milestones into a plan', () => {
    const add = (count: number) => {
      const milestones = Array.from({ length: count }, (_, n) => ({
        id: `m${n}`,
        status: 'PLANNED' as const,
        billing: 'unpaid' as const,
      }));
      return decide(
        'add-milestone',
        'developer',
        facts({ status: 'DEVELOPER_PLANNING', milestones }),
      );
    };
    expect(add(49)).toMatchObject({ allowed: true });
    expect(add(50)).toMatchObject({ code: 'too_many_milestones' });
  });

  it.each(['edit-message', 'delete-message'] as const)(
    'lets people %s of their own, and neither those of others nor of the service',
    (action) => {
      const about = (message: Partial<NonNullable<Facts['message']>>) =>
        decide(
          action,
          'customer',
          facts({
            status: 'DEVELOPER_PLANNING',
            message: { mine: true, reported: false, decision: false, ...message },
          }),
        );
      expect(about({})).toMatchObject({ allowed: true });
      expect(about({ mine: false })).toMatchObject({ code: 'not_your_part' });
      expect(about({ system: true })).toMatchObject({ code: 'not_your_part' });
    },
  );

  it('lets nobody report what a moderator has decided', () => {
    const message = { mine: false, reported: false, decision: true };
    expect(decide('report', 'customer', facts({ message }))).toMatchObject({
      code: 'decision_not_reportable',
    });
  });

  it('resumes no request of somebody who is suspended', () => {
    const help = facts({ status: 'REQUIRES_MOD_ASSISTANCE', side_suspended: true });
    expect(decide('resume', 'moderator', help)).toMatchObject({ code: 'side_suspended' });
    expect(decide('reopen', 'moderator', help)).toMatchObject({ allowed: true });
  });

  it('gives back money that was released only when no dispute about it is undecided', () => {
    const released = ideal('refund', 'CUSTOMER_APPROVED', undefined);
    for (const action of ['refund', 'money-back'] as const) {
      const answer = (about: Partial<Facts>) =>
        decide(action, 'moderator', { ...released, ...about });
      expect(answer({})).toMatchObject({ allowed: true });
      expect(answer({ disputed: true })).toMatchObject({ code: 'dispute_open' });
      expect(answer({ money_left: false })).toMatchObject({ code: 'nothing_to_give_back' });
    }
  });

  it('brings a running request back to the moderators by an appeal, and leaves a final one', () => {
    for (const status of TICKET_STATUSES) {
      const ended = FINAL_STATUSES.some((final) => final === status);
      expect(decide('grant-appeal', 'moderator', facts({ status }))).toMatchObject({
        next: ended ? status : 'REQUIRES_MOD_ASSISTANCE',
      });
    }
  });

  it('holds an expected payment and returns every other one', () => {
    for (const cell of everyFacts()) {
      for (const expected of [true, false]) {
        const decision = decide('confirm-payment', 'provider', { ...cell, payment: { expected } });
        if (!decision.allowed) throw new Error('a payment that is neither held nor returned');
        const wanted =
          expected &&
          cell.milestone?.billing === 'unpaid' &&
          cell.milestone.status !== 'ACCEPTED' &&
          ['DEVELOPER_WORKING', 'CUSTOMER_REVIEWING_RESULTS', 'REQUIRES_MOD_ASSISTANCE'].includes(
            cell.status,
          );
        expect(decision.rule.money).toBe(wanted ? 'hold' : 'return');
      }
    }
  });

  it('lists for a viewer exactly the actions of their part', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RELATIONS),
        fc.constantFrom(...everyFacts()),
        (relation, cell) => {
          for (const subject of ['ticket', 'milestone', 'message'] as const) {
            const answers = actionsFor(subject, relation, cell);
            const theirs = lifecycle.filter(
              (rule) => acts[rule.action].subject === subject && rule.by.includes(relation),
            );
            expect(Object.keys(answers).sort()).toEqual(
              [...new Set(theirs.map(({ action }) => action))].sort(),
            );
            for (const [action, answer] of Object.entries(answers)) {
              expect(answer.allowed).toBe(decide(action as Action, relation, cell).allowed);
              expect(answer.reason === null).toBe(answer.allowed);
            }
          }
        },
      ),
    );
  });

  it('uses every condition and every variant that it defines', () => {
    const needed = new Set(lifecycle.flatMap(({ needs = [] }) => needs));
    const given = new Set(lifecycle.flatMap((rule) => rule.given ?? []));
    expect([...needed].sort()).toEqual(Object.keys(conditions).sort());
    expect([...given].sort()).toEqual(Object.keys(variants).sort());
  });
});

const billed: Partial<Record<Action, BillingStatus>> = {
  accept: 'held',
  split: 'held',
  'clear-payment': 'held',
  'refuse-payment': 'held',
  refund: 'released',
  'lose-payment': 'held',
};

/** Facts under which nothing but role and state could refuse. */
function ideal(
  action: Action,
  status: TicketStatus,
  given: keyof typeof variants | undefined,
): Facts {
  const rule = lifecycle.find(
    (each) => each.action === action && each.given === given && each.ticket.includes(status),
  );
  const milestone = {
    id: 'm',
    status: rule?.milestone?.[0] ?? 'PLANNED',
    billing: billed[action] ?? 'unpaid',
    in_review: rule?.needs?.includes('payment_in_review') === true,
  } as const;
  return facts({
    status,
    status_before_help: 'DEVELOPER_WORKING',
    has_developer: given !== 'unassigned',
    milestone,
    milestones:
      given === 'others_remain' ? [milestone, { id: 'n', status: 'PLANNED' }] : [milestone],
    message: { mine: rule?.needs?.includes('own_message') ?? false, reported: false },
    payment: { expected: true },
    money_left: true,
  });
}
