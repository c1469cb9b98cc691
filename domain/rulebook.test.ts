import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acts } from './acts.ts';
import { BILLING_STATUSES, type BillingStatus } from './billing.ts';
import { type Action, lifecycle } from './lifecycle.ts';
import { MILESTONE_STATUSES, type MilestoneStatus } from './milestone-status.ts';
import type { RefusalCode } from './refusals.ts';
import {
  conditions,
  type Facts,
  onlyRepairsLeft,
  type Relation,
  type Taker,
  variants,
} from './rule-facts.ts';
import { actionsFor, clockWillTake, decide } from './rulebook.ts';
import { FINAL_STATUSES, TICKET_STATUSES, type TicketStatus } from './ticket-status.ts';
import { standing } from './turn.ts';

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

const RUNNING = TICKET_STATUSES.filter(
  (status) => ![...FINAL_STATUSES, 'REQUIRES_MOD_ASSISTANCE'].some((other) => other === status),
);
const GRABBED: TicketStatus[] = [
  'DEVELOPER_PLANNING',
  'CUSTOMER_REVIEWING_PLAN',
  'DEVELOPER_WORKING',
  'CUSTOMER_REVIEWING_RESULTS',
];

const WITH_WORK: TicketStatus[] = ['DEVELOPER_WORKING', 'CUSTOMER_REVIEWING_RESULTS'];
const ALL = [...TICKET_STATUSES];
const SIDES: Relation[] = ['customer', 'developer'];

type Row = [
  by: Relation[],
  from: TicketStatus[],
  to: TicketStatus | 'same' | 'elsewhere',
  milestone?: MilestoneStatus[],
];

