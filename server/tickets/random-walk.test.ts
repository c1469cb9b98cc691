import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actions } from '#domain/actions.ts';
import { actsAt } from '#domain/acts.ts';
import { canonicalJson } from '#domain/canonical-json.ts';
import type { EvidenceFile } from '#domain/evidence.ts';
import { lifecycle } from '#domain/lifecycle.ts';
import type { Message } from '#domain/message.ts';
import type { Milestone } from '#domain/milestone.ts';
import { noticeRules } from '#domain/notification-rules.ts';
import type { Mode, Quote } from '#domain/quote.ts';
import type { Ticket } from '#domain/ticket.ts';
import { TICKET_STATUSES } from '#domain/ticket-status.ts';
import { publicKeys } from '../evidence/signing-key.ts';
import { verifyEvidence } from '../evidence/verify-evidence.ts';
import { balance } from '../ledger/ledger.ts';
import { type Change, takenBack } from '../lifecycle/change.ts';
import { keepTime } from '../lifecycle/clocks.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { reconcile } from '../payments/reconcile.ts';
import { aRequest, decideInSandbox } from '../testing/deeds.ts';
import { passMinutes } from '../testing/discussions.ts';
import { heldWithoutTurn } from '../testing/held-without-turn.ts';
import { wrongWordsAbout } from '../testing/money-words.ts';
import { passWeeks } from '../testing/pass-weeks.ts';
import { LONG } from '../testing/soak.ts';
import {
  MODERATION,
  type Moderation,
  type Request,
  type Requested,
  requests,
  TRIES,
  type Try,
  WAYS_OUT,
} from '../testing/step-requests.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { differences } from '../unblockers/check-figures.ts';
import { takeDueSteps } from './due-steps.ts';

let world: World;
let people: {
  customers: Person[];
  developers: Person[];
  moderator: Person;
  /** Answers the appeals against what the other one decided. */
  colleague: Person;
};

beforeAll(async () => {
  world = await openWorld({ looksAtLoopback: true });
  await world.listen();
  people = {
    customers: [await world.person('customer'), await world.person('customer')],
    developers: [
      await world.person('developer'),
      await world.person('developer'),
      await world.person('developer'),
    ],
    moderator: await world.person('moderator'),
    colleague: await world.person('moderator'),
  };
});
afterAll(() => world.close());

/** Whether the sides hear of something by steps of the history alone, and whoever they are at that moment. */
function isOfSteps(notice: string): boolean {
  const rule = Object.entries(noticeRules).find(([name]) => name === notice)?.[1];
  const isElsewhere = ['new_message', 'report_taken', 'moderator_decided', 'payment_lost'];
  return (
    ['customer', 'developer', 'other', 'sides'].some((to) => to === rule?.to) &&
    !isElsewhere.includes(notice)
  );
}

/** Two thirds of the steps are ones that the API says are allowed, so that walks get far. */
const aStep = fc.record({
  what: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...TRIES) },
    { weight: 2, arbitrary: fc.constant('allowed' as const) },
  ),
  who: fc.nat(5),
  ticket: fc.nat(2),
  which: fc.nat(30),
  key: fc.boolean(),
});
type Step = typeof aStep extends fc.Arbitrary<infer Value> ? Value : never;

/** `npm test` takes the same few walks every time, `npm run soak` others for a quarter of an hour. */
const WALKS = LONG
  ? { seed: Date.now(), numRuns: 1000, seconds: 900 }
  : { seed: 2026, numRuns: 8, seconds: 900 };

