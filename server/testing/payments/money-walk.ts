import { sql } from 'kysely';
import type { Milestone } from '#domain/milestone.ts';
import { balance } from '../../ledger/ledger.ts';
import { inReview } from '../../ledger/records.ts';
import { change } from '../../lifecycle/change.ts';
import { lockTicket } from '../../lifecycle/locked.ts';
import { markFindingDone } from '../../moderation/mark-finding-done.ts';
import { decidePayment } from '../../moderation/payments.ts';
import { brokenInvariants } from '../../operation/invariants.ts';
import { decideLostDispute, refundReleased, refundWholeRequest } from '../../payments/cases.ts';
import { compareWithProvider } from '../../payments/compare.ts';
import { splitHeld } from '../../payments/move-money.ts';
import { settleDeveloper } from '../../payments/settle.ts';
import { takeDueSteps } from '../../tickets/due-steps.ts';
import { ok } from '../deeds.ts';
import { heldWithoutTurn } from '../held-without-turn.ts';
import { act, REASON } from '../moderation.ts';
import { wrongWordsAbout } from '../money-words.ts';
import type { Person } from '../world.ts';
import { crash, type Moment } from './crash.ts';
import type { FakeEvent } from './fake-stripe-answers.ts';
import { FAULTS, type Step } from './money-deeds.ts';
import {
  aQuote,
  askForHelp,
  bySides,
  type Deal,
  type MoneyWorld,
  makeDeal,
  makeQuotedDeal,
  noFault,
  onboard,
  openPage,
} from './money-world.ts';

/** Everything that people, banks, the provider and bad luck do to the money. */
export class MoneyWalk {
  readonly money: MoneyWorld;
  readonly deals: Deal[] = [];
  private readonly pages: string[] = [];
  private readonly developers: Person[] = [];
  /** How many events there were before: walks of one world share the provider. */
  private readonly before: number;

  constructor(money: MoneyWorld) {
    this.money = money;
    this.before = money.fake.books.events.length;
  }

  async begin(): Promise<void> {
    while (this.developers.length < 2) {
      const developer = await this.money.world.person('developer');
      await onboard(this.money, developer);
      this.developers.push(developer);
    }
    await this.deal(this.deals.length);
  }

  /** Takes a step. What the rules refuse is as good as what they allow; a fault is neither. */
  async take({ does, which, other }: Step): Promise<void> {
    const deal = pick(this.deals, which);
    switch (does) {
      case 'new deal':
        return this.deals.length < 8 ? this.deal(which) : undefined;
      case 'open page':
        if (deal)
          this.pages.push(await openPage(deal, other % deal.milestones.length).catch(() => ''));
        return;
      case 'pay':
        return this.pay(which, other);
      case 'deliver':
        return this.deliver(which, other);
      case 'work':
        return this.work(other);
      case 'finish':
        return deal && this.finish(deal);
      case 'hand over':
        return deal && this.handOver(deal, other);
      case 'settle':
        return this.settle(which, other);
      case 'pay out':
        await pick(this.developers, which)?.call('POST', '/api/earnings/payouts', {
          amount_cents: 1000 + other,
        });
        return;
      case 'dispute':
      case 'close dispute':
      case 'fail payout':
      case 'fail refund':
        return this.banks(does, which, other);
      case 'refund by hand':
        return this.refundByHand(which, other);
      case 'time':
        await this.passADay();
        return this.letClockAct(other);
      case 'split':
        return deal && other % 2 === 0 ? this.moderate(does, deal, other) : undefined;
      case 'break again':
      case 'cancel':
      case 'agree to cancel':
      case 'change plan':
        return deal && bySides(this.money, { does, deal, other });
      case 'close':
      case 'money back':
        return deal && other % 4 === 0 ? this.moderate(does, deal, other) : undefined;
      default:
        return deal && this.moderate(does, deal, other);
    }
  }