/** The specification once more, written independently of the table: action, who, from where, to where. */
const spec: Record<Action, Row> = {
  edit: [['customer'], ['AWAITING_ASSIGNMENT'], 'same'],
  delete: [['customer'], ['AWAITING_ASSIGNMENT'], 'same'],
  reserve: [['candidate'], ['AWAITING_ASSIGNMENT'], 'same'],
  grab: [['candidate', 'developer'], ['AWAITING_ASSIGNMENT'], 'DEVELOPER_PLANNING'],
  abandon: [['developer'], ['AWAITING_ASSIGNMENT'], 'AWAITING_ASSIGNMENT'],
  lapse: [['clock'], ['AWAITING_ASSIGNMENT'], 'AWAITING_ASSIGNMENT'],
  quote: [['candidate'], ['AWAITING_ASSIGNMENT'], 'same'],
  'edit-quote': [['candidate'], ['AWAITING_ASSIGNMENT'], 'same'],
  'withdraw-quote': [
    ['candidate', 'clock'],
    ['AWAITING_ASSIGNMENT', 'REQUIRES_MOD_ASSISTANCE'],
    'same',
  ],
  'ask-about-quote': [['customer', 'candidate'], ['AWAITING_ASSIGNMENT'], 'same'],
  'choose-quote': [['customer'], ['AWAITING_ASSIGNMENT'], 'DEVELOPER_PLANNING'],
  'take-over-plan': [['clock'], ['DEVELOPER_PLANNING'], 'CUSTOMER_REVIEWING_PLAN'],
  'extend-quotes': [['customer'], ['AWAITING_ASSIGNMENT'], 'same'],
  'open-for-grabbing': [['customer'], ['AWAITING_ASSIGNMENT'], 'same'],
  'tell-of-quotes': [['clock'], ['AWAITING_ASSIGNMENT'], 'same'],
  'end-quotes': [['clock'], ['AWAITING_ASSIGNMENT'], 'same'],
  invite: [['customer'], ['AWAITING_ASSIGNMENT'], 'same'],
  'submit-plan': [['developer'], ['DEVELOPER_PLANNING'], 'CUSTOMER_REVIEWING_PLAN'],
  'request-changes': [['customer'], ['CUSTOMER_REVIEWING_PLAN'], 'DEVELOPER_PLANNING'],
  'approve-plan': [['customer'], ['CUSTOMER_REVIEWING_PLAN'], 'DEVELOPER_WORKING'],
  message: [SIDES, ALL, 'same'],
  'edit-message': [SIDES, ALL, 'same'],
  'delete-message': [SIDES, ALL, 'same'],
  'take-out-keys': [SIDES, ALL, 'same'],
  report: [SIDES, ALL, 'elsewhere'],
  rate: [['customer'], ['CUSTOMER_REVIEWING_RESULTS', 'CUSTOMER_APPROVED'], 'same'],
  'rate-customer': [['developer'], ['CUSTOMER_REVIEWING_RESULTS', 'CUSTOMER_APPROVED'], 'same'],
  resume: [['moderator'], ['REQUIRES_MOD_ASSISTANCE'], 'elsewhere'],
  'close-for-customer': [['moderator'], ['REQUIRES_MOD_ASSISTANCE'], 'CUSTOMER_REJECTED'],
  'close-for-developer': [['moderator'], ['REQUIRES_MOD_ASSISTANCE'], 'CUSTOMER_APPROVED'],
  reopen: [['moderator'], ['REQUIRES_MOD_ASSISTANCE'], 'AWAITING_ASSIGNMENT'],
  split: [['moderator'], ['REQUIRES_MOD_ASSISTANCE'], 'same'],
  refund: [
    ['moderator'],
    ['REQUIRES_MOD_ASSISTANCE', 'CUSTOMER_REJECTED', 'CUSTOMER_APPROVED'],
    'same',
  ],
  'money-back': [
    ['moderator'],
    ['REQUIRES_MOD_ASSISTANCE', 'CUSTOMER_REJECTED', 'CUSTOMER_APPROVED'],
    'elsewhere',
  ],
  'clear-payment': [['moderator'], ALL, 'same'],
  'refuse-payment': [['moderator'], ALL, 'same'],
  'ask-sides': [['moderator'], ['REQUIRES_MOD_ASSISTANCE'], 'same'],
  'grant-appeal': [['moderator'], ALL, 'elsewhere'],
  suspend: [['clock'], RUNNING, 'REQUIRES_MOD_ASSISTANCE'],
  'more-time': [['customer'], ['CUSTOMER_REVIEWING_RESULTS'], 'same', ['IN_REVIEW']],
  remind: [['clock'], RUNNING, 'same'],
  'remind-of-time': [['clock'], ['DEVELOPER_WORKING'], 'same', ['IN_PROGRESS', 'REJECTED']],
  miss: [['clock'], ['DEVELOPER_WORKING'], 'same', ['IN_PROGRESS', 'REJECTED']],
  extend: [['customer'], ['DEVELOPER_WORKING'], 'same', ['IN_PROGRESS', 'REJECTED']],
  'refund-missed': [['customer'], ['DEVELOPER_WORKING'], 'same', ['IN_PROGRESS', 'REJECTED']],
  'return-unplanned': [['clock'], ['DEVELOPER_PLANNING'], 'AWAITING_ASSIGNMENT'],
  ask: [SIDES, RUNNING, 'same'],
  answer: [SIDES, ALL, 'same'],
  'take-back-question': [SIDES, ALL, 'same'],
  // Of a finished request the customer alone, where nobody is there to repair what broke.
  'get-help': [SIDES, [...RUNNING, ...FINAL_STATUSES], 'REQUIRES_MOD_ASSISTANCE'],
  'take-in': [['moderator'], RUNNING, 'REQUIRES_MOD_ASSISTANCE'],
  cancel: [['customer'], RUNNING, 'elsewhere'],
  'ask-to-cancel': [SIDES, GRABBED, 'same'],
  'agree-to-cancel': [SIDES, GRABBED, 'CUSTOMER_REJECTED'],
  'decline-to-cancel': [SIDES, GRABBED, 'same'],
  'withdraw-cancel': [SIDES, GRABBED, 'same'],
  'pass-on-cancel': [['clock'], GRABBED, 'REQUIRES_MOD_ASSISTANCE'],
  'lapse-cancel': [['clock'], ALL, 'same'],
  'propose-change': [SIDES, WITH_WORK, 'same'],
  'agree-to-change': [SIDES, WITH_WORK, 'same'],
  'decline-change': [SIDES, WITH_WORK, 'same'],
  'withdraw-change': [SIDES, WITH_WORK, 'same'],
  'lapse-change': [['clock'], ALL, 'same'],
  'add-milestone': [['developer'], ['DEVELOPER_PLANNING'], 'same'],
  'edit-milestone': [['developer'], ['DEVELOPER_PLANNING'], 'same', ['PLANNED']],
  'delete-milestone': [['developer'], ['DEVELOPER_PLANNING'], 'same', ['PLANNED']],
  'order-milestones': [['developer'], ['DEVELOPER_PLANNING'], 'same'],
  start: [['developer'], ['DEVELOPER_WORKING'], 'DEVELOPER_WORKING', ['PLANNED', 'REJECTED']],
  'start-next': [['clock'], ['DEVELOPER_WORKING'], 'DEVELOPER_WORKING', ['PLANNED']],
  submit: [['developer'], ['DEVELOPER_WORKING'], 'CUSTOMER_REVIEWING_RESULTS', ['IN_PROGRESS']],
  // Of what has ended by the clock alone, along with a moderator's closing or with what broke again.
  accept: [
    ['customer', 'clock'],
    ['CUSTOMER_REVIEWING_RESULTS', ...FINAL_STATUSES],
    'elsewhere',
    ['PLANNED', 'IN_PROGRESS', 'IN_REVIEW', 'REJECTED'],
  ],
  reject: [['customer'], ['CUSTOMER_REVIEWING_RESULTS'], 'DEVELOPER_WORKING', ['IN_REVIEW']],
  'check-now': [
    ['customer', 'developer', 'moderator'],
    [...WITH_WORK, 'REQUIRES_MOD_ASSISTANCE'],
    'same',
    ['IN_PROGRESS', 'IN_REVIEW', 'REJECTED'],
  ],
  'broke-again': [['customer'], [...WITH_WORK, ...FINAL_STATUSES], 'elsewhere', ['ACCEPTED']],
  'refund-released': [['customer'], WITH_WORK, 'elsewhere', ['ACCEPTED']],
  checkout: [['customer'], WITH_WORK, 'same', ['PLANNED', 'IN_PROGRESS', 'IN_REVIEW', 'REJECTED']],
  'give-back': [['developer'], GRABBED, 'AWAITING_ASSIGNMENT'],
  'find-another': [
    ['customer'],
    ['DEVELOPER_PLANNING', 'DEVELOPER_WORKING'],
    'AWAITING_ASSIGNMENT',
  ],
  redraft: [['clock'], ['AWAITING_ASSIGNMENT'], 'same', ['IN_PROGRESS', 'IN_REVIEW', 'REJECTED']],
  'keep-held': [['customer'], ['AWAITING_ASSIGNMENT'], 'same'],
  'refund-held': [
    ['customer', 'clock'],
    ['AWAITING_ASSIGNMENT', 'DEVELOPER_PLANNING', 'CUSTOMER_REVIEWING_PLAN'],
    'same',
  ],
  'share-earlier': [['customer'], ALL, 'same'],
  'confirm-payment': [['provider'], ALL, 'same'],
  'lose-payment': [['provider'], ALL, 'same'],
  'lose-released': [['provider'], ALL, 'same'],
  'bear-loss': [['moderator'], ALL, 'same'],
};