const aWalk = fc.asyncProperty(
  fc.array(fc.array(aStep, { minLength: 1, maxLength: 3 }), { minLength: 20, maxLength: 60 }),
  async (rounds) => {
    const tickets = await Promise.all(
      (['grab', 'quotes'] as const).map((mode) => createTicket(people.customers[0], mode)),
    );
    const urls: string[] = [];
    for (const round of rounds) {
      const statuses = await Promise.all(round.map((step) => take(step, tickets, urls)));
      for (const [index, status] of statuses.entries()) {
        expect(status, JSON.stringify(round[index])).toBeLessThan(500);
      }
      // It moves every row, so that nothing else happens meanwhile.
      if (round.some(({ which }) => which === 29)) await letTimePass();
      expect(await heldWithoutTurn(world.context.db, tickets)).toEqual([]);
    }
    expect(await brokenInvariants(world.context.db)).toEqual([]);
    // Answers are counted by a job.
    await passMinutes(world, 5);
    expect(await differences(world.context.db)).toEqual({ outcomes: [], sums: [] });
    expect(await wrongDeadlines()).toEqual([]);
    for (const ticketId of tickets) {
      expect(await staleDeadlines(ticketId)).toEqual([]);
      expect(await wrongNotices(ticketId)).toEqual([]);
    }
    for (const ticketId of tickets) {
      expect(await wrongWordsOf(ticketId)).toEqual([]);
      expect(await wrongEvidenceOf(ticketId)).toEqual([]);
    }
    await expectLegalHistory();
  },
);

/** What anybody reads of the money of a request that the ledger does not say. */
function wrongWordsOf(ticketId: string): Promise<string[]> {
  const { customers, developers, moderator } = people;
  const all = [...customers, ...developers];
  return wrongWordsAbout(world, ticketId, { people: all, moderator, banks: false });
}

/** What is wrong with the evidence of a request, as its sides take it. */
async function wrongEvidenceOf(ticketId: string): Promise<unknown[]> {
  const keys = await publicKeys(world.context.db);
  const wrongs: unknown[] = [];
  for (const person of await sidesOf(ticketId)) {
    const path = `/api/tickets/${ticketId}/evidence`;
    const { status, body } = await person.call<EvidenceFile>('GET', path);
    if (status === 404) continue;
    const { finding } = await verifyEvidence({ bytes: Buffer.from(canonicalJson(body)), keys });
    wrongs.push(...finding.problems);
  }
  return wrongs;
}

/** Requests whose deadline is not when their reservation or their time for quotes ends, or when a proposal is to be answered. */
async function wrongDeadlines(): Promise<unknown[]> {
  const open = (action: string) =>
    sql`(select * from deadlines where action = ${action} and done_at is null)`;
  const answerBy = sql`(t.cancellation->>'answer_by')::timestamptz`;
  const quotesBy = sql`case when t.status = 'AWAITING_ASSIGNMENT' then t.quotes_until end`;
  const changeBy = sql`(t.change->>'answer_by')::timestamptz`;
  const { rows } = await sql`
    select t.id, t.reserved_until, d.due_at from tickets t
    full join ${open('lapse')} d on d.ticket_id = t.id
    where t.reserved_until is distinct from d.due_at
    union all select t.id, ${answerBy}, d.due_at from tickets t
    full join ${open('pass-on-cancel')} d on d.ticket_id = t.id
    where ${answerBy} is distinct from d.due_at
    union all select t.id, ${changeBy}, d.due_at from tickets t
    full join ${open('lapse-change')} d on d.ticket_id = t.id
    where ${changeBy} is distinct from d.due_at
    union all select t.id, ${quotesBy}, d.due_at from tickets t
    full join ${open('end-quotes')} d on d.ticket_id = t.id
    where ${quotesBy} is distinct from d.due_at`.execute(world.context.db);
  return rows;
}

/** Deadlines of a request that would be others if they were written now: somebody forgot to write them. */
async function staleDeadlines(ticketId: string): Promise<unknown[]> {
  const read = ({ tx }: Change) =>
    tx
      .selectFrom('deadlines')
      .select(['action', 'milestone_id', 'due_at'])
      .where('ticket_id', '=', ticketId)
      .where('done_at', 'is', null)
      .orderBy('action')
      .orderBy('milestone_id')
      .execute();
  return takenBack(world.context, async (change) => {
    const locked = await lockTicket(change.tx, ticketId).catch(() => null);
    const before = await read(change);
    if (locked) await keepTime(change, locked);
    const after = await read(change);
    return isDeepStrictEqual(before, after)
      ? []
      : [{ status: locked?.ticket.status, before, after }];
  });
}

