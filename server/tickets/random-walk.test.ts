import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actions } from '#domain/actions.ts';
import { lifecycle } from '#domain/lifecycle.ts';
import type { Message } from '#domain/message.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { TICKET_STATUSES } from '#domain/ticket-status.ts';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { reconcile } from '../payments/reconcile.ts';
import { aRequest, decideInSandbox } from '../testing/deeds.ts';
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

let world: World;
let people: { customers: Person[]; developers: Person[]; moderator: Person };

beforeAll(async () => {
  world = await openWorld();
  people = {
    customers: [await world.person('customer'), await world.person('customer')],
    developers: [
      await world.person('developer'),
      await world.person('developer'),
      await world.person('developer'),
    ],
    moderator: await world.person('moderator'),
  };
});
afterAll(() => world.close());

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

const LONGEST_MS = 600_000;

/** Where no walk has come to yet: what leads there is preferred. */
let wanted: readonly string[] = [];

const aWalk = fc.asyncProperty(
  fc.array(fc.array(aStep, { minLength: 1, maxLength: 3 }), { minLength: 20, maxLength: 60 }),
  async (rounds) => {
    const tickets = await Promise.all([0, 1].map(() => createTicket(people.customers[0])));
    const urls: string[] = [];
    for (const round of rounds) {
      const statuses = await Promise.all(round.map((step) => take(step, tickets, urls)));
      for (const [index, status] of statuses.entries()) {
        expect(status, JSON.stringify(round[index])).toBeLessThan(500);
      }
    }
    expect(await brokenInvariants(world.context.db)).toEqual([]);
    expect(await wrongDeadlines()).toEqual([]);
    await expectLegalHistory();
  },
);

/** Requests whose deadline is not when their reservation ends. */
async function wrongDeadlines(): Promise<unknown[]> {
  const { rows } = await sql`select t.id, t.reserved_until, d.due_at from tickets t
    full join deadlines d on d.ticket_id = t.id and d.action = 'lapse' and d.done_at is null
    where t.reserved_until is distinct from d.due_at`.execute(world.context.db);
  return rows;
}

/** The statuses, steps and ledger entries that no walk has come to yet. */
async function notReached(): Promise<string[]> {
  const { db } = world.context;
  const history = await db.selectFrom('ticket_history').select(['to_status', 'action']).execute();
  const entries = await db.selectFrom('ledger_entries').select('kind').distinct().execute();
  const been = new Set<string>([
    ...history.flatMap(({ to_status, action }) => [to_status, action]),
    ...entries.map(({ kind }) => kind),
    // Messages have no line in the history, what was deleted has none left, and whoever is
    // suspended walks no further.
    // No bank takes a payment back here: see billing/cases.test.ts.
    // What moderators look at before it is released: see moderation/payments.test.ts.
    'clear-payment',
    'refuse-payment',
    // What is done to one's own messages is no step of the request.
    'edit-message',
    'delete-message',
    'take-out-keys',
    ...DULL,
    'message',
    'lapse',
    'suspend',
    'lose-payment',
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
      const deadline = Date.now() + LONGEST_MS;
      let seed = 0;
      // On until the walks have been everywhere, so that what holds has been tried.
      do {
        await fc.assert(aWalk, { numRuns: 5, seed: seed++, endOnFailure: true });
        wanted = await notReached();
      } while (wanted.length > 0 && Date.now() < deadline);
    },
    2 * LONGEST_MS,
  );

  it('get everywhere: every status, every step, every way that money moves', async () => {
    expect(await notReached()).toEqual([]);
  });

  it('end with all money where it belongs, once the provider has paid back what it owes', async () => {
    for (let run = 0; run < 2; run++) await reconcile(world.context, { olderThanMs: -1000 });
    expect(await balance(world.context.db, 'refunds')).toBe(0);
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });
});

