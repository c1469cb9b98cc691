import fc from 'fast-check';
import { sql } from 'kysely';
import type { Milestone } from '../domain/milestone.ts';
import type { UserType } from '../domain/profile.ts';
import type { Ticket } from '../domain/ticket.ts';
import { createUser, hashPassword } from '../server/accounts/people.ts';
import { newAddress, PASSWORD, signInByCall } from './account-people.ts';
import { loseDispute } from './bank.ts';
import { inDatabase } from './database.ts';
import { letWeeksPass } from './pass-weeks.ts';
import type { RealServer } from './server.ts';

// Random walks of the money of a request, by the calls that screens make: see walked-money.spec.ts.

/** What happens; the number picks one of what there is. */
interface Step {
  does: keyof typeof deeds;
  which: number;
}

export interface Walk {
  /** Of each milestone the hours and the rate: odd ones make odd cents. */
  plan: readonly (readonly [hours: number, hourly_rate: number])[];
  steps: readonly Step[];
}

export interface Person {
  email: string;
  id: string;
  call: <Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ status: number; body: Body }>;
}

/** The people of one walk, who have no other money, and what it is about. */
export interface Walked {
  server: RealServer;
  customer: Person;
  /** The first is known, the second has just joined. */
  developers: readonly [Person, Person];
  moderator: Person;
  id: string;
  /** Who had the request from when on, oldest first; null for nobody. */
  holders: Holder[];
}

export interface Holder {
  /** In milliseconds. */
  at: number;
  id: string | null;
}

interface Now {
  path: string;
  ticket: Ticket;
  milestones: Milestone[];
  /** One that the step is about. */
  milestone: Milestone | undefined;
  /** Whoever has it; the first while nobody does. */
  developer: Person;
  other: Person;
  which: number;
}

type Deed = (walked: Walked, now: Now) => Promise<unknown>;

const WHY = { reason: 'It is looked at no more.' };
const onMilestone =
  (by: 'customer' | 'developer', act: string, body = {}): Deed =>
  ({ customer }, { developer, milestone }) =>
    (by === 'customer' ? customer : developer).call(
      'POST',
      `/api/milestones/${milestone?.id}/${act}`,
      body,
    );
const onRequest =
  (by: 'customer' | 'developer', act: string, body = {}): Deed =>
  ({ customer }, { developer, path }) =>
    (by === 'customer' ? customer : developer).call('POST', `${path}/${act}`, body);

const pay: Deed = async ({ customer }, { milestone }) => {
  const { status, body } = await customer.call<{ checkout_url: string }>(
    'POST',
    `/api/milestones/${milestone?.id}/checkout`,
  );
  if (status >= 300) return;
  await fetch(body.checkout_url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=pay',
  });
};

/** Whatever comes next for the first milestone that is not done; it is mostly paid before. */
const goOn: Deed = async (walked, { developer, milestones, path, ...now }) => {
  const { customer } = walked;
  await developer.call('POST', `${path}/submit-plan`);
  await customer.call('POST', `${path}/approve-plan`);
  const milestone = milestones.find(({ status }) => status !== 'ACCEPTED');
  if (milestone?.billing_status === 'unpaid' && now.which % 3 > 0)
    await pay(walked, { developer, milestones, path, ...now, milestone });
  const at = `/api/milestones/${milestone?.id}`;
  if (milestone?.status === 'IN_REVIEW') await customer.call('POST', `${at}/accept`, {});
  else if (milestone?.status === 'IN_PROGRESS')
    await developer.call('POST', `${at}/submit`, { message: 'It works now.' });
  else if (milestone) await developer.call('POST', `${at}/start`);
};

/** A part of a price, in cents. */
const partOf = (cents: number, which: number) => Math.round((cents * (which % 11)) / 10);
const splitOf = ({ id, cost_cents }: Milestone, which: number) => {
  const released_cents = partOf(cost_cents, which);
  return { milestone_id: id, released_cents, refunded_cents: cost_cents - released_cents };
};