/** Notices of steps by kind and person, where one was told more or less often than the steps say. */
async function wrongNotices(ticketId: string): Promise<unknown[]> {
  const { db } = world.context;
  const steps = await db
    .selectFrom('ticket_history as h')
    .innerJoin('tickets as t', 't.id', 'h.ticket_id')
    .leftJoin('pairings as p', 'p.id', 'h.pairing_id')
    .select(['h.action', 'h.event', 'h.actor_id', 't.customer_id', 'p.developer_id'])
    .where('h.ticket_id', '=', ticketId)
    .execute();
  const rows = await db
    .selectFrom('notifications')
    .select(['kind', 'person_id', 'count'])
    .where('ticket_id', '=', ticketId)
    .execute();
  const due = steps.flatMap(({ actor_id, ...step }) =>
    noticesOf(step)
      .filter(({ person }) => person !== null && person !== actor_id)
      .map(({ notice, person }) => `${notice} ${person}`),
  );
  const told = rows
    .filter(({ kind }) => isOfSteps(kind))
    .flatMap(({ kind, person_id, count }) => Array(count).fill(`${kind} ${person_id}`));
  return due.toSorted().join() === told.toSorted().join() ? [] : [{ due, told }];
}

/** What a step tells its sides, whoever took it. */
function noticesOf(
  step: Record<'action' | 'event', string> & {
    customer_id: string;
    developer_id: string | null;
  },
) {
  const rule = lifecycle.find(
    ({ action, event }) => action === step.action && event === step.event,
  );
  return [rule?.notice ?? []]
    .flat()
    .filter(isOfSteps)
    .flatMap((notice) => {
      const { to } = noticeRules[notice];
      return [
        { notice, person: to === 'developer' ? null : step.customer_id },
        { notice, person: to === 'customer' ? null : step.developer_id },
      ];
    });
}

/** The statuses, steps and ledger entries that no walk has come to yet. */
async function notReached(): Promise<string[]> {
  const { db } = world.context;
  const history = await db
    .selectFrom('ticket_history')
    .select(['to_status', 'action'])
    .distinct()
    .execute();
  const entries = await db.selectFrom('ledger_entries').select('kind').distinct().execute();
  const been = new Set<string>([
    ...history.flatMap(({ to_status, action }) => [to_status, action]),
    ...entries.map(({ kind }) => kind),
    ...ELSEWHERE,
    ...DULL,
  ]);
  const all = [
    ...TICKET_STATUSES,
    ...lifecycle.map(({ action }) => action),
    // Not 'return': a payment that comes too late is a matter of milliseconds (see ticket-money.test.ts).
    'hold',
    'refund',
    'release',
    'split',
    'case_refund',
  ];
  return [...new Set(all)].filter((each) => !been.has(each));
}

describe('people who do anything at any time, also at once', () => {
  it(
    'never bring a request, its history or the money out of step',
    async () => {
      const { seed, numRuns, seconds } = WALKS;
      const interruptAfterTimeLimit = seconds * 1000;
      await fc.assert(aWalk, { seed, numRuns, interruptAfterTimeLimit, endOnFailure: true });
    },
    2 * WALKS.seconds * 1000,
  );

  it('get everywhere: every status, every step, every way that money moves', async () => {
    // What chance has left out is gone to.
    for (const goal of await notReached()) await goTo(goal);
    expect(await notReached(), 'goTo needs a line for these in BEFORE, WAYS or ELSEWHERE').toEqual(
      [],
    );
    expect(await brokenInvariants(world.context.db)).toEqual([]);
    await expectLegalHistory();
  });

  it('end with all money where it belongs, once the provider has paid back what it owes', async () => {
    for (let run = 0; run < 2; run++) await reconcile(world.context, { olderThanMs: -1000 });
    expect(await balance(world.context.db, 'refunds')).toBe(0);
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });
});

