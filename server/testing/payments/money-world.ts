import { sql } from 'kysely';
import type { Milestone } from '#domain/milestone.ts';
import { ledgerState } from '../../ledger/check-ledger.ts';
import { change } from '../../lifecycle/change.ts';
import { lockTicket } from '../../lifecycle/locked.ts';
import { perform } from '../../lifecycle/perform.ts';
import { reconcile } from '../../payments/reconcile.ts';
import type { StripeSettings } from '../../payments/stripe/stripe.ts';
import {
  agreeOnPlan,
  aMilestone,
  aRequest,
  deliver,
  grab,
  ok,
  pay,
  postRequest,
} from '../deeds.ts';
import { openWorld, type Person, type World } from '../world.ts';
import { FakeStripe } from './fake-stripe.ts';
import type { FakeEvent } from './fake-stripe-answers.ts';

/** The whole server set up for Stripe, with our double of it. */
export interface MoneyWorld {
  world: World;
  fake: FakeStripe;
  stripe: StripeSettings;
  /** Delivers an event as Stripe does; answers with the status. */
  deliver: (event: FakeEvent, headers?: { signature?: string; at?: Date }) => Promise<number>;
  /** Delivers every event that was not delivered yet. */
  deliverAll: () => Promise<void>;
  /** What the jobs would do, at once and without waiting. */
  work: () => Promise<void>;
  close: () => Promise<void>;
}

export async function openMoneyWorld(): Promise<MoneyWorld> {
  const fake = new FakeStripe();
  const apiBase = await fake.start();
  // The account's own endpoint, and the one for connected accounts.
  const webhookSecrets = [fake.webhookSecret, fake.connectSecret];
  const stripe = { secretKey: 'sk_test_fake', webhookSecrets, apiBase };
  const world = await openWorld({
    payments: 'stripe',
    providerSettings: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecrets.join(','),
      STRIPE_API_BASE: apiBase,
    },
  });
  let delivered = 0;
  const deliver: MoneyWorld['deliver'] = async (event, { signature, at } = {}) => {
    const made = fake.delivery(event, at);
    const answer = await world.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature ?? made.signature,
      },
      payload: made.payload,
    });
    return answer.statusCode;
  };
  return {
    world,
    fake,
    stripe,
    deliver,
    deliverAll: async () => {
      while (delivered < fake.books.events.length) {
        const event = fake.books.events[delivered++];
        if (event) await deliver(event);
      }
    },
    work: () => reconcile(world.context, { olderThanMs: -1000 }),
    close: async () => {
      await world.close();
      await fake.stop();
    },
  };
}

/** What the reconciliation has to tell a person, by its kind. */
export async function findingKinds({ world }: Pick<MoneyWorld, 'world'>): Promise<string[]> {
  const { findings } = await ledgerState(world.context.db);
  return findings.map(({ kind }) => kind);
}

export interface Deal {
  customer: Person;
  developer: Person;
  ticketId: string;
  milestones: Milestone[];
}

/** A new customer and developer who have agreed on a plan. */
export async function makeDeal(
  { world }: Pick<MoneyWorld, 'world'>,
  plan: Partial<typeof aMilestone>[] = [{}],
  developer?: Person,
  email?: string,
): Promise<Deal> {
  const customer = await world.person('customer', email === undefined ? {} : { email });
  const who = developer ?? (await world.person('developer'));
  const { id: ticketId } = await postRequest(customer);
  await grab(who, ticketId);
  const milestones = await agreeOnPlan({ customer, developer: who }, ticketId, plan);
  return { customer, developer: who, ticketId, milestones };
}

/** The same by a quote that the customer has chosen and approved. */
export async function makeQuotedDeal(
  { world }: Pick<MoneyWorld, 'world'>,
  plan: Partial<typeof aMilestone>[],
  developer: Person,
): Promise<Deal> {
  const customer = await world.person('customer');
  const request = { ...aRequest, mode: 'quotes' };
  const { id: ticketId } = ok(await customer.call<{ id: string }>('POST', '/api/tickets', request));
  const path = `/api/tickets/${ticketId}`;
  const quote = await developer.call<{ id: string }>('POST', `${path}/quotes`, aQuote(plan));
  ok(await customer.call('POST', `/api/quotes/${ok(quote).id}/choose`, { approve: true }));
  const read = await customer.call<{ items: Milestone[] }>('GET', `${path}/milestones`);
  return { customer, developer, ticketId, milestones: ok(read).items };
}

export function aQuote(plan: Partial<typeof aMilestone>[]) {
  return {
    message: 'I can do that',
    milestones: plan.map((changes) => ({ ...aMilestone, ...changes })),
  };
}

/** The page at the provider where a milestone is paid; its name there. */
export async function openPage({ customer, milestones }: Deal, index = 0): Promise<string> {
  const path = `/api/milestones/${milestones[index]?.id}/checkout`;
  const { checkout_url } = ok(await customer.call<{ checkout_url: string }>('POST', path));
  return checkout_url.split('/').at(-1) ?? '';
}

/** Pays a milestone, and has us told. */
export async function fund(money: MoneyWorld, deal: Deal, index = 0): Promise<string> {
  const page = await openPage(deal, index);
  money.fake.books.pay(page);
  await money.deliverAll();
  return page;
}

/** Delivers and accepts a funded milestone. */
export async function finish({ customer, developer, milestones }: Deal, index = 0): Promise<void> {
  const id = milestones[index]?.id ?? '';
  if (index === 0) await deliver(developer, id);
  else ok(await developer.call('POST', `/api/milestones/${id}/submit`, { message: 'Done' }));
  ok(await customer.call('POST', `/api/milestones/${id}/accept`, {}));
}