const deeds = {
  'go on': goOn,
  pay,
  'send back': onMilestone('customer', 'reject', { feedback: 'It does not.' }),
  'break again': onMilestone('customer', 'broke-again', { text: 'It loops.', check_ids: [] }),
  'refund what was missed': async (walked, now) => {
    await onMilestone('customer', 'refund-released')(walked, now);
    await onMilestone('customer', 'refund-missed')(walked, now);
  },
  'let a week pass': ({ server, id }) => letWeeksPass(server, 1, id),
  'hand over': async ({ customer }, { developer, other, path, which }) => {
    await developer.call('POST', `${path}/give-back`, { note: 'Half of it works.' });
    if (which % 3 === 0) await customer.call('POST', `${path}/keep-held`);
    await other.call('POST', `${path}/grab`);
  },
  'give back': onRequest('developer', 'give-back', { note: 'Half of it works.' }),
  'refund held': onRequest('customer', 'refund-held'),
  'find another': onRequest('customer', 'find-another'),
  cancel: onRequest('customer', 'cancel', WHY),
  'ask to cancel': ({ customer }, { developer, milestones, path, which }) => {
    const held = milestones.filter(({ billing_status }) => billing_status === 'held');
    const splits = held.map((each, index) => splitOf(each, which + index));
    return (which % 2 ? customer : developer).call('POST', `${path}/ask-to-cancel`, {
      ...WHY,
      splits,
    });
  },
  'answer it': async ({ customer }, { developer, path, which }) => {
    const act = which % 3 === 0 ? 'decline-to-cancel' : 'agree-to-cancel';
    for (const side of [customer, developer])
      await side.call('POST', `${path}/${act}`, { text: 'It is nearly done.' });
  },
  'change the plan': async ({ customer }, { developer, milestone, path, which }) => {
    const added = {
      title: `Tests ${which}`,
      description: 'For all of it',
      hours: 1,
      hourly_rate: 45.55,
    };
    const changes = [
      { add: [added] },
      { add: [added], drop: [milestone?.id] },
      { alter: [{ id: milestone?.id, hourly_rate: 40 + (which % 30) }] },
    ];
    await developer.call('POST', `${path}/changes`, { ...WHY, ...changes[which % 3] });
    const { body } = await customer.call<{ change: { id: string } | null }>(
      'GET',
      `${path}/changes`,
    );
    if (which % 4 > 0) await customer.call('POST', `/api/changes/${body.change?.id}/agree`);
  },
  'get help': onRequest('developer', 'get-help', { reason: 'scope', text: 'It never ends.' }),
  report: async ({ customer }, { developer, path }) => {
    const { body } = await developer.call('POST', `${path}/messages`, { text: 'Pay me.' });
    await customer.call('POST', `/api/messages/${body.id}/report`);
  },
  'split by a moderator': async ({ moderator, id }, { milestone, which }) => {
    const path = `/api/moderation/tickets/${id}`;
    await moderator.call('POST', `${path}/take-in`, WHY);
    const parts = milestone && splitOf(milestone, which);
    await moderator.call('POST', `${path}/split`, { ...WHY, ...parts });
    if (which % 3 > 0) await moderator.call('POST', `${path}/resume`, WHY);
  },
  'refund by a moderator': ({ moderator, id }, { milestone, which }) =>
    moderator.call('POST', `/api/moderation/tickets/${id}/refund`, {
      ...WHY,
      milestone_id: milestone?.id,
      refunded_cents: partOf(milestone?.cost_cents ?? 0, which),
      borne_by: which % 2 ? 'developer' : 'platform',
    }),
  'resume or decide': ({ moderator, id }, { which }) => {
    const ways = ['resume', 'resume', 'resume', 'reopen', 'close-for-customer'] as const;
    const way = [...ways, 'close-for-developer', 'money-back'][which % 7];
    return moderator.call('POST', `/api/moderation/tickets/${id}/${way}`, {
      ...WHY,
      ...(way === 'money-back' && { borne_by: which % 2 ? 'developer' : 'platform' }),
    });
  },
  'look at the payment': async ({ moderator, id }, { which }) => {
    const { body } = await moderator.call<{ items: { id: string; ticket: { id: string } }[] }>(
      'GET',
      '/api/moderation/payments?limit=100',
    );
    const payment = body.items.find(({ ticket }) => ticket.id === id);
    const way = which % 3 === 0 ? 'refuse' : 'clear';
    await moderator.call('POST', `/api/moderation/payments/${payment?.id}/${way}`, WHY);
  },
  'lose a dispute': async ({ server, id }, { which }) => {
    const paid = await inDatabase(server, ({ db }) =>
      db
        .selectFrom('checkouts as c')
        .innerJoin('billing_records as b', 'b.id', 'c.billing_record_id')
        .select(['c.payment_reference as payment', 'c.charge_cents as amount_cents'])
        .where('b.ticket_id', '=', id)
        .where('c.payment_reference', 'is not', null)
        .orderBy('c.created_at')
        .execute(),
    );
    const { payment, amount_cents } = paid[which % Math.max(1, paid.length)] ?? {};
    if (payment && amount_cents) await loseDispute(server, { payment, amount_cents });
  },
  'decide the dispute': async ({ moderator, id }, { which }) => {
    const { body } = await moderator.call<{ items: { id: string; ticket: { id: string } }[] }>(
      'GET',
      '/api/moderation/disputes?limit=100',
    );
    const dispute = body.items.find(({ ticket }) => ticket.id === id);
    const borne_by = which % 2 ? 'developer' : 'platform';
    const path = `/api/moderation/disputes/${dispute?.id}/decide`;
    await moderator.call('POST', path, { ...WHY, borne_by });
  },
  'pay out': (_, { developer, which }) =>
    developer.call('POST', '/api/earnings/payouts', { amount_cents: 1000 + which }),
} satisfies Record<string, Deed>;