async function createTicket(person: Person | undefined, mode: Mode = 'grab'): Promise<string> {
  const body = { ...aRequest, mode };
  const answer = await person?.call<{ id: string }>('POST', '/api/tickets', body);
  return answer?.body.id ?? '';
}

async function take(step: Step, tickets: string[], urls: string[]): Promise<number> {
  if (step.what === 'allowed')
    return takeAllowed(step, tickets[step.ticket % tickets.length] ?? '', urls);
  return takeAny({ ...step, what: step.what }, tickets, urls);
}

/** One of the steps that the API offers to anyone on this request at this moment. */
async function takeAllowed(
  { which, key }: Step,
  ticketId: string,
  urls: string[],
): Promise<number> {
  if (which === 7) return reportSomething(ticketId);
  if (which === 11) return grantAppeal(people.colleague, ticketId);
  if (which === 23) return missRepair(ticketId);
  if (which === 19) return moderate('take-in', people.moderator, ticketId);
  if (which === 13) return moderate('refund', people.moderator, ticketId);
  if (which === 17) return moderate('money-back', people.moderator, ticketId);
  if (urls.length > 0 && which % 3 === 0)
    return (await decideInSandbox(world, urls.shift() ?? '', 'pay')).statusCode;
  // Once it waits for the moderators they decide: it goes on, or in any way there is.
  if (which % 3 !== 0 && (await needsHelp(ticketId)))
    return moderate(decisionFor(which), people.moderator, ticketId);
  const offers = (await offersOn(ticketId)).filter(({ what }) => isFor(which, what));
  const chosen = oneOf(offers, which);
  return chosen ? takeOffered(chosen, { ticketId, which, key, urls }) : 200;
}

/** Does what the API offers. */
async function takeOffered(
  { person, what, milestoneId, quoteId }: Offer,
  { ticketId, which, key, urls }: { ticketId: string; which: number; key: boolean; urls: string[] },
): Promise<number> {
  const to = await targetsOf(ticketId, { which, milestoneId, quoteId });
  return send(person, requests(what, to), { key, urls });
}

/** What a step may be about; what there is none of is nobody's. */
async function targetsOf(
  ticketId: string,
  {
    which,
    milestoneId = '',
    quoteId = '',
  }: { which: number; milestoneId?: string; quoteId?: string | undefined },
): Promise<Parameters<typeof requests>[1]> {
  const [milestone, quote, messageId, changeId] = await Promise.all([
    milestoneId || milestoneOf(ticketId, which),
    quoteId || quoteOf(ticketId, which),
    messageOf(ticketId, which),
    changeOf(ticketId),
  ]);
  const developerId = oneOf(people.developers, which)?.id ?? '';
  const ids = { ticketId, milestoneId: milestone, quoteId: quote, developerId };
  const to = { ...ids, messageId, changeId, which: which % 4 };
  return { ...to, checkId: await checkOf(milestone), site: `${world.url}/healthz` };
}

/** A week goes by, in which the clock does what is due. */
async function letTimePass(): Promise<void> {
  const { context } = world;
  await passWeeks(context.db, 1);
  await takeDueSteps(context);
}

/** How a moderator goes on with a request that needs help. */
function decisionFor(which: number): Moderation {
  return (which % 2 ? oneOf(WAYS_OUT, which >> 1) : 'resume') ?? 'resume';
}

/** Possible all the time that there is work: they would keep walks from coming to its end. */
const CHANGES = ['propose-change', 'agree-to-change', 'decline-change', 'withdraw-change'];