const facts = (changes: Partial<Facts> = {}): Facts => ({
  status: 'AWAITING_ASSIGNMENT',
  status_before_help: null,
  has_developer: true,
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
  const [by, from, to, ofMilestone] = spec[action];
  // Who has the request already is told so of what a candidate could do.
  const isPast = by.includes('candidate') && relation === 'developer';
  if (isPast && !by.includes(relation)) return 'wrong state';
  if (!by.includes(relation)) return 'not their part';
  const fits = !ofMilestone || (milestone && ofMilestone.includes(milestone.status));
  if (!from.includes(status) || !fits) return 'wrong state';
  return to === 'same' ? status : to;
}

/** The request's status after a step, or the code of its refusal. */
function outcome(...question: Parameters<typeof decide>): TicketStatus | RefusalCode {
  const decision = decide(...question);
  return decision.allowed ? decision.next : decision.code;
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
            decide(rule.action, relation, ideal(rule.action, status, { ...rule, relation }))
              .allowed,
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

  it('leaves the final statuses as they are, but for what breaks within the guarantee', () => {
    for (const { action, relation, cell } of everyCell()) {
      if (!FINAL_STATUSES.some((final) => final === cell.status)) continue;
      const decision = decide(action, relation, cell);
      if (decision.allowed) expect(decision.next).toBe(cell.status);
    }
  });

  it('opens a finished request again for what broke, to its unblocker or else to a moderator', () => {
    const milestone = {
      id: 'm',
      status: 'ACCEPTED',
      billing: 'released',
      guaranteed: true,
      repairer_there: true,
    } as const;
    const finished = facts({ status: 'CUSTOMER_APPROVED', milestone, milestones: [milestone] });
    const broke = (about: Partial<Facts>) =>
      decide('broke-again', 'customer', { ...finished, ...about });
    expect(broke({})).toMatchObject({ next: 'DEVELOPER_WORKING' });
    expect(broke({ milestone: { ...milestone, guaranteed: false } })).toMatchObject({
      code: 'guarantee_over',
    });
    const gone = { milestone: { ...milestone, repairer_there: false }, repairer_gone: true };
    expect(broke(gone)).toMatchObject({ code: 'repairer_gone' });
    expect(outcome('get-help', 'customer', { ...finished, ...gone })).toBe(
      'REQUIRES_MOD_ASSISTANCE',
    );
    for (const side of ['customer', 'developer'] as const)
      expect(decide('get-help', side, finished).allowed, side).toBe(false);
    const repair = { id: 'r', status: 'IN_PROGRESS', billing: 'free', repairs: 'm' } as const;
    const twice = { milestones: [milestone, repair] };
    expect(broke({ ...twice, status: 'DEVELOPER_WORKING' })).toMatchObject({ code: 'repair_open' });
    // A closing has called that one off.
    expect(broke(twice)).toMatchObject({ next: 'DEVELOPER_WORKING' });
    // What is repaired of another milestone is no reason against it.
    expect(broke({ milestones: [milestone, { ...repair, repairs: 'n' }] })).toMatchObject({
      next: 'DEVELOPER_WORKING',
    });
    const mended = { ...repair, status: 'ACCEPTED' } as const;
    expect(broke({ milestones: [milestone, mended] })).toMatchObject({ next: 'DEVELOPER_WORKING' });
  });

  it('leaves a repair with whoever owes it, and lets a missed one be refunded', () => {
    const milestone = { id: 'm', status: 'ACCEPTED', billing: 'released' } as const;
    const repair = { id: 'r', status: 'REJECTED', billing: 'free', repairs: 'm' } as const;
    const work = (missed: boolean, ...others: Facts['milestones']) =>
      facts({
        status: 'DEVELOPER_WORKING',
        milestone,
        milestones: [milestone, { ...repair, missed }, ...others],
        money_left: true,
        plan_overdue: true,
        deadline_missed: true,
      });
    expect(onlyRepairsLeft(work(true).milestones)).toBe(true);
    for (const others of [[milestone], [repair, { ...repair, billing: 'held' } as const]])
      expect(onlyRepairsLeft(others)).toBe(false);
    expect(outcome('give-back', 'developer', work(true))).toBe('repair_owed');
    expect(outcome('find-another', 'customer', work(true))).toBe('repair_owed');
    const refund = (cell: Facts) => decide('refund-released', 'customer', cell);
    expect(refund(work(false))).toMatchObject({ code: 'repair_not_missed' });
    expect(refund(work(true))).toMatchObject({ next: 'CUSTOMER_APPROVED' });
    expect(refund(work(true, { id: 'n', status: 'PLANNED' }))).toMatchObject({
      next: 'DEVELOPER_WORKING',
    });
    expect(refund({ ...work(true), money_left: false })).toMatchObject({
      code: 'nothing_to_give_back',
    });
  });

  it('tells of a missed repair in other words, as nobody else can be found for it', () => {
    const missed = (billing: 'held' | 'free') => {
      const milestone = { id: 'm', status: 'IN_PROGRESS', billing, runs: true } as const;
      return decide('miss', 'clock', facts({ status: 'DEVELOPER_WORKING', milestone }));
    };
    expect(missed('held')).toMatchObject({
      rule: { notice: ['deadline_missed', 'own_deadline_missed'] },
    });
    expect(missed('free')).toMatchObject({
      rule: { notice: ['repair_missed', 'own_repair_missed'] },
    });
  });

  it('tells an unblocker who comes too late that the request is taken', () => {
    expect(decide('grab', 'candidate', facts({ status: 'DEVELOPER_PLANNING' }))).toMatchObject({
      allowed: false,
      code: 'ticket_already_grabbed',
    });
    expect(outcome('grab', 'candidate', facts({ has_developer: true }))).toBe(
      'ticket_already_grabbed',
    );
  });

  it('allows at most three reservations at a time', () => {
    const open = { has_developer: false };
    expect(decide('reserve', 'candidate', facts({ ...open, reservations_held: 2 })).allowed).toBe(
      true,
    );
    expect(outcome('reserve', 'candidate', facts({ ...open, reservations_held: 3 }))).toBe(
      'too_many_reservations',
    );
  });

  describe('whoever takes a request', () => {
    const open = (taker: Partial<Taker>) =>
      facts({
        has_developer: false,
        taker: { away: false, running: 0, max_running: 5, first_finished: 3, ...taker },
      });
    /** How one takes it: also what was reserved, and by being chosen. */
    const ways = (taker: Partial<Taker>) => {
      const facts = open(taker);
      const quoted = { ...facts, compares: true, quote_runs: true, quotes_open: true };
      return [
        decide('reserve', 'candidate', facts),
        decide('grab', 'candidate', facts),
        decide('grab', 'developer', { ...facts, has_developer: true }),
        decide('choose-quote', 'customer', quoted),
      ].map((decision) => (decision.allowed ? 'yes' : decision.code));
    };

    it('is there, and has room for one more, as many as they like where they have no number', () => {
      const yes = ['yes', 'yes', 'yes', 'yes'];
      expect(ways({ running: 4 })).toEqual(yes);
      expect(ways({ running: 400, max_running: null })).toEqual(yes);
      const full = ['too_many_running', 'too_many_running', 'too_many_running', 'unblocker_full'];
      expect(ways({ running: 5 })).toEqual(full);
      expect(ways({ running: 9 })).toEqual(full);
      expect(ways({ away: true })).toEqual(['away', 'away', 'away', 'unblocker_away']);
      // Who is nobody's business here, such as in a list of the customer.
      expect(decide('grab', 'candidate', facts({ has_developer: false })).allowed).toBe(true);
    });

    it('has at most five while fewer than three of their requests are finished', () => {
      const many = { max_running: 10 };
      for (const first_finished of [0, 1, 2]) {
        expect(ways({ ...many, first_finished, running: 4 })[1]).toBe('yes');
        expect(ways({ ...many, first_finished, running: 5 })).toEqual([
          ...['too_many_first', 'too_many_first', 'too_many_first', 'unblocker_full'],
        ]);
      }
      expect(ways({ ...many, first_finished: 3, running: 5 })[1]).toBe('yes');
      expect(ways({ max_running: 1, first_finished: 0, running: 1 })[1]).toBe('too_many_running');
    });

    it('never gets over either number, whatever the two are', () => {
      const taker = fc.record({
        away: fc.boolean(),
        running: fc.nat(12),
        max_running: fc.option(fc.integer({ min: 1, max: 10 })),
        first_finished: fc.nat(3),
      });
      fc.assert(
        fc.property(taker, (one) => {
          const most = Math.min(one.max_running ?? 99, one.first_finished < 3 ? 5 : 99);
          const may = !one.away && one.running < most;
          expect(ways(one).map((way) => way === 'yes')).toEqual([may, may, may, may]);
        }),
      );
    });

    it('writes no quote and is not invited while away; a full one does and is', () => {
      const quote = (taker: Partial<Taker>) =>
        decide('quote', 'candidate', { ...open(taker), compares: true, quotes_open: true });
      expect(quote({ away: true })).toMatchObject({ code: 'away' });
      expect(quote({ running: 5 }).allowed).toBe(true);
      expect(outcome('invite', 'customer', open({ away: true }))).toBe('unblocker_away');
      expect(decide('invite', 'customer', open({ running: 5 })).allowed).toBe(true);
    });
  });

  it('lets nobody reserve who left five reservations unused, but still grab', () => {
    const open = { has_developer: false };
    const dropped = (reservations_dropped: number) => facts({ ...open, reservations_dropped });
    expect(decide('reserve', 'candidate', dropped(4)).allowed).toBe(true);
    expect(outcome('reserve', 'candidate', dropped(5))).toBe('too_many_dropped_reservations');
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
    expect(outcome('accept', 'customer', inReview)).toBe('milestone_not_paid');
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
      expect(outcome('resume', 'moderator', help)).toBe(status);
    }
    expect(
      outcome('report', 'developer', facts({ message: { mine: true, reported: false } })),
    ).toBe('own_message');
    expect(
      outcome('report', 'developer', facts({ message: { mine: false, reported: true } })),
    ).toBe('message_already_reported');
  });

  it('lets nobody write to somebody who has deleted their account', () => {
    for (const status of TICKET_STATUSES) {
      expect(decide('message', 'customer', facts({ status }))).toMatchObject({ allowed: true });
      const gone = facts({ status, other_side_gone: true });
      expect(outcome('message', 'customer', gone)).toBe('other_side_gone');
      expect(outcome('message', 'developer', gone)).toBe('other_side_gone');
    }
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
    expect(outcome('report', 'customer', facts({ message }))).toBe('decision_not_reportable');
  });

  it('resumes no request of somebody who is suspended', () => {
    const help = facts({ status: 'REQUIRES_MOD_ASSISTANCE', side_suspended: true });
    expect(outcome('resume', 'moderator', help)).toBe('side_suspended');
    expect(decide('reopen', 'moderator', help)).toMatchObject({ allowed: true });
  });

  it('gives back money that was released only when no dispute about it is undecided', () => {
    const released = ideal('refund', 'CUSTOMER_APPROVED', { relation: 'moderator' });
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
          for (const subject of ['ticket', 'milestone', 'message', 'quote'] as const) {
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

  it('has an exit from every state for each side that takes part, without the other and without a message', () => {
    let asked = 0;
    for (const { side, cell } of everyPart()) {
      asked++;
      const exits = ['cancel', 'abandon', 'get-help', 'close-for-customer'] as const;
      const leave = (from: Facts) => exits.filter((action) => decide(action, side, from).allowed);
      // What is held for a request that nobody has goes back first, and then its customer may cancel.
      const isFreed = decide('refund-held', side, cell).allowed;
      const open = leave(isFreed ? { ...cell, milestones: [] } : cell);
      expect(open, `${side} in ${JSON.stringify(cell)}`).not.toEqual([]);
    }
    expect(asked).toBeGreaterThan(800);
  });

  it('lets a customer cancel alone only while no money is held, and both ask while it is', () => {
    const work = (billing: BillingStatus, awarded_cents: number | null = null) =>
      facts({
        status: 'DEVELOPER_WORKING',
        milestones: [{ id: 'm', status: 'IN_PROGRESS', billing, awarded_cents }],
      });
    for (const billing of BILLING_STATUSES) {
      const held = billing === 'held';
      expect(decide('cancel', 'customer', work(billing)).allowed, billing).toBe(!held);
      for (const side of ['customer', 'developer'] as const) {
        expect(decide('ask-to-cancel', side, work(billing)).allowed, billing).toBe(held);
      }
    }
    // What was accepted is decided, also while moderators look at its payment.
    expect(decide('cancel', 'customer', work('held', 5000)).allowed).toBe(true);
  });

  it('ends a request as cancelled, and leaves one as it had ended of which only a free repair was left', () => {
    const done = { id: 'm', status: 'ACCEPTED', billing: 'released' } as const;
    const repair = { id: 'r', status: 'IN_REVIEW', billing: 'free', repairs: 'm' } as const;
    const open = { id: 'n', status: 'PLANNED', billing: 'unpaid' } as const;
    const cancel = (...milestones: Facts['milestones']) =>
      WITH_WORK.map((status) => decide('cancel', 'customer', facts({ status, milestones })));
    for (const answer of cancel(done, repair))
      expect(answer).toMatchObject({
        next: 'CUSTOMER_APPROVED',
        rule: { clears_plan: true, event: 'repair_cancelled', notice: 'repair_cancelled' },
      });
    const milestones = [done, repair];
    const rejected = facts({ status: 'DEVELOPER_WORKING', milestones, was_rejected: true });
    expect(outcome('cancel', 'customer', rejected)).toBe('CUSTOMER_REJECTED');
    for (const answer of [...cancel(done, repair, open), ...cancel(done, open), ...cancel(open)])
      expect(answer).toMatchObject({ next: 'CUSTOMER_REJECTED', rule: { money: 'refund_held' } });
  });

  it('gives a request back only when nothing that leaves the plan is divided already', () => {
    const divided = (status: MilestoneStatus) =>
      facts({
        status: 'DEVELOPER_WORKING',
        milestones: [{ id: 'm', status, billing: 'held', awarded_cents: 5000 }],
      });
    expect(outcome('give-back', 'developer', divided('IN_PROGRESS'))).toBe('payment_in_review');
    expect(decide('give-back', 'developer', divided('ACCEPTED')).allowed).toBe(true);
  });

  it('lets one answer a question of the other side, and get help only where there is somebody', () => {
    const asked = facts({ status: 'DEVELOPER_WORKING', asked_by: 'developer' });
    expect(decide('answer', 'customer', asked).allowed).toBe(true);
    expect(outcome('answer', 'developer', asked)).toBe('no_question');
    expect(outcome('answer', 'customer', facts())).toBe('no_question');
    const left = facts({ has_developer: false });
    expect(outcome('get-help', 'customer', left)).toBe('no_developer');
    expect(decide('get-help', 'customer', { ...left, repairer_gone: true }).allowed).toBe(true);
  });

  describe('quotes', () => {
    const open = (changes: Partial<Facts> = {}) =>
      facts({ has_developer: false, compares: true, quotes_open: true, ...changes });

    it('are sent while the customer compares, one each, three in all, five of one author', () => {
      const send = (changes: Partial<Facts>) => decide('quote', 'candidate', open(changes));
      expect(send({ quotes: 2, quotes_running: 4 })).toMatchObject({ allowed: true });
      expect(send({ quotes: 3 })).toMatchObject({ code: 'quotes_full' });
      expect(send({ quotes_running: 5 })).toMatchObject({ code: 'too_many_quotes' });
      expect(send({ has_quoted: true })).toMatchObject({ code: 'already_quoted' });
      expect(send({ quotes_open: false })).toMatchObject({ code: 'quotes_over' });
      expect(send({ compares: false })).toMatchObject({ code: 'takes_no_quotes' });
      expect(send({ has_developer: true })).toMatchObject({ code: 'ticket_already_grabbed' });
      expect(outcome('quote', 'customer', open())).toBe('not_your_part');
    });

    it('take the place of grabbing and reserving, until the customer opens the request for it', () => {
      for (const action of ['grab', 'reserve'] as const) {
        expect(outcome(action, 'candidate', open())).toBe('takes_quotes');
        expect(decide(action, 'candidate', open({ compares: false })).allowed).toBe(true);
      }
      expect(decide('open-for-grabbing', 'customer', open())).toMatchObject({
        allowed: true,
        rule: { mode: 'grab', quote: 'closed' },
      });
      for (const action of ['open-for-grabbing', 'extend-quotes'] as const)
        expect(outcome(action, 'customer', open({ compares: false }))).toBe('takes_no_quotes');
    });

    it('are changed, withdrawn, asked about and chosen only while they run', () => {
      const acted = [
        ...(['edit-quote', 'withdraw-quote', 'ask-about-quote'] as const).map(
          (action) => [action, 'candidate'] as const,
        ),
        ...(['choose-quote', 'ask-about-quote'] as const).map(
          (action) => [action, 'customer'] as const,
        ),
      ];
      for (const [action, by] of acted) {
        expect(decide(action, by, open({ quote_runs: true })).allowed, action).toBe(true);
        for (const over of [{ quote_runs: false }, { quote_runs: true, has_developer: true }])
          expect(outcome(action, by, open(over)), action).toBe('quote_decided');
      }
      expect(outcome('choose-quote', 'candidate', open({ quote_runs: true }))).toBe(
        'not_your_part',
      );
    });

    it('are ended by the clock, which tells of it once before', () => {
      expect(decide('end-quotes', 'clock', open()).allowed).toBe(true);
      expect(decide('tell-of-quotes', 'clock', open()).allowed).toBe(true);
      expect(outcome('tell-of-quotes', 'clock', open({ quotes_told: true }))).toBe('told_already');
      for (const action of ['end-quotes', 'tell-of-quotes'] as const)
        expect(outcome(action, 'clock', open({ quotes_open: false }))).toBe('quotes_over');
    });

    it('can be invited ten times', () => {
      expect(decide('invite', 'customer', open({ invitations: 9 })).allowed).toBe(true);
      expect(outcome('invite', 'customer', open({ invitations: 10 }))).toBe('too_many_invitations');
    });
  });

  it('lets a customer delete a request only when nothing of it was paid or is to be decided', () => {
    expect(decide('delete', 'customer', facts()).allowed).toBe(true);
    expect(outcome('delete', 'customer', facts({ was_paid: true }))).toBe('request_paid');
    for (const has_developer of [true, false]) {
      const undecided = facts({ undecided: true, has_developer });
      expect(outcome('delete', 'customer', undecided)).toBe('still_to_decide');
      // The way out that the refusal names.
      expect(outcome('cancel', 'customer', undecided)).toBe('CUSTOMER_REJECTED');
    }
  });

  it('approves by a closing what its developer is paid for, and a repair that was handed in', () => {
    const of = (milestone: Partial<NonNullable<Facts['milestone']>>, by: Relation = 'clock') => {
      const about = { id: 'm', status: 'IN_PROGRESS', billing: 'held', ...milestone } as const;
      const cell = facts({ status: 'CUSTOMER_APPROVED', milestone: about, milestones: [about] });
      return decide('accept', by, cell);
    };
    const done = { next: 'CUSTOMER_APPROVED', rule: { to: { milestone: 'ACCEPTED' } } };
    for (const status of ['PLANNED', 'IN_PROGRESS', 'IN_REVIEW', 'REJECTED'] as const) {
      expect(of({ status, billing: 'released' })).toMatchObject(done);
      expect(of({ status, awarded_cents: 5000 })).toMatchObject(done);
      for (const billing of ['unpaid', 'void', 'refunded'] as const)
        expect(of({ status, billing })).toMatchObject({ code: 'milestone_not_paid' });
    }
    expect(of({ status: 'IN_REVIEW', billing: 'free' })).toMatchObject(done);
    expect(of({ billing: 'free' })).toMatchObject({ code: 'milestone_not_paid' });
    expect(of({ billing: 'released' }, 'customer')).toMatchObject({ code: 'wrong_state' });
  });

  it('approves what is not in review by nobody while the request goes on', () => {
    for (const status of ['PLANNED', 'IN_PROGRESS', 'REJECTED'] as const) {
      const milestone = { id: 'm', status, billing: 'released' } as const;
      const cell = facts({ status: 'CUSTOMER_REVIEWING_RESULTS', milestone });
      for (const by of ['customer', 'clock'] as const)
        expect(outcome('accept', by, cell)).toBe('wrong_state');
    }
  });

  it('lets only the repair go on of a finished request, and all of one that was at work', () => {
    const milestone = { id: 'm', status: 'ACCEPTED', billing: 'released' } as const;
    const [called_off, at_work] = (['CUSTOMER_APPROVED', 'DEVELOPER_WORKING'] as const).map(
      (status) =>
        decide(
          'broke-again',
          'customer',
          facts({
            status,
            milestone: { ...milestone, guaranteed: true, repairer_there: true },
            milestones: [milestone, { id: 'n', status: 'IN_PROGRESS', billing: 'void' }],
          }),
        ),
    );
    expect(called_off).toMatchObject({ allowed: true, rule: { clears_plan: true } });
    expect(at_work).toMatchObject({ allowed: true });
    expect(at_work).not.toMatchObject({ rule: { clears_plan: true } });
  });

  it('says that work will be accepted by itself before its customer was told for the last time', () => {
    const milestone = { id: 'm', status: 'IN_REVIEW', billing: 'held', told: false } as const;
    const waiting = facts({
      status: 'CUSTOMER_REVIEWING_RESULTS',
      milestone,
      milestones: [milestone],
    });
    expect(outcome('accept', 'clock', waiting)).toBe('not_told');
    expect(clockWillTake('accept', waiting)).toBe(true);
    expect(clockWillTake('accept', facts({ status: 'DEVELOPER_WORKING' }))).toBe(false);
  });

  it('lets one answer only the proposal of the other side, and one proposal be open at a time', () => {
    const asked = facts({
      status: 'DEVELOPER_WORKING',
      milestones: [{ id: 'm', status: 'IN_PROGRESS', billing: 'held' }],
      cancel_asked_by: 'customer',
    });
    for (const answer of ['agree-to-cancel', 'decline-to-cancel'] as const) {
      expect(decide(answer, 'developer', asked)).toMatchObject({ allowed: true });
      expect(outcome(answer, 'customer', asked)).toBe('no_proposal');
    }
    expect(decide('withdraw-cancel', 'customer', asked)).toMatchObject({ allowed: true });
    expect(outcome('withdraw-cancel', 'developer', asked)).toBe('no_proposal');
    for (const side of ['customer', 'developer'] as const)
      expect(outcome('ask-to-cancel', side, asked)).toBe('proposal_open');
  });

  it('lets one answer only the change of the other side, and one change be open at a time', () => {
    const asked = facts({ status: 'DEVELOPER_WORKING', change_asked_by: 'developer' });
    for (const answer of ['agree-to-change', 'decline-change'] as const) {
      expect(decide(answer, 'customer', asked)).toMatchObject({ allowed: true });
      expect(outcome(answer, 'developer', asked)).toBe('no_change');
    }
    expect(decide('withdraw-change', 'developer', asked)).toMatchObject({ allowed: true });
    expect(outcome('withdraw-change', 'customer', asked)).toBe('no_change');
    const cancelling = facts({ status: 'DEVELOPER_WORKING', cancel_asked_by: 'customer' });
    for (const side of ['customer', 'developer'] as const) {
      expect(outcome('propose-change', side, asked)).toBe('change_open');
      expect(outcome('propose-change', side, cancelling)).toBe('proposal_open');
    }
  });

  it('says of each way to an end how the request ended, and of no other step', () => {
    for (const { action, to, ending } of lifecycle) {
      const ends = [...FINAL_STATUSES, 'as_it_ended'].some((final) => final === to?.ticket);
      expect(ending !== undefined, action).toBe(ends);
    }
  });

  it('accepts nothing by itself while anything stands in the way, or before its customer was told', () => {
    const about = { relation: 'clock', given: 'last_milestone' } as const;
    const fine = ideal('accept', 'CUSTOMER_REVIEWING_RESULTS', about);
    const answer = (changes: Partial<Facts>) => decide('accept', 'clock', { ...fine, ...changes });
    const of = (changes: Partial<NonNullable<Facts['milestone']>>) =>
      fine.milestone ? answer({ milestone: { ...fine.milestone, ...changes } }) : null;
    expect(answer({})).toMatchObject({ allowed: true, next: 'CUSTOMER_APPROVED' });
    expect(of({ billing: 'unpaid' })).toMatchObject({ code: 'milestone_not_paid' });
    const check = { state: 'failed', by_address: false, failures: 1 } as const;
    expect(of({ checks: [check] })).toMatchObject({ code: 'check_failed' });
    const address = { state: 'open', by_address: true, failures: 0 } as const;
    expect(of({ checks: [address] })).toMatchObject({ code: 'address_not_passing' });
    expect(of({ told: false })).toMatchObject({ code: 'not_told' });
    expect(answer({ asked_by: 'customer' })).toMatchObject({ code: 'question_open' });
    expect(answer({ asked_by: 'developer' })).toMatchObject({ allowed: true });
    expect(answer({ cancel_asked_by: 'developer' })).toMatchObject({ code: 'proposal_open' });
    expect(answer({ change_asked_by: 'developer' })).toMatchObject({ code: 'change_open' });
    expect(answer({ report_open: true })).toMatchObject({ code: 'report_open' });
    expect(answer({ status: 'REQUIRES_MOD_ASSISTANCE' })).toMatchObject({ code: 'wrong_state' });
  });

  it('says of a step in work that it is the milestone which does not allow it', () => {
    for (const [action, status, words] of [
      ['start', 'IN_PROGRESS', 'planned or was sent back'],
      ['submit', 'PLANNED', 'was started'],
    ] as const) {
      const facts = ideal(action, 'DEVELOPER_WORKING', { relation: 'developer' });
      if (!facts.milestone) throw new Error('no milestone');
      const milestone = { ...facts.milestone, status };
      expect(decide(action, 'developer', { ...facts, milestone })).toMatchObject({
        code: 'wrong_state',
        reason: expect.stringContaining(words),
      });
    }
  });

  it('lets a customer give more time and have a milestone refunded once it is missed, and not before', () => {
    for (const action of ['extend', 'refund-missed'] as const) {
      const given = action === 'extend' ? {} : ({ given: 'time_missed' } as const);
      const missed = ideal(action, 'DEVELOPER_WORKING', { relation: 'customer', ...given });
      expect(decide(action, 'customer', missed)).toMatchObject({ allowed: true });
      if (!missed.milestone) throw new Error('no milestone');
      const milestone = { ...missed.milestone, missed: false };
      expect(decide(action, 'customer', { ...missed, milestone })).toMatchObject({
        code: action === 'extend' ? 'not_missed' : 'not_failed_twice',
      });
    }
  });

  it('has a milestone refunded, though its time is kept, once the same check failed twice', () => {
    const about = { relation: 'customer', given: 'time_kept' } as const;
    const work = ideal('refund-missed', 'DEVELOPER_WORKING', about);
    if (!work.milestone) throw new Error('no milestone');
    const failing = (...failures: number[]) => {
      const checks = failures.map((times) => {
        return { state: 'failed', by_address: false, failures: times } as const;
      });
      const milestone = { ...work.milestone, missed: false, checks } as Facts['milestone'];
      return decide('refund-missed', 'customer', { ...work, ...(milestone && { milestone }) });
    };
    expect(failing(1, 1)).toMatchObject({ code: 'not_failed_twice' });
    expect(failing(0, 2)).toMatchObject({ allowed: true, rule: { event: 'failed_refunded' } });
  });

  it('leaves no held money without somebody whose turn it is, or a deadline', () => {
    for (const { cell } of everyPart()) {
      if (!cell.milestones.some(({ billing }) => billing === 'held')) continue;
      const { milestone } = cell;
      const about = milestone && { milestone: { ...milestone, told: true, runs: true } };
      const open = cell.milestones.map((each) => ({
        ...each,
        title: 'One',
        cost_cents: 5000,
        billing_status: each.billing ?? null,
        money_since: null,
        begun: each.status !== 'PLANNED',
      }));
      const asked = cell.cancel_asked_by ?? null;
      const { stage, side } = standing({
        status: cell.status,
        status_since: '2026-11-20T00:00:00.000Z',
        reserved: cell.has_developer,
        milestones: open,
        cancellation: asked && { asked_by: asked, asked_at: '2026-11-20T00:00:00.000Z' },
      });
      const timers = lifecycle.filter(
        ({ action, timer }) => timer && decide(action, 'clock', { ...cell, ...about }).allowed,
      );
      const kept = side !== null || stage === 'REQUIRES_MOD_ASSISTANCE' || timers.length > 0;
      expect(kept, JSON.stringify(cell)).toBe(true);
    }
  });

  it('uses every condition and every variant that it defines', () => {
    const needed = new Set(lifecycle.flatMap(({ needs = [] }) => needs));
    const given = new Set(lifecycle.flatMap((rule) => rule.given ?? []));
    expect([...needed].sort()).toEqual(Object.keys(conditions).sort());
    expect([...given].sort()).toEqual(Object.keys(variants).sort());
  });
});

const NEED_A_DEVELOPER: readonly TicketStatus[] = TICKET_STATUSES.filter(
  (status) => !['AWAITING_ASSIGNMENT', 'REQUIRES_MOD_ASSISTANCE'].includes(status),
);

/** Each side in each state that a running request can really be in, with and without a proposal. */
function* everyPart(): Generator<{ side: Relation; cell: Facts }> {
  for (const cell of everyFacts()) {
    const { status, has_developer } = cell;
    const isReal = has_developer || !NEED_A_DEVELOPER.includes(status);
    if (FINAL_STATUSES.some((final) => final === status) || !isReal) continue;
    for (const cancel_asked_by of [null, 'customer', 'developer'] as const) {
      for (const side of partsIn(cell)) yield { side, cell: { ...cell, cancel_asked_by } };
    }
  }
}

/** While the moderators have a request, they are the ones who end it. */
function partsIn({ status, has_developer }: Facts): Relation[] {
  if (status === 'REQUIRES_MOD_ASSISTANCE') return ['moderator'];
  return has_developer ? ['customer', 'developer'] : ['customer'];
}

const billed: Partial<Record<Action, BillingStatus>> = {
  accept: 'held',
  split: 'held',
  'clear-payment': 'held',
  'refuse-payment': 'held',
  refund: 'released',
  'lose-payment': 'held',
  'lose-released': 'released',
  'bear-loss': 'released',
  'keep-held': 'held',
  'refund-held': 'held',
  'ask-to-cancel': 'held',
  'more-time': 'held',
  'refund-missed': 'held',
  'broke-again': 'released',
  'refund-released': 'released',
};

/** Whose proposal to cancel, or whose change, a rule wants to be there. */
function askedBy(
  what: 'proposal' | 'change',
  needs: readonly string[],
  relation: Relation,
): 'customer' | 'developer' | null {
  if (needs.includes(`some_${what}`)) return 'customer';
  const [own, other] =
    relation === 'developer'
      ? (['developer', 'customer'] as const)
      : (['customer', 'developer'] as const);
  if (needs.includes(`own_${what}`)) return own;
  return needs.includes(`${what}_of_the_other`) ? other : null;
}

/** Whose question an action is about. */
function questionOf(action: Action, relation: Relation): 'customer' | 'developer' | null {
  const isCustomer = relation === 'customer';
  if (action === 'answer') return isCustomer ? 'developer' : 'customer';
  if (action === 'take-back-question') return isCustomer ? 'customer' : 'developer';
  return null;
}

function billingFor(
  action: Action,
  given: keyof typeof variants | undefined,
  needs: readonly string[] = [],
): BillingStatus {
  if (given === 'of_repair') return 'free';
  return needs.includes('milestone_earned') ? 'released' : (billed[action] ?? 'unpaid');
}

/** Facts under which nothing but role and state could refuse. */
function ideal(
  action: Action,
  status: TicketStatus,
  { given, relation }: { given?: keyof typeof variants; relation: Relation },
): Facts {
  const rule = lifecycle.find(
    (each) => each.action === action && each.given === given && each.ticket.includes(status),
  );
  const milestone = {
    id: 'm',
    status: rule?.milestone?.[0] ?? 'PLANNED',
    billing: billingFor(action, given, rule?.needs),
    in_review: rule?.needs?.includes('payment_in_review') === true,
    checks: [{ state: 'passed', by_address: true, failures: given === 'time_kept' ? 2 : 0 }],
    runs: true,
    missed: given !== 'time_kept',
    told: true,
    guaranteed: true,
    repairer_there: true,
  } as const;
  const isMissed = rule?.needs?.includes('repair_missed');
  const repair = {
    id: 'r',
    status: 'REJECTED',
    billing: 'free',
    repairs: 'm',
    missed: true,
  } as const;
  return facts({
    status,
    status_before_help: 'DEVELOPER_WORKING',
    has_developer: given !== 'unassigned',
    milestone,
    milestones: [
      milestone,
      ...(isMissed ? [repair] : []),
      ...(given?.includes('remain') || given === 'more_than_its_repair_left'
        ? [{ id: 'n', status: 'PLANNED' } as const]
        : []),
    ],
    repairer_gone: true,
    message: {
      mine: rule?.needs?.includes('own_message') ?? false,
      reported: false,
      earlier: given === 'earlier_message',
    },
    compares: !rule?.needs?.includes('takes_grabs'),
    quotes_open: true,
    quote_runs: true,
    plan_overdue: true,
    deadline_missed: true,
    payment: { expected: true },
    money_left: true,
    disputed: rule?.needs?.includes('loss_undecided') ?? false,
    cancel_asked_by: askedBy('proposal', rule?.needs ?? [], relation),
    change_asked_by: askedBy('change', rule?.needs ?? [], relation),
    asked_by: questionOf(action, relation),
  });
}
