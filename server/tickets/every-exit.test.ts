import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PlanOfRequest } from '#domain/milestone.ts';
import { type Notice, noticeRules } from '#domain/notification-rules.ts';
import type { Side } from '#domain/relation.ts';
import type { Ticket } from '#domain/ticket.ts';
import { FINAL_STATUSES, type TicketStatus } from '#domain/ticket-status.ts';
import { aMilestone, ok, pay, postRequest } from '../testing/deeds.ts';
import { openModeratedWorld, REASON } from '../testing/moderation.ts';
import { wrongWordsAbout } from '../testing/money-words.ts';
import type { Person } from '../testing/world.ts';
import { takeDueSteps } from './due-steps.ts';

// Every exit from every state, with money held and not: who is offered it, where it leads, what becomes
// of the money by the ledger, and who is told. Written beside the lifecycle, not read from it.

const { world, moderator } = await openModeratedWorld();

interface Job {
  customer: Person;
  /** Who has the request, or had it last. */
  developer: Person;
  ticketId: string;
  milestoneId: string;
}

type Deed = (job: Job) => Promise<unknown>;

const onRequest =
  (side: Side, action: string, body?: object): Deed =>
  async (job) =>
    ok(await job[side].call('POST', `/api/tickets/${job.ticketId}/${action}`, body));
const onMilestone =
  (side: Side, action: string, body?: object): Deed =>
  async (job) =>
    ok(await job[side].call('POST', `/api/milestones/${job.milestoneId}/${action}`, body));

const deeds = {
  reserve: onRequest('developer', 'reserve'),
  grab: onRequest('developer', 'grab'),
  plan: async (job) => {
    const path = `/api/tickets/${job.ticketId}/milestones`;
    job.milestoneId = ok(await job.developer.call<{ id: string }>('POST', path, aMilestone)).id;
  },
  propose: onRequest('developer', 'submit-plan'),
  approve: onRequest('customer', 'approve-plan'),
  pay: ({ customer, milestoneId }) => pay(world, customer, milestoneId),
  start: onMilestone('developer', 'start'),
  deliver: onMilestone('developer', 'submit', { message: 'It is done.' }),
  'send back': onMilestone('customer', 'reject', { feedback: 'It still loops.' }),
  'give back': async (job) => {
    await onRequest('developer', 'give-back', { note: 'The login is half done.' })(job);
    job.developer = await world.person('developer', { name: 'Eve' });
  },
  'ask a question': onRequest('developer', 'messages', {
    text: 'Which browser is it?',
    needs_answer: true,
  }),
  'propose a change': onRequest('developer', 'changes', {
    reason: 'There is one more page.',
    add: [{ ...aMilestone, title: 'The second page' }],
  }),
  accept: onMilestone('customer', 'accept', {}),
  'break again': async (job) => {
    await onMilestone('customer', 'broke-again', { text: 'It loops again.' })(job);
    const path = `/api/tickets/${job.ticketId}/milestones`;
    const { items } = ok(await job.customer.call<PlanOfRequest>('GET', path));
    job.milestoneId = items.at(-1)?.id ?? '';
  },
  'ask for help': onRequest('customer', 'get-help', { reason: 'other', text: 'Please look.' }),
} satisfies Record<string, Deed>;

/** One act by which a side leaves, or a moderator ends it; `answer` is the answer that a proposal gets. */
interface Exit {
  by: Side | 'moderator';
  call: string;
  body?: (job: Job) => object;
  /** What has to be so before it is offered. */
  first?: Deed;
  answer?: Deed;
  /** Where it leads; undefined for where it was. */
  to?: TicketStatus;
  held: 'stays' | 'goes';
  /** It takes the request from its developer, who is not offered it again. */
  replaces?: true;
  /** Told to the customer, to the developer. */
  told: Partial<Record<Side, Notice>>;
}