  /** What the banks of customers and developers do. */
  private banks(
    does: 'dispute' | 'close dispute' | 'fail payout' | 'fail refund',
    which: number,
    other: number,
  ): void {
    const { books } = this.money.fake;
    switch (does) {
      case 'dispute':
        for (const id of one([...books.intents.keys()], which)) books.dispute(id);
        return;
      case 'close dispute':
        for (const id of one([...books.disputes.keys()], which))
          books.closeDispute(id, other % 2 ? 'won' : 'lost');
        return;
      case 'fail payout':
        for (const { id } of one(books.payouts, which)) books.failPayout(id);
        return;
      case 'fail refund':
        // Rarely: what is owed then waits for a person, and nothing more can happen to it.
        for (const { id } of one(other % 3 === 0 ? books.refunds : [], which)) books.failRefund(id);
    }
  }

  /** Somebody at the operator's does it past us, for whatever reason: a part, or all that is left. */
  private refundByHand(which: number, other: number): void {
    const { books } = this.money.fake;
    const paid = [...books.intents.values()].filter(({ latest_charge }) => latest_charge !== null);
    const payment = other % 3 === 0 ? pick(paid, which)?.id : undefined;
    if (payment === undefined) return;
    const { amount, amount_refunded, disputed } = books.chargeOf(payment);
    const left = amount - amount_refunded;
    const cents = other % 2 === 0 ? left : Math.min(left, 500 + other);
    if (cents > 0 && !disputed) books.refund(payment, cents, {});
  }

  /** A moderator looks into what the comparison has found of refunds by hand. */
  private async lookIntoRefunds(): Promise<void> {
    const { world } = this.money;
    await compareWithProvider(world.context, { everything: true });
    const { viewer } = await world.person('moderator');
    const found = await world.context.db
      .selectFrom('money_findings')
      .select('id')
      .where('resolved_at', 'is', null)
      .where((is) =>
        is.or([is('about', 'like', 'refund re_%'), is('kind', '=', 'refunded_already')]),
      )
      .execute();
    for (const { id } of found)
      await change(world.context, (each) => markFindingDone(each, viewer, { id, reason: REASON }));
  }

  /** A server dies in the middle of it all. */
  async crash(moment: Moment): Promise<void> {
    await crash(this.money, moment, this.money.fake.books.events.slice(-5));
  }

  /** Everything that was under way ends: events come, banks decide, jobs run. */
  async end(): Promise<void> {
    const { fake } = this.money;
    fake.fault = () => null;
    fake.goOn();
    for (const page of this.pages)
      if (fake.books.sessions.has(page)) fake.books.finishDelayed(page, true);
    await this.freeLeases();
    for (const event of this.events().reverse()) {
      // Some payments we only learn of by asking.
      if (event.type !== 'checkout.session.completed' || event.id < 'evt_8')
        await this.money.deliver(event);
    }
    for (let run = 0; run < 3; run++) {
      await this.money.work();
      for (const event of this.events()) await this.money.deliver(event);
      await this.freeLeases();
    }
  }

  private events(): FakeEvent[] {
    return this.money.fake.books.events.slice(this.before);
  }

  /** What does not hold at the end; empty when all is well. */
  async wrongs(): Promise<string[]> {
    const { db } = this.money.world.context;
    await this.lookIntoRefunds();
    await compareWithProvider(this.money.world.context, { everything: true });
    // What others have refunded less than was owed goes back.
    await this.money.work();
    await compareWithProvider(this.money.world.context, { everything: true });
    const findings = await db
      .selectFrom('money_findings')
      .select(['kind', 'about', 'detail'])
      .where('resolved_at', 'is', null)
      .where('kind', '<>', 'refund_failed')
      .execute();
    return [
      ...(await brokenInvariants(db)),
      ...findings.map((finding) => JSON.stringify(finding)),
      ...(await this.forgotten()),
      ...(await this.unmatched()),
      ...(await this.unbalanced()),
      ...(await this.untrueWords()),
    ];
  }

  /** Requests of the walk whose held money waits for nobody: at no moment is there one. */
  heldWithoutTurn(): Promise<string[]> {
    const { db } = this.money.world.context;
    return heldWithoutTurn(
      db,
      this.deals.map(({ ticketId }) => ticketId),
    );
  }