/** A moderator takes a step on a request, after somebody has asked for help. */
export async function moderate(
  { world }: Pick<MoneyWorld, 'world'>,
  deal: Deal,
  action: 'close-for-customer' | 'close-for-developer' | 'reopen' | 'resume',
): Promise<void> {
  await askForHelp(deal);
  const { viewer } = await world.person('moderator');
  await change(world.context, async (each) =>
    perform(each, await lockTicket(each.tx, deal.ticketId), { action, actor: viewer }),
  );
}

/** The developer writes what they should not, and the customer reports it. */
export async function askForHelp({ customer, developer, ticketId }: Deal): Promise<void> {
  const path = `/api/tickets/${ticketId}/messages`;
  const { id } = ok(await developer.call<{ id: string }>('POST', path, { text: 'Pay me outside' }));
  ok(await customer.call('POST', `/api/messages/${id}/report`));
}

/** A refusal is an answer; a fault is not. */
export async function noFault(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 500) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
}

/** Approved work breaks; half of the time its repair is missed, and it is refunded. */
async function breakAgain(
  { world }: Pick<MoneyWorld, 'world'>,
  { customer, ticketId }: Deal,
  other: number,
): Promise<void> {
  const plan = await customer.call<{ items?: Milestone[] }>(
    'GET',
    `/api/tickets/${ticketId}/milestones`,
  );
  const approved = plan.body.items?.filter(({ status }) => status === 'ACCEPTED') ?? [];
  const { id, repairs } = approved[other % Math.max(1, approved.length)] ?? {};
  if (!id) return;
  const path = `/api/milestones/${id}`;
  await noFault(customer.call('POST', `${path}/broke-again`, { text: 'It broke.', check_ids: [] }));
  if (other % 2 === 0) return;
  await sql`update milestones set created_at = created_at - interval '14 days',
    started_at = started_at - interval '14 days'
    where repairs = ${repairs ?? id} and status <> 'ACCEPTED'`.execute(world.context.db);
  await noFault(customer.call('POST', `${path}/refund-released`));
}

/** The sides use the guarantee, change the plan, or try to end a request; rarely, as nothing more happens to its money then. */
export async function bySides(
  money: Pick<MoneyWorld, 'world'>,
  {
    does,
    deal,
    other,
  }: {
    does: 'break again' | 'cancel' | 'agree to cancel' | 'change plan';
    deal: Deal;
    other: number;
  },
): Promise<void> {
  if (does === 'break again') return breakAgain(money, deal, other);
  if (does === 'change plan') return changePlan(deal, other);
  const path = `/api/tickets/${deal.ticketId}/cancel`;
  if (does === 'cancel' && other % 4 === 0)
    await noFault(deal.customer.call('POST', path, { reason: 'Found it.' }));
  if (does === 'agree to cancel' && other % 2 === 0) await agreeToCancel(deal, other);
}

/** One side proposes to drop, alter and add something; the other agrees, or either lets it be. */
async function changePlan(
  { customer, developer, ticketId, milestones }: Deal,
  other: number,
): Promise<void> {
  const id = milestones[other % milestones.length]?.id ?? '';
  const added = { title: 'Tests', description: 'For all of it', hours: 1, hourly_rate: 50 };
  const changes = [
    { add: [added] },
    { add: [added], drop: [id] },
    { alter: [{ id, hourly_rate: 40 + (other % 30) }] },
  ];
  const [asker, answerer] = other % 2 === 0 ? [customer, developer] : [developer, customer];
  const path = `/api/tickets/${ticketId}/changes`;
  const change = { reason: 'It turned out otherwise.', ...changes[other % changes.length] };
  const asked = asker.call<{ change?: { id: string } | null }>('POST', path, change);
  await noFault(asked);
  const open = `/api/changes/${(await asked).body.change?.id ?? crypto.randomUUID()}`;
  await Promise.all([
    noFault(answerer.call('POST', `${open}/agree`)),
    noFault(other % 5 === 0 ? asker.call('POST', `${open}/withdraw`) : asker.call('GET', path)),
  ]);
}

/** One side proposes a split of all that is held; the other agrees, or declines. */
async function agreeToCancel({ customer, developer, ticketId }: Deal, other: number) {
  const path = `/api/tickets/${ticketId}`;
  const { body } = await customer.call<{ items?: Milestone[] }>('GET', `${path}/milestones`);
  const held = body.items?.filter(({ billing_status }) => billing_status === 'held') ?? [];
  const splits = held.map(({ id, cost_cents }) => {
    const released_cents = Math.floor((cost_cents * (other % 11)) / 10);
    return { milestone_id: id, released_cents, refunded_cents: cost_cents - released_cents };
  });
  const [asker, answerer] = other % 4 === 0 ? [customer, developer] : [developer, customer];
  await noFault(asker.call('POST', `${path}/ask-to-cancel`, { reason: 'Too slow.', splits }));
  const answer = other % 6 === 0 ? 'decline-to-cancel' : 'agree-to-cancel';
  await noFault(answerer.call('POST', `${path}/${answer}`, { text: 'No.' }));
}

/** A developer who has told Stripe where their money should go. */
export async function onboard({ fake, deliverAll }: MoneyWorld, developer: Person): Promise<void> {
  const answer = await developer.call<{ onboarding_url: string }>('POST', '/api/earnings/account');
  fake.books.onboard(ok(answer).onboarding_url.split('/').at(-1) ?? '');
  await deliverAll();
}

/** Pays a milestone on the sandbox's page. */
export async function fundInSandbox(world: World, { customer, milestones }: Deal): Promise<void> {
  await pay(world, customer, milestones[0]?.id ?? '');
}