const help = { reason: 'quality', text: 'It does not work.' };
const words = () => ({ reason: REASON });
const ask = ({ milestoneId }: Job) => ({
  reason: REASON,
  splits: [{ milestone_id: milestoneId, released_cents: 4001, refunded_cents: 5999 }],
});
const customerAsks = { by: 'customer', call: 'ask-to-cancel', body: ask } as const;
const developerAsks = { by: 'developer', call: 'ask-to-cancel', body: words } as const;
const declined = { text: 'It is nearly done.' };
const decided = (
  call: string,
  told: Notice,
  rest: Pick<Exit, 'to' | 'held' | 'replaces'>,
): Exit => ({
  by: 'moderator',
  call,
  body: words,
  told: { customer: told, developer: told },
  ...rest,
});

const exits = {
  'customer gets help': {
    by: 'customer',
    call: 'get-help',
    body: () => help,
    to: 'REQUIRES_MOD_ASSISTANCE',
    held: 'stays',
    told: { developer: 'help_asked' },
  },
  'developer gets help': {
    by: 'developer',
    call: 'get-help',
    body: () => help,
    to: 'REQUIRES_MOD_ASSISTANCE',
    held: 'stays',
    told: { customer: 'help_asked' },
  },
  cancel: {
    by: 'customer',
    call: 'cancel',
    body: words,
    to: 'CUSTOMER_REJECTED',
    held: 'goes',
    told: { developer: 'request_cancelled' },
  },
  'cancel the repair': {
    by: 'customer',
    call: 'cancel',
    body: words,
    to: 'CUSTOMER_APPROVED',
    held: 'goes',
    told: { developer: 'repair_cancelled' },
  },
  abandon: {
    by: 'developer',
    call: 'abandon',
    to: 'AWAITING_ASSIGNMENT',
    held: 'stays',
    told: { customer: 'request_given_back' },
  },
  'give back': {
    by: 'developer',
    call: 'give-back',
    body: () => ({ note: 'Nothing works yet.' }),
    to: 'AWAITING_ASSIGNMENT',
    held: 'stays',
    told: { customer: 'request_handed_back' },
  },
  'find another for a plan': {
    by: 'customer',
    call: 'find-another',
    first: ({ ticketId }) =>
      sql`update tickets set status_since = now() - interval '73 hours' where id = ${ticketId}`.execute(
        world.context.db,
      ),
    to: 'AWAITING_ASSIGNMENT',
    held: 'stays',
    replaces: true,
    told: { developer: 'another_sought' },
  },
  'find another for the work': {
    by: 'customer',
    call: 'find-another',
    first: async ({ milestoneId }) => {
      const { db } = world.context;
      await sql`update milestones set started_at = now() - interval '20 days'
        where id = ${milestoneId}`.execute(db);
      await sql`update billing_records set paid_at = now() - interval '20 days'
        where milestone_id = ${milestoneId}`.execute(db);
      await sql`update deliveries set decided_at = now() - interval '20 days'
        where milestone_id = ${milestoneId}`.execute(db);
    },
    to: 'AWAITING_ASSIGNMENT',
    held: 'stays',
    replaces: true,
    told: { developer: 'another_sought' },
  },
  'keep held': { by: 'customer', call: 'keep-held', held: 'stays', told: {} },
  'refund held': {
    by: 'customer',
    call: 'refund-held',
    held: 'goes',
    told: { developer: 'held_refunded' },
  },
  'customer asks, developer agrees': {
    ...customerAsks,
    answer: onRequest('developer', 'agree-to-cancel'),
    to: 'CUSTOMER_REJECTED',
    held: 'goes',
    told: { developer: 'cancel_asked', customer: 'cancel_agreed' },
  },
  'developer asks, customer agrees': {
    ...developerAsks,
    answer: onRequest('customer', 'agree-to-cancel'),
    to: 'CUSTOMER_REJECTED',
    held: 'goes',
    told: { customer: 'cancel_asked', developer: 'cancel_agreed' },
  },
  'customer asks, developer declines': {
    ...customerAsks,
    answer: onRequest('developer', 'decline-to-cancel', declined),
    held: 'stays',
    told: { customer: 'cancel_declined' },
  },
  'developer asks and withdraws': {
    ...developerAsks,
    answer: onRequest('developer', 'withdraw-cancel'),
    held: 'stays',
    told: { customer: 'cancel_withdrawn' },
  },
  'developer asks, nobody answers': {
    ...developerAsks,
    answer: async () => takeDueSteps(world.context, new Date(Date.now() + 73 * 3_600_000)),
    to: 'REQUIRES_MOD_ASSISTANCE',
    held: 'stays',
    told: { customer: 'cancel_unanswered', developer: 'cancel_unanswered' },
  },
  'take in': decided('take-in', 'request_taken_in', {
    to: 'REQUIRES_MOD_ASSISTANCE',
    held: 'stays',
  }),
  'close for the customer': decided('close-for-customer', 'request_closed', {
    to: 'CUSTOMER_REJECTED',
    held: 'goes',
  }),
  'close for the unblocker': decided('close-for-developer', 'request_closed', {
    to: 'CUSTOMER_APPROVED',
    held: 'goes',
  }),
  reopen: decided('reopen', 'request_reopened', {
    to: 'AWAITING_ASSIGNMENT',
    held: 'goes',
    replaces: true,
  }),
  split: {
    by: 'moderator',
    call: 'split',
    body: ({ milestoneId }) => ({
      reason: REASON,
      milestone_id: milestoneId,
      released_cents: 3333,
      refunded_cents: 6667,
    }),
    held: 'goes',
    told: { customer: 'moderator_decided', developer: 'moderator_decided' },
  },
  'money back': {
    by: 'moderator',
    call: 'money-back',
    body: () => ({ reason: REASON, borne_by: 'platform' }),
    to: 'CUSTOMER_REJECTED',
    held: 'goes',
    told: { customer: 'request_closed', developer: 'request_closed' },
  },
} satisfies Record<string, Exit>;
type ExitName = keyof typeof exits;