/** The way of a job more often than what ends it, so that walks get far. */
const OFTEN: Partial<Record<Step['does'], number>> = { 'go on': 20, pay: 5, 'resume or decide': 4 };
const RARELY: readonly Step['does'][] = ['cancel', 'find another', 'give back'];
const aStep: fc.Arbitrary<Step> = fc.record({
  does: fc.oneof(
    ...(Object.keys(deeds) as Step['does'][]).map((does) => ({
      weight: RARELY.includes(does) ? 1 : 2 * (OFTEN[does] ?? 1),
      arbitrary: fc.constant(does),
    })),
  ),
  which: fc.nat(1000),
});
const aMilestone = fc.constantFrom([1, 333.33], [1, 50], [3, 33.33], [2, 47.77], [1.5, 61.61]);

/** Always the same walks for a seed. */
export function someWalks(seed: number, count: number): Walk[] {
  const walk = fc.record({
    plan: fc.array(aMilestone as fc.Arbitrary<[number, number]>, { minLength: 1, maxLength: 3 }),
    steps: fc.array(aStep, { minLength: 10, maxLength: 40, size: 'max' }),
  });
  return fc.sample(walk, { seed, numRuns: count });
}

/** Chance rarely leaves a payment that a bank took back after its release, and that nobody has decided about. */
export const lostPayment: Walk = {
  plan: [[2, 47.77]],
  steps: [
    { does: 'go on', which: 1 },
    { does: 'go on', which: 1 },
    { does: 'lose a dispute', which: 0 },
  ],
};

/** Takes a walk with people of its own. What the rules refuse is as good as what they allow. */
export async function take({ plan, steps }: Walk, server: RealServer): Promise<Walked> {
  await inDatabase(server, ({ db }) => sql`delete from rate_limits`.execute(db));
  const [customer, first, second] = await Promise.all([
    person(server, 'customer', 'Maya'),
    person(server, 'developer', 'Ana'),
    person(server, 'developer', 'Ben'),
  ]);
  const moderator = await signedIn(server, 'moderator@example.com', 'unblock-demo');
  const request = {
    description: 'It loops',
    categories: ['web'],
    ai_tool: 'CLAUDE',
    budget: '$200',
  };
  const { body } = await customer.call<{ id: string }>('POST', '/api/tickets', request);
  const developers = [first, second] as const;
  const walked: Walked = { server, customer, developers, moderator, id: body.id, holders: [] };
  const path = `/api/tickets/${body.id}`;
  await first.call('POST', `${path}/grab`);
  for (const [index, [hours, hourly_rate]] of plan.entries()) {
    const title = `Part ${index + 1}`;
    const work = {
      title,
      description: 'Until it works',
      hours: Math.floor(hours),
      minutes: (hours % 1) * 60,
      hourly_rate,
    };
    await first.call('POST', `${path}/milestones`, work);
  }
  for (const { does, which } of [{ does: 'go on', which: 1 }, ...steps] as Step[])
    await deeds[does](walked, await lookAt(walked, which));
  return walked;
}

async function lookAt(walked: Walked, which: number): Promise<Now> {
  const { customer, developers, id } = walked;
  const path = `/api/tickets/${id}`;
  const [{ body: ticket }, { body }] = await Promise.all([
    customer.call<Ticket>('GET', path),
    customer.call<{ items: Milestone[] }>('GET', `${path}/milestones`),
  ]);
  walked.holders.push({ at: Date.now(), id: ticket.developer_id });
  const milestones = body.items;
  const isSecond = ticket.developer_id === developers[1].id;
  const [developer, other] = isSecond ? developers.toReversed() : developers;
  if (!developer || !other) throw new Error('somebody is missing');
  const milestone = milestones[which % Math.max(1, milestones.length)];
  return { path, ticket, milestones, milestone, developer, other, which };
}

async function person(server: RealServer, user_type: UserType, first_name: string) {
  const email = newAddress(first_name.toLowerCase());
  const password_hash = await hashPassword(PASSWORD);
  await inDatabase(server, ({ db }) =>
    db.transaction().execute(async (tx) => {
      const { id } = await createUser(tx, {
        email,
        password_hash,
        user_type,
        first_name,
        last_name: null,
        confirmed: true,
        supported_categories: user_type === 'developer' ? ['web'] : [],
      });
      // Accounts that are minutes old stand out where money is given.
      await sql`update users set created_at = now() - interval '1 day' where id = ${id}`.execute(
        tx,
      );
      if (first_name === 'Ana')
        await sql`update profiles set first_finished = 3, payout_country = 'US' where id = ${id}`.execute(
          tx,
        );
    }),
  );
  return signedIn(server, email, PASSWORD);
}

async function signedIn(server: RealServer, email: string, password: string): Promise<Person> {
  const token = await signInByCall(server, email, password);
  const { sub = '' } = JSON.parse(
    atob(token.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? ''),
  ) as { sub?: string };
  return {
    email,
    id: sub,
    call: async <Body>(method: string, path: string, body?: object) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      };
      const answer = await fetch(server.url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
      return { status: answer.status, body: (await answer.json()) as Body };
    },
  };
}