  /** Up to twelve days of silence: what is delivered and paid is accepted by itself. */
  private async letClockAct(other: number): Promise<void> {
    const { context } = this.money.world;
    const now = Date.now() + (other % 12) * 86_400_000;
    // Each day by itself, as somebody is told before; a server that is killed leaves it to the next run.
    for (let then = Date.now(); then <= now; then += 86_400_000)
      await takeDueSteps(context, new Date(then)).catch(() => undefined);
  }

  /** A refund that failed, of which nobody is to know. */
  private async forgotten(): Promise<string[]> {
    const failed = await this.money.world.context.db
      .selectFrom('provider_calls as c')
      .leftJoin('money_findings as f', (join) =>
        join.onRef('f.about', '=', 'c.key').on('f.resolved_at', 'is', null),
      )
      .select(['c.key', 'c.amount_cents'])
      .where('c.kind', '=', 'refund')
      .where('c.state', '=', 'failed')
      .where('f.id', 'is', null)
      .execute();
    return failed.map(({ key, amount_cents }) => `${amount_cents} cents of ${key} are forgotten`);
  }

  /** Each charge of the provider is one entry that holds or returns it. */
  private async unmatched(): Promise<string[]> {
    const { rows } = await sql<{ payment_reference: string; entries: number }>`
      select c.payment_reference, count(e.id)::int as entries from checkouts c
      left join ledger_entries e on e.key in ('hold:' || c.id, 'return:' || c.id)
      where c.payment_reference is not null group by c.id`.execute(this.money.world.context.db);
    const booked = new Map(rows.map((row) => [row.payment_reference, row.entries]));
    const charged = [...this.money.fake.books.charges.values()].map((each) =>
      String(each.payment_intent),
    );
    return [
      ...charged
        .filter((id) => booked.get(id) !== 1)
        .map((id) => `the charge ${id} is booked ${booked.get(id)} times`),
      ...booked
        .keys()
        .filter((id) => !charged.includes(id))
        .map((id) => `${id} is booked and was never charged`),
    ];
  }

  private async untrueWords({ world } = this.money): Promise<string[]> {
    const people = this.deals.flatMap(({ customer, developer }) => [customer, developer]);
    const readers = { people, moderator: await world.person('moderator'), banks: true };
    const wrongs = this.deals.map((deal) => wrongWordsAbout(world, deal.ticketId, readers));
    return (await Promise.all(wrongs)).flat();
  }

  /** The balances at the provider are the ones in the ledger. */
  private async unbalanced(): Promise<string[]> {
    const { fake, world } = this.money;
    const { db } = world.context;
    const wrongs: string[] = [];
    const clearing = await balance(db, 'clearing');
    if (clearing !== -fake.books.gained)
      wrongs.push(`the platform has ${fake.books.gained} at the provider and ${-clearing} here`);
    for (const account of await db.selectFrom('payout_accounts').selectAll().execute()) {
      const ours = await balance(db, 'connected', account.developer_id);
      const theirs = fake.books.balanceOf(account.reference);
      if (ours !== -theirs)
        wrongs.push(`${account.reference} has ${theirs} at the provider and ${-ours} here`);
    }
    return wrongs;
  }

  private async deal(which: number): Promise<void> {
    // An hour at a high rate: moderators look at its payment.
    const first = which % 2 === 0 ? { hours: 1, hourly_rate: 333.33 } : {};
    const plan = [first, { hours: 1, minutes: 20, hourly_rate: 33.33 }, { hours: 3 }].slice(
      0,
      1 + (which % 3),
    );
    const developer = pick(this.developers, which);
    const isQuoted = which % 3 === 1 && developer !== undefined;
    const made = isQuoted
      ? makeQuotedDeal(this.money, plan, developer)
      : makeDeal(this.money, plan, developer);
    // Days may pass meanwhile: then the developer has it no more.
    const deal = await made.catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
    if (deal) this.deals.push(deal);
  }

  private async pay(which: number, other: number): Promise<void> {
    const page = pick(this.pages, which) ?? '';
    const { books } = this.money.fake;
    if (!books.sessions.has(page)) return;
    const again = !books.pay(page, other % 4 === 0 ? 'delayed' : 'card');
    if (again) books.finishDelayed(page, other % 3 !== 0);
  }