const HELP: ExitName[] = ['customer gets help', 'developer gets help', 'take in'];
const ASK: ExitName[] = [
  'customer asks, developer agrees',
  'developer asks, customer agrees',
  'customer asks, developer declines',
  'developer asks and withdraws',
  'developer asks, nobody answers',
];
const UNPAID: ExitName[] = [...HELP, 'cancel', 'give back'];
const PAID: ExitName[] = [...HELP, ...ASK, 'give back'];
const DECISIONS: ExitName[] = ['close for the customer', 'close for the unblocker', 'reopen'];

const planned = ['grab', 'plan', 'propose', 'approve'] as const;
const handedOver = [...planned, 'pay', 'give back'] as const;
const inRepair = [...planned, 'pay', 'start', 'deliver', 'accept', 'break again'] as const;

/** Where a request can be left: the way there, what is held then in cents, and the exits. */
const states: [string, readonly (keyof typeof deeds)[], number, ExitName[]][] = [
  ['open', [], 0, ['cancel', 'take in']],
  ['reserved', ['reserve'], 0, [...HELP, 'cancel', 'abandon']],
  ['grabbed', ['grab'], 0, [...UNPAID, 'find another for a plan']],
  ['being planned', ['grab', 'plan'], 0, [...UNPAID, 'find another for a plan']],
  ['proposed', ['grab', 'plan', 'propose'], 0, UNPAID],
  ['approved', planned, 0, UNPAID],
  ['paid', [...planned, 'pay'], 10_000, PAID],
  ['at work, unpaid', [...planned, 'start'], 0, UNPAID],
  ['at work', [...planned, 'pay', 'start'], 10_000, [...PAID, 'find another for the work']],
  ['at work, with an open question', [...planned, 'pay', 'start', 'ask a question'], 10_000, PAID],
  ['at work, with an open change', [...planned, 'pay', 'start', 'propose a change'], 10_000, PAID],
  ['delivered, unpaid', [...planned, 'start', 'deliver'], 0, UNPAID],
  ['delivered', [...planned, 'pay', 'start', 'deliver'], 10_000, PAID],
  ['sent back, unpaid', [...planned, 'start', 'deliver', 'send back'], 0, UNPAID],
  [
    'sent back',
    [...planned, 'pay', 'start', 'deliver', 'send back'],
    10_000,
    [...PAID, 'find another for the work'],
  ],
  ['given back', handedOver, 10_000, ['keep held', 'refund held', 'take in']],
  [
    'reserved after a handover',
    [...handedOver, 'reserve'],
    10_000,
    [...HELP, 'abandon', 'keep held', 'refund held'],
  ],
  [
    'grabbed after a handover',
    [...handedOver, 'grab'],
    10_000,
    [...PAID, 'refund held', 'find another for a plan'],
  ],
  [
    'proposed after a handover',
    [...handedOver, 'grab', 'propose'],
    10_000,
    [...PAID, 'refund held'],
  ],
  ['in repair', inRepair, 0, [...HELP, 'cancel the repair']],
  ['in repair, delivered', [...inRepair, 'deliver'], 0, [...HELP, 'cancel the repair']],
  ['with the moderators, unpaid', [...planned, 'ask for help'], 0, DECISIONS],
  [
    'with the moderators',
    [...planned, 'pay', 'start', 'deliver', 'ask for help'],
    10_000,
    [...DECISIONS, 'split', 'money back'],
  ],
];