/** Leaving is always allowed, and ends a walk: rarely. */
function isFor(which: number, what: Requested): boolean {
  return which === 9 || ![...actsAt('exit'), ...CHANGES].some((action) => action === what);
}

interface Offer {
  person: Person;
  what: Requested;
  milestoneId: string;
  quoteId?: string;
}

/** What the API says that somebody may do. */
async function offersOn(ticketId: string): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const person of await sidesOf(ticketId)) {
    const path = `/api/tickets/${ticketId}`;
    const [{ body: ticket }, { body: plan }] = await Promise.all([
      person.call<Ticket>('GET', path),
      person.call<{ items?: Milestone[] }>('GET', `${path}/milestones`),
    ]);
    const quotes = await person.call<{ items?: Quote[] }>('GET', `${path}/quotes`);
    const offer = (actions: Actions, milestoneId: string, quoteId = '') => {
      for (const [action, { allowed }] of Object.entries(actions)) {
        if (allowed && !DULL.includes(action))
          offers.push({ person, what: action as Requested, milestoneId, quoteId });
      }
    };
    offer(ticket.actions ?? {}, '');
    for (const milestone of plan.items ?? []) offer(milestone.actions, milestone.id);
    for (const quote of quotes.body.items ?? []) offer(quote.actions, '', quote.id);
  }
  return offers;
}

function oneOf<Way>(ways: readonly Way[], which: number): Way | undefined {
  return ways[which % Math.max(1, ways.length)];
}

async function needsHelp(ticketId: string): Promise<boolean> {
  const found = await world.context.db
    .selectFrom('tickets')
    .select('status')
    .where('id', '=', ticketId || crypto.randomUUID())
    .executeTakeFirst();
  return found?.status === 'REQUIRES_MOD_ASSISTANCE';
}

/** The two sides of a request; while it has no developer, one who might take it, or all for quotes. */
async function sidesOf(ticketId: string): Promise<Person[]> {
  const ticket = await world.context.db
    .selectFrom('tickets')
    .select(['customer_id', 'developer_id', 'mode'])
    .where('id', '=', ticketId || crypto.randomUUID())
    .executeTakeFirst();
  const customer = people.customers.find(({ id }) => id === ticket?.customer_id);
  const found = people.developers.find(({ id }) => id === ticket?.developer_id);
  const candidates = ticket?.mode === 'quotes' ? people.developers : people.developers.slice(0, 1);
  return [customer, ...(found ? [found] : candidates)].filter((person) => person !== undefined);
}

/** The work as it goes well, the last first: of what is possible, the first here is done next. */
const ROAD: readonly string[] = [
  ...['accept', 'checkout', 'submit', 'start', 'approve-plan'],
  ...['submit-plan', 'add-milestone', 'grab'],
];

/** What has to be done first, where that does not lie on the road. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  abandon: ['reserve'],
  answer: ['ask'],
  report: ['grab', 'message'],
  resume: ['get-help'],
  reopen: ['get-help'],
  'ask-sides': ['get-help'],
  'close-for-customer': ['get-help'],
  'close-for-developer': ['grab', 'get-help'],
  split: ['checkout', 'take-in'],
  'money-back': ['checkout', 'take-in'],
  'grant-appeal': ['take-in'],
  'edit-quote': ['quote'],
  'withdraw-quote': ['quote'],
  'ask-about-quote': ['quote'],
  'choose-quote': ['quote'],
  'agree-to-change': ['propose-change'],
  'decline-change': ['propose-change'],
  'withdraw-change': ['propose-change'],
  'agree-to-cancel': ['checkout', 'ask-to-cancel'],
  'decline-to-cancel': ['checkout', 'ask-to-cancel'],
  'withdraw-cancel': ['checkout', 'ask-to-cancel'],
};

/** What is no step that somebody takes, and the stops that lead to it. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  hold: ['checkout'],
  'confirm-payment': ['checkout'],
  'take-over-plan': ['quote', 'choose-quote'],
  release: ['accept'],
  CUSTOMER_APPROVED: ['accept', 'accept'],
  'start-next': ['accept'],
  refund: ['checkout', 'take-in', 'close-for-customer'],
  case_refund: ['refund'],
};

/** Only where the customer compares quotes. */
const OF_QUOTES: readonly string[] = [
  ...['quote', 'edit-quote', 'withdraw-quote', 'ask-about-quote', 'choose-quote'],
  ...['take-over-plan', 'extend-quotes', 'open-for-grabbing'],
];