  /** Any event, new or old, once or several times at once; and one that is not signed. */
  private async deliver(which: number, other: number): Promise<void> {
    const { events } = this.money.fake.books;
    const event = other % 2 === 0 ? pick(events, which) : pick(events.slice(-4), which);
    if (!event) return;
    const times = 1 + (other % 3);
    const statuses = await Promise.all(
      Array.from({ length: times }, () => this.money.deliver(event)),
    );
    const forged = await this.money.deliver(event, { signature: 't=1,v1=00' });
    if (forged !== 400) throw new Error(`a forged event answered ${forged}`);
    const faulty = statuses.find((status) => status !== 200 && status !== 503);
    if (faulty) throw new Error(`an event answered ${faulty}: ${JSON.stringify(event)}`);
  }

  private async work(other: number): Promise<void> {
    // What hung is sometimes still at it.
    if (other % 2 === 0) this.money.fake.goOn();
    this.withFaults(other);
    await this.money.work();
    this.money.fake.fault = () => null;
  }

  private async settle(which: number, other: number): Promise<void> {
    this.withFaults(other);
    const developer = pick(this.developers, which);
    if (developer)
      await settleDeveloper(this.money.world.context, developer.id).catch(() => undefined);
    this.money.fake.fault = () => null;
  }

  private withFaults(seed: number): void {
    let turn = seed;
    this.money.fake.fault = ({ method }) =>
      method === 'POST' ? (FAULTS[turn++ % FAULTS.length] ?? null) : null;
  }

  /** Whatever comes next for the first milestone that is not done. */
  private async finish({ customer, developer, ticketId }: Deal): Promise<void> {
    const { body } = await customer.call<{ items?: Milestone[] }>(
      'GET',
      `/api/tickets/${ticketId}/milestones`,
    );
    const milestone = body.items?.find(({ status }) => status !== 'ACCEPTED');
    if (!milestone) return;
    const path = `/api/milestones/${milestone.id}`;
    if (milestone.status === 'IN_REVIEW')
      await noFault(customer.call('POST', `${path}/accept`, {}));
    else if (milestone.status === 'IN_PROGRESS')
      await developer.call('POST', `${path}/submit`, { message: 'Done' });
    else await developer.call('POST', `${path}/start`);
  }

  /** Its developer gives a request back, or the one before them has: somebody goes on with it. */
  private async handOver(deal: Deal, other: number): Promise<void> {
    const { customer, ticketId } = deal;
    const path = `/api/tickets/${ticketId}`;
    const next = pick(this.developers, other) ?? deal.developer;
    await noFault(deal.developer.call('POST', `${path}/give-back`, { note: 'Half of it works.' }));
    if (other % 3 === 0) await noFault(customer.call('POST', `${path}/keep-held`));
    // Sometimes it is left for a while, and paid for too late.
    if (other % 5 === 0) return;
    if (!(await this.takeOver(deal, next))) return;
    deal.developer = next;
    if (other % 4 === 0) await noFault(customer.call('POST', `${path}/refund-held`));
    await noFault(next.call('POST', `${path}/submit-plan`));
    await noFault(customer.call('POST', `${path}/approve-plan`));
  }

  /** By a grab, or by a quote where its customer compares. Answers with whether it could be. */
  private async takeOver({ customer, ticketId }: Deal, next: Person): Promise<boolean> {
    const path = `/api/tickets/${ticketId}`;
    if ((await next.call('POST', `${path}/grab`)).status === 200) return true;
    const sent = await next.call<{ id: string }>('POST', `${path}/quotes`, aQuote([{}]));
    if (sent.status !== 201) return false;
    const chosen = await customer.call('POST', `/api/quotes/${sent.body.id}/choose`);
    return chosen.status === 200;
  }