async function createTicket(person: Person | undefined): Promise<string> {
  const answer = await person?.call<{ id: string }>('POST', '/api/tickets', aRequest);
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
  if (which === 11) return grantAppeal(people.moderator, ticketId);
  const wayBack = moneyBack(which);
  if (wayBack) return moderate(wayBack, people.moderator, ticketId);
  if (urls.length > 0 && which % 3 === 0)
    return (await decideInSandbox(world, urls.shift() ?? '', 'pay')).statusCode;
  const offers = await offersOn(ticketId);
  // Once it waits for the moderators they decide, in any way there is.
  const waiting = await needsHelp(ticketId);
  if (waiting && which % 3 !== 0) {
    const way =
      oneOf(
        preferred(WAYS_OUT, (name) => name),
        which,
      ) ?? 'resume';
    return moderate(way, people.moderator, ticketId);
  }
  const chosen = oneOf(which % 2 ? preferred(offers, ({ what }) => what) : offers, which);
  if (!chosen) return 200;
  return send(
    chosen.person,
    requests(chosen.what, {
      ticketId,
      milestoneId: chosen.milestoneId,
      messageId: '',
      which: which % 4,
    }),
    { key, urls },
  );
}

/** How a moderator gives money back; tried more often as long as no walk has done it. */
function moneyBack(which: number): Moderation | undefined {
  if (which === 13 || (which % 5 === 2 && wanted.includes('case_refund'))) return 'refund';
  if (which === 17 || (which % 5 === 4 && wanted.includes('money-back'))) return 'money-back';
  return undefined;
}

interface Offer {
  person: Person;
  what: Requested;
  milestoneId: string;
}

/** What the API says that somebody may do. */
async function offersOn(ticketId: string): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const person of await sidesOf(ticketId)) {
    const { body: ticket } = await person.call<Ticket>('GET', `/api/tickets/${ticketId}`);
    const { body: plan } = await person.call<{ items?: Milestone[] }>(
      'GET',
      `/api/tickets/${ticketId}/milestones`,
    );
    const offer = (actions: Actions, milestoneId: string) => {
      for (const [action, { allowed }] of Object.entries(actions)) {
        if (allowed && !DULL.includes(action))
          offers.push({ person, what: action as Requested, milestoneId });
      }
    };
    offer(ticket.actions ?? {}, '');
    for (const milestone of plan.items ?? []) offer(milestone.actions, milestone.id);
  }
  return offers;
}

/** Those that lead to what is wanted, if there are any. */
function preferred<Way>(ways: readonly Way[], nameOf: (way: Way) => string): readonly Way[] {
  const better = ways.filter((way) => wanted.includes(nameOf(way)));
  return better.length > 0 ? better : ways;
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

/** The two sides of a request; while it has no developer, one who might take it. */
async function sidesOf(ticketId: string): Promise<Person[]> {
  const ticket = await world.context.db
    .selectFrom('tickets')
    .select(['customer_id', 'developer_id'])
    .where('id', '=', ticketId || crypto.randomUUID())
    .executeTakeFirst();
  const customer = people.customers.find(({ id }) => id === ticket?.customer_id);
  const developer =
    people.developers.find(({ id }) => id === ticket?.developer_id) ?? people.developers[0];
  return [customer, developer].filter((person) => person !== undefined);
}

/** Allowed nearly always, and leading nowhere. */
const DULL = ['edit', 'delete', 'edit-milestone', 'delete-milestone', 'order-milestones'];

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
  const milestoneId = await milestoneOf(ticketId, which);
  const messageId = await messageOf(ticketId, which);
  const asked = what as Requested;
  return send(person, requests(asked, { ticketId, milestoneId, messageId, which: which % 4 }), {
    key,
    urls,
  });
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
  const rows = await world.context.db
    .selectFrom('milestones')
    .select('id')
    .where('ticket_id', '=', ticketId || crypto.randomUUID())
    .orderBy('position')
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
  const body = { reason, ...(await amountsOf(action, ticketId)) };
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

/** The customer answers the newest decision, and the moderator agrees. */
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
        (rule.to.ticket === 'remembered' ||
          line.to_status === (rule.to.ticket === 'same' ? line.from_status : rule.to.ticket)),
    );
    expect(legal, JSON.stringify(line)).toBe(true);
  }
}