/** Takes a request to where no walk has come, from stop to stop, and between them along the road. */
async function goTo(goal: string): Promise<void> {
  const [customer] = people.customers;
  const ticketId = await createTicket(customer, OF_QUOTES.includes(goal) ? 'quotes' : 'grab');
  const leadsThere = lifecycle.find(({ to, by }) => to?.ticket === goal && !by.includes('clock'));
  const last = leadsThere?.action ?? goal;
  for (const stop of WAYS[goal] ?? [...(BEFORE[last] ?? []), last]) {
    // A way is short; where it has no end, that is what the test says.
    for (let tries = 0; tries < 20; tries++) {
      const offers = await offersOn(ticketId);
      if (await stopAt(stop, ticketId, offers)) break;
      await goOn(ticketId, offers);
    }
  }
}

/** Whether the step could be taken. */
async function stopAt(stop: string, ticketId: string, offers: Offer[]): Promise<boolean> {
  const decision = MODERATION.find((each) => each === stop);
  // No moderator answers an appeal against what they decided.
  const by = decision === 'grant-appeal' ? people.colleague : people.moderator;
  if (decision) return (await moderate(decision, by, ticketId)) < 300;
  if (stop === 'report') {
    await reportSomething(ticketId);
    return needsHelp(ticketId);
  }
  // The developer, where both may.
  const offer = offers.findLast(({ what }) => what === stop);
  return offer !== undefined && (await takeAndPay(offer, ticketId)) < 300;
}

async function goOn(ticketId: string, offers: Offer[]): Promise<void> {
  // Two milestones, so that one follows by itself.
  const isPlanned = (await planOf(ticketId)).length > 1;
  const next = ROAD.filter((what) => what !== 'submit-plan' || isPlanned)
    .map((what) => offers.find((offer) => offer.what === what))
    .find((offer) => offer !== undefined);
  if (next) await takeAndPay(next, ticketId);
}

async function takeAndPay(offer: Offer, ticketId: string): Promise<number> {
  const urls: string[] = [];
  const status = await takeOffered(offer, { ticketId, which: 0, key: false, urls });
  for (const url of urls) await decideInSandbox(world, url, 'pay');
  return status;
}

/** What no walk has to come to, and where it is shown. */
const ELSEWHERE: readonly string[] = [
  // Messages and what is done to them have no line in the history.
  ...['message', 'edit-message', 'delete-message', 'take-out-keys'],
  // No bank takes a payment back here, and moderators look at none: payments/cases.test.ts and
  // moderation/payments.test.ts.
  ...['lose-payment', 'lose-released', 'bear-loss', 'clear-payment', 'refuse-payment'],
  // Who is suspended walks no further: moderation/accounts.test.ts.
  'suspend',
  // A repair that is missed: guarantee.test.ts.
  'refund-released',
  // What needs hours to pass, or the name of a conversation: every-exit.test.ts, ways-out.test.ts,
  // plan-changes.test.ts and handover.test.ts.
  ...['lapse', 'find-another', 'share-earlier', 'redraft', 'keep-held', 'refund-held'],
  ...['lapse-cancel', 'pass-on-cancel', 'lapse-change'],
  // Chance alone brings checks with an address to look at: checks.test.ts.
  'check-now',
  // The end of the time for quotes: quotes/quotes.test.ts.
  ...['tell-of-quotes', 'end-quotes'],
  // What only the clock does, or is possible once it has: clock.test.ts.
  ...['remind', 'remind-of-time', 'miss', 'extend', 'refund-missed', 'return-unplanned'],
];