  private async moderate(does: Step['does'], deal: Deal, other: number): Promise<void> {
    const work = () => {
      switch (does) {
        case 'close':
          return this.close(deal, other % 8 < 4 ? 'close-for-customer' : 'close-for-developer');
        case 'decide dispute':
          return this.decideDispute(other);
        default:
          return this.inCase(does, deal, other);
      }
    };
    await work().catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
  }

  private async close(deal: Deal, action: string): Promise<void> {
    await askForHelp(deal);
    ok(await act(await this.money.world.person('moderator'), deal, action));
  }

  private async decideDispute(other: number): Promise<void> {
    const reference = pick([...this.money.fake.books.disputes.keys()], other) ?? '';
    const borne_by = other % 8 < 4 ? 'developer' : 'platform';
    await change(this.money.world.context, (each) =>
      decideLostDispute(each, { provider: 'stripe', reference }, borne_by),
    );
  }

  /** A first hour that stood out goes on, or back: whichever of the walk waits for that. */
  private async lookAtPayment(other: number): Promise<void> {
    const { world } = this.money;
    const waiting = await world.context.db
      .selectFrom('billing_records as b')
      .select('b.id')
      .where(inReview)
      .where(
        'b.ticket_id',
        'in',
        this.deals.map(({ ticketId }) => ticketId),
      )
      .orderBy('b.paid_at')
      .execute();
    const id = pick(waiting, other)?.id;
    if (!id) return;
    const { viewer } = await world.person('moderator');
    const act = other % 3 === 0 ? 'refuse' : 'clear';
    await change(world.context, (each) => decidePayment(each, viewer, { id, act, reason: REASON }));
  }

  private async inCase(does: Step['does'], deal: Deal, other: number): Promise<void> {
    if (does === 'look at payment') return this.lookAtPayment(other);
    const borne_by = other % 8 < 4 ? 'developer' : 'platform';
    await change(this.money.world.context, async (each) => {
      const locked = await lockTicket(each.tx, deal.ticketId);
      const wanted = does === 'split' ? 'held' : 'released';
      const milestone = pick(
        locked.milestones.filter((each) => each.billing === wanted && each.awarded_cents === null),
        other,
      );
      if (does === 'money back') return refundWholeRequest(each, locked, borne_by);
      if (!milestone?.billing_record_id) return;
      const part = Math.floor((milestone.cost_cents * (other % 11)) / 10);
      if (does === 'split')
        return splitHeld(each, locked, milestone, {
          released_cents: part,
          refunded_cents: milestone.cost_cents - part,
        });
      await refundReleased(each, milestone.billing_record_id, { cents: part, borne_by });
    });
  }

  /** The clock jumps: keys are forgotten, leases run out, pages and failures are old. */
  private async passADay(): Promise<void> {
    const { db } = this.money.world.context;
    // Nothing is under way for a day.
    this.money.fake.goOn();
    this.money.fake.forgetKeys();
    await sql`update provider_calls set created_at = created_at - interval '25 hours',
      keyed_at = keyed_at - interval '25 hours', leased_until = null, settled_at = settled_at - interval '25 hours'`.execute(
      db,
    );
    await sql`update billing_records set payable_at = payable_at - interval '4 days'`.execute(db);
    await sql`update checkouts set created_at = created_at - interval '25 hours',
      asked_at = asked_at - interval '25 hours'`.execute(db);
  }

  private async freeLeases(): Promise<void> {
    const { db } = this.money.world.context;
    await sql`update provider_calls set leased_until = null`.execute(db);
    await sql`update provider_calls set settled_at = settled_at - interval '25 hours' where state = 'failed'`.execute(
      db,
    );
    await sql`update checkouts set asked_at = null`.execute(db);
  }
}

function isRefusal(error: unknown): boolean {
  // Steps that the API refused are told by the deeds of the tests in their own words.
  return (
    error instanceof Error && (error.name === 'Refusal' || error.message.startsWith('answered 4'))
  );
}

/** The same as a list of one or none. */
function one<Value>(values: readonly Value[], which: number): Value[] {
  return values.length === 0 ? [] : values.slice(which % values.length).slice(0, 1);
}

function pick<Value>(values: readonly Value[], which: number): Value | undefined {
  return values[which % Math.max(1, values.length)];
}