/** The calls by which somebody leaves, of those that the API offers. */
const CALLS = [...new Set(Object.values(exits).map(({ call }) => call))];

/** In the terms of each: a first hour is paid $25 less for, and a tenth of the price is the fee. */
const HELD_FOR = { customer: 7500, developer: 9000, candidate: 10_000, moderator: 10_000 };

describe.each(states)('a request that is %s', (_, way, held, ways) => {
  let looked: Job;
  beforeAll(async () => {
    looked = await walk(way);
  });
  /** A look leaves the request as it was: the first exit is taken from there. */
  const jobFor = async (name: ExitName) => (name === ways[0] ? looked : walk(way));

  test('offers each side its exits, and no others', async () => {
    const job = looked;
    for (const side of ['customer', 'developer'] as const) {
      const offered = await offeredTo(job, side);
      const wanted = ways
        .map((name): Exit => exits[name])
        // What nobody is late with is not offered yet.
        .filter(({ by, first }) => by === side && first === undefined)
        .map(({ call }) => call);
      expect(offered.sort(), side).toEqual([...new Set(wanted)].sort());
      const seen = await seenBy(job, side);
      if (seen) expect(seen.held_cents, side).toBe(held === 0 ? 0 : HELD_FOR[seen.relation]);
    }
  });

  test('asks whoever has the turn for an act that is theirs to take', async () => {
    const job = looked;
    for (const side of ['customer', 'developer'] as const) {
      const seen = await seenBy(job, side);
      if (!seen) continue;
      const { whose, action, milestone_id } = seen.turn;
      // A question is answered by writing.
      const isQuestion = way.includes('ask a question');
      if (whose === 'mine') expect(action === null, side).toBe(isQuestion);
      if (action === null) continue;
      const plan = await job[side].call<PlanOfRequest>(
        'GET',
        `/api/tickets/${job.ticketId}/milestones`,
      );
      const about =
        plan.status === 200 ? plan.body.items.find(({ id }) => id === milestone_id) : undefined;
      const asked = seen.actions[action] ?? about?.actions[action];
      expect(asked?.allowed, `${side}: ${action}`).toBe(true);
    }
  });

  test.each(ways)(
    '%s: leads where it says, and the ledger, the words and the news with it',
    async (name) => {
      const exit: Exit = exits[name];
      const job = await jobFor(name);
      const had = (await ticketRow(job)).developer_id !== null;
      const before = (await ticketRow(job)).status;
      await exit.first?.(job);
      await leaveTwice(job, exit);
      await exit.answer?.(job);

      const row = await ticketRow(job);
      expect(row.status).toBe(exit.to ?? before);
      expect(row.held_cents).toBe(exit.held === 'stays' ? held : 0);
      const people = [job.customer, job.developer];
      if (held > 0)
        expect(
          await wrongWordsAbout(world, job.ticketId, { people, moderator, banks: false }),
        ).toEqual([]);
      for (const [side, notice] of Object.entries(exit.told) as [Side, Notice][])
        if (side === 'customer' || had) await expectTold(job[side], job, notice);
      await expectAnother(job, row.status);
      if (had && row.developer_id === null && row.status === 'AWAITING_ASSIGNMENT')
        expect((await seenBy(job, 'developer')) === null).toBe(exit.replaces === true);
    },
  );
});