/** Allowed nearly always, and leading nowhere. */
const DULL = [
  'edit',
  'delete',
  'take-back-question',
  'edit-milestone',
  'delete-milestone',
  'order-milestones',
];

/** Two weeks pass for what is in repair, and its customer has it refunded. */
async function missRepair(ticketId: string): Promise<number> {
  const { rows } = await sql<{ repairs: string }>`update milestones
    set created_at = created_at - interval '14 days', started_at = started_at - interval '14 days'
    where ticket_id = ${ticketId || crypto.randomUUID()} and repairs is not null
      and status <> 'ACCEPTED' returning repairs`.execute(world.context.db);
  const [customer] = await sidesOf(ticketId);
  const [first] = rows;
  if (!first || !customer) return 200;
  return (await customer.call('POST', `/api/milestones/${first.repairs}/refund-released`)).status;
}

async function reportSomething(ticketId: string): Promise<number> {
  const [customer] = await sidesOf(ticketId);
  const thread = await customer?.call<{ items?: Message[] }>(
    'GET',
    `/api/tickets/${ticketId}/messages`,
  );
  const insult = thread?.body.items?.find(({ actions }) => actions.report?.allowed);
  return insult && customer
    ? (await customer.call('POST', `/api/messages/${insult.id}/report`)).status
    : 200;
}

async function takeAny(
  { what, who, ticket, which, key }: Step & { what: Try },
  tickets: string[],
  urls: string[],
): Promise<number> {
  const everyone = [...people.customers, ...people.developers, people.moderator];
  const person = everyone[who % everyone.length];
  const ticketId = tickets[ticket % tickets.length] ?? '';
  if (!person) throw new Error('nobody');
  if (what === 'create') {
    const answer = await person.call<{ id: string }>('POST', '/api/tickets', aRequest);
    if (answer.status === 201) tickets[2] = answer.body.id;
    return answer.status;
  }
  if (what === 'pay' || what === 'decline') {
    const url = urls[which % Math.max(1, urls.length)];
    return url ? (await decideInSandbox(world, url, what)).statusCode : 200;
  }
  const decision = MODERATION.find((each) => each === what);
  if (decision) return moderate(decision, person, ticketId);
  const to = await targetsOf(ticketId, { which });
  return send(person, requests(what as Requested, to), { key, urls });
}

async function send(
  person: Person,
  [method, path, body]: Request,
  { key, urls }: { key: boolean; urls: string[] },
): Promise<number> {
  const headers = key && method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {};
  const answer = await person.call<{ checkout_url?: string } | null>(method, path, body, headers);
  if (answer.body?.checkout_url) urls.unshift(answer.body.checkout_url);
  return answer.status;
}

async function milestoneOf(ticketId: string, which: number): Promise<string> {
  return oneOf(await planOf(ticketId), which) ?? crypto.randomUUID();
}

async function planOf(ticketId: string): Promise<string[]> {
  const rows = await world.context.db
    .selectFrom('milestones')
    .select('id')
    .where('ticket_id', '=', ticketId || crypto.randomUUID())
    .orderBy('position')
    .execute();
  return rows.map(({ id }) => id);
}

/** Of its checks one by address first. */
async function checkOf(milestoneId: string): Promise<string> {
  const check = await world.context.db
    .selectFrom('checks')
    .select('id')
    .where('milestone_id', '=', milestoneId)
    .orderBy(sql`url is null`)
    .executeTakeFirst();
  return check?.id ?? crypto.randomUUID();
}

async function changeOf(ticketId: string): Promise<string> {
  const ticket = await world.context.db
    .selectFrom('tickets')
    .select('change')
    .where('id', '=', ticketId || crypto.randomUUID())
    .executeTakeFirst();
  return ticket?.change?.id ?? crypto.randomUUID();
}

async function quoteOf(ticketId: string, which: number): Promise<string> {
  const rows = await world.context.db
    .selectFrom('quotes')
    .select('id')
    .where('ticket_id', '=', ticketId || crypto.randomUUID())
    .orderBy('created_at')
    .execute();
  return rows[which % Math.max(1, rows.length)]?.id ?? crypto.randomUUID();
}

async function messageOf(ticketId: string, which: number): Promise<string> {
  const rows = await world.context.db
    .selectFrom('messages')
    .select('id')
    .where('ticket_id', '=', ticketId || crypto.randomUUID())
    .orderBy('position')
    .execute();
  return rows[which % Math.max(1, rows.length)]?.id ?? crypto.randomUUID();
}

async function moderate(action: Moderation, person: Person, ticketId: string): Promise<number> {
  if (action === 'grant-appeal') return grantAppeal(person, ticketId);
  const reason = 'Both were heard.';
  const path = `/api/moderation/tickets/${ticketId}/${action}`;
  const body =
    action === 'ask-sides' ? { text: reason } : { reason, ...(await amountsOf(action, ticketId)) };
  return (await person.call('POST', path, body)).status;
}

/** The half of what is held, or a little of what was released. */
async function amountsOf(action: Moderation, ticketId: string): Promise<object> {
  if (action === 'money-back') return { borne_by: 'platform' };
  if (action !== 'split' && action !== 'refund') return {};
  const found = await world.context.db
    .selectFrom('billing_records')
    .select(['milestone_id', 'price_cents'])
    .where('ticket_id', '=', ticketId || crypto.randomUUID())
    .where('status', '=', action === 'split' ? 'held' : 'released')
    .executeTakeFirst();
  const { milestone_id = crypto.randomUUID(), price_cents = 0 } = found ?? {};
  if (action === 'refund') return { milestone_id, refunded_cents: 500, borne_by: 'platform' };
  const released_cents = Math.ceil(price_cents / 2);
  return { milestone_id, released_cents, refunded_cents: price_cents - released_cents };
}

/** The customer answers the newest decision, and another moderator agrees. */
async function grantAppeal(person: Person, ticketId: string): Promise<number> {
  const [customer] = await sidesOf(ticketId);
  const path = `/api/tickets/${ticketId}/decisions`;
  const decided = await customer?.call<{ items?: { id: string }[] }>('GET', path);
  const [newest] = decided?.body.items ?? [];
  if (!newest) return 200;
  const text = 'I do not agree.';
  await customer?.call('POST', `/api/decisions/${newest.id}/appeal`, { text });
  const appeal = await world.context.db
    .selectFrom('appeals')
    .select('id')
    .where('decision_id', '=', newest.id)
    .executeTakeFirst();
  const grant = `/api/moderation/appeals/${appeal?.id ?? crypto.randomUUID()}/grant`;
  return (await person.call('POST', grant, { reason: 'It is true.' })).status;
}

/** Each line of every history is a row of the lifecycle. */
async function expectLegalHistory(): Promise<void> {
  const lines = await world.context.db
    .selectFrom('ticket_history')
    .select(['action', 'actor', 'from_status', 'to_status', 'milestone_from', 'milestone_to'])
    .distinct()
    .where('action', '<>', 'create')
    .execute();
  for (const line of lines) {
    expect(TICKET_STATUSES).toContain(line.to_status);
    const legal = lifecycle.some(
      (rule) =>
        rule.action === line.action &&
        line.from_status !== null &&
        rule.ticket.includes(line.from_status) &&
        ['remembered', 'as_it_ended', line.to_status].includes(rule.to?.ticket ?? line.from_status),
    );
    expect(legal, JSON.stringify(line)).toBe(true);
  }
}