test('what an approval released is told as the ledger has it', async () => {
  const job = await walk([...planned, 'pay', 'start', 'deliver', 'accept']);
  const people = [job.customer, job.developer];
  expect(await wrongWordsAbout(world, job.ticketId, { people, moderator, banks: false })).toEqual(
    [],
  );
  const mails = await world.mails({ to: job.developer.email, since: new Date(0) });
  const earned = mails.find(({ kind }) => kind === 'milestone_accepted');
  expect(earned?.body_text).toContain('$90.00 is yours');
});

test('what is held after a handover is told to its customer as what they paid', async () => {
  const { customer } = await walk(handedOver);
  const mails = await world.mails({ to: customer.email, since: new Date(0) });
  const mail = mails.find(({ kind }) => kind === 'request_handed_back');
  expect(mail?.body_text).toContain('$75.00 stays held for the next unblocker');
});

async function walk(way: readonly (keyof typeof deeds)[]): Promise<Job> {
  const customer = await world.person('customer', { name: 'Maya' });
  const developer = await world.person('developer', { name: 'Dan' });
  const { id: ticketId } = await postRequest(customer);
  const job: Job = { customer, developer, ticketId, milestoneId: '' };
  for (const deed of way) await deeds[deed](job);
  return job;
}

/** Pressed twice at once: the same answer comes twice, and it happens once. */
async function leaveTwice(job: Job, { by, call, body }: Exit): Promise<void> {
  const person = by === 'moderator' ? moderator : job[by];
  const path = `/api/${by === 'moderator' ? 'moderation/' : ''}tickets/${job.ticketId}/${call}`;
  const headers = { 'idempotency-key': randomUUID() };
  const press = () => person.call('POST', path, body?.(job), headers);
  const [one, other] = await Promise.all([press(), press()]);
  expect(ok(one)).toEqual(ok(other));
  const lines = await world.context.db
    .selectFrom('ticket_history')
    .select('id')
    .where('ticket_id', '=', job.ticketId)
    .where('action', '=', call as 'cancel')
    .where('actor_id', '=', person.id)
    .execute();
  expect(lines).toHaveLength(1);
}

function ticketRow({ ticketId }: Job) {
  return world.context.db
    .selectFrom('tickets')
    .select(['status', 'developer_id', 'held_cents'])
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
}

async function offeredTo(job: Job, side: Side): Promise<string[]> {
  const actions = (await seenBy(job, side))?.actions;
  return CALLS.filter((call) => actions?.[call]?.allowed);
}

/** Null for whom it is not. */
async function seenBy(job: Job, side: Side): Promise<Ticket | null> {
  const { status, body } = await job[side].call<Ticket>('GET', `/api/tickets/${job.ticketId}`);
  return status === 200 ? body : null;
}

async function expectTold(person: Person, { ticketId }: Job, notice: Notice): Promise<void> {
  const { db } = world.context;
  const news = await db
    .selectFrom('notifications')
    .select('id')
    .where('person_id', '=', person.id)
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', notice)
    .execute();
  expect(news, notice).toHaveLength(1);
  const mails = await db
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', person.email)
    .where('kind', '=', notice)
    .execute();
  expect(mails.length > 0, notice).toBe(noticeRules[notice].letter !== undefined);
}

/** A way out leads to an end, or to where there is another way out for its customer or the moderators. */
async function expectAnother(job: Job, status: TicketStatus): Promise<void> {
  const offered = await offeredTo(job, 'customer');
  const turn = (await seenBy(job, 'customer'))?.turn;
  const isOver = FINAL_STATUSES.some((final) => final === status);
  expect(turn?.whose === 'done').toBe(isOver);
  const others = isOver || status === 'REQUIRES_MOD_ASSISTANCE';
  expect(offered.length > 0, offered.join(', ')).toBe(!others);
}
