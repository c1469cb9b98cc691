import { sql } from 'kysely';
import type { BillingRecord, TicketMoney } from '#domain/billing.ts';
import { DECISION_KINDS, type Decision } from '#domain/decision.ts';
import type { Earning, Earnings } from '#domain/earnings.ts';
import type { HistoryItem } from '#domain/history.ts';
import type { MessagePage } from '#domain/message.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { ModeratedRequest } from '#domain/moderation.ts';
import type { Notification } from '#domain/notification.ts';
import { type Notice, noticeRules } from '#domain/notification-rules.ts';
import { moneyWords, paymentWords, stepMoneyWords } from '#domain/record-money.ts';
import { shortId } from '#domain/ticket-words.ts';
import { ok } from './deeds.ts';
import type { Person, World } from './world.ts';

// What screens, lists and mails say of money, compared with the ledger. Here the ledger is read by
// plain sums of its lines, and not by what the product itself reads it with.

interface Sides {
  ticketId: string;
  created_at: Date;
  customer: Person;
  /** Whoever has it now. */
  developer?: Person | undefined;
  moderator: Person;
}

interface Places {
  held: number;
  released: number;
  refunded: number;
}

interface Booked {
  id: string;
  milestone_id: string | null;
  /** What the customer paid. */
  charge: number;
  price: number;
  held: number;
  back: number;
  /** Of it, what was given back by a step, and not taken by a bank. */
  given: number;
  developers: number;
  mine: number;
  fees: number;
  share: number;
}

interface Readers {
  /** Its two sides are among them, unless it is gone. */
  people: readonly Person[];
  moderator: Person;
  /** Whether money also moved without a step, as when a bank takes it back: then no history has it all. */
  banks: boolean;
}

/** What is said of a request's money otherwise than the ledger has it; empty when all words are true. */
export async function wrongWordsAbout(
  world: World,
  ticketId: string,
  { people, moderator, banks }: Readers,
): Promise<string[]> {
  const ticket = await world.context.db
    .selectFrom('tickets')
    .select(['customer_id', 'developer_id', 'created_at'])
    .where('id', '=', ticketId)
    .executeTakeFirst();
  const customer = people.find(({ id }) => id === ticket?.customer_id);
  if (!ticket || !customer) return [];
  const { created_at } = ticket;
  const developer = people.find(({ id }) => id === ticket?.developer_id);
  return [
    ...(await wrongMoneyWords(
      world,
      { ticketId, created_at, customer, developer, moderator },
      { banks },
    )),
    ...(developer ? await wrongEarnings(world, developer) : []),
  ];
}

async function wrongMoneyWords(
  world: World,
  sides: Sides,
  { banks }: { banks: boolean },
): Promise<string[]> {
  const { ticketId, customer, developer, moderator } = sides;
  const wrongs: string[] = [];
  const same = (what: string, said: unknown, booked: unknown) => {
    const [one, other] = [JSON.stringify(said), JSON.stringify(booked)];
    if (one !== other) wrongs.push(`${ticketId}: ${what} says ${one}, the ledger ${other}`);
  };
  const records = await booked(world, ticketId, developer?.id);
  const request = ok(
    await moderator.call<ModeratedRequest>('GET', `/api/moderation/tickets/${ticketId}`),
  );
  same('the moderator’s page', parsed(moneyWords(request.money)), all(records, ofModerator));
  const plans: [string, Person, (record: Booked) => Places][] = [
    ['the customer', customer, ofCustomer],
  ];
  if (developer) plans.push(['the unblocker', developer, ofDeveloper]);
  for (const [name, person, of] of plans) {
    const money = ok(await person.call<TicketMoney>('GET', `/api/tickets/${ticketId}/money`));
    same(`the money of ${name}`, parsed(moneyWords(money)), all(records, of));
    const path = `/api/tickets/${ticketId}/milestones`;
    const { items } = ok(await person.call<{ items: Milestone[] }>('GET', path));
    for (const milestone of items)
      same(
        `“${milestone.title}” to ${name}`,
        parsed(paymentWords(milestone)),
        all(
          records.filter(({ id }) => id === milestone.billing_record_id),
          of,
        ),
      );
  }
  for (const milestone of request.plan)
    same(
      `“${milestone.title}” to the moderator`,
      parsed(paymentWords(milestone)),
      all(
        records.filter(({ id }) => id === milestone.billing_record_id),
        ofModerator,
      ),
    );
  for (const record of records) {
    const path = `/api/billing-records/${record.id}`;
    const receipt = ok(await customer.call<BillingRecord>('GET', path));
    same('the receipt', parsed(paymentWords(receipt)), ofCustomer(record));
  }
  await compareSteps(world, sides, { same, records, request, banks });
  return wrongs;
}

interface Compared {
  same: (what: string, said: unknown, booked: unknown) => void;
  records: readonly Booked[];
  request: ModeratedRequest;
  banks: boolean;
}

/** What is told of steps one by one: together they are what the ledger has now. */
async function compareSteps(
  world: World,
  { ticketId, created_at, customer, developer }: Sides,
  { same, records, request, banks }: Compared,
): Promise<void> {
  const total = (of: (record: Booked) => number) =>
    records.reduce((sum, record) => sum + of(record), 0);
  const history = await historyOf(customer, ticketId);
  const steps = history.map((item) => parsed(item.money && stepMoneyWords(item.money)));
  if (!banks) {
    same(
      'the history',
      sum(steps, 'refunded'),
      total(({ back }) => back),
    );
    same(
      'the history',
      sum(steps, 'held'),
      total(({ charge }) => charge),
    );
    const log = request.history.map(({ money }) => parsed(money && stepMoneyWords(money)));
    same(
      'the moderator’s history',
      sum(log, 'refunded'),
      total(({ back }) => back),
    );
  }
  if (developer && !banks) {
    const mine = (await historyOf(developer, ticketId)).map(({ money }) =>
      parsed(money && stepMoneyWords(money)),
    );
    same(
      'the history of the unblocker',
      sum(mine, 'released'),
      total(({ mine }) => mine),
    );
  }

  const isDecision = ({ event }: HistoryItem) => DECISION_KINDS.some((kind) => kind === event);
  const decided = sum(
    history.filter(isDecision).map(({ money }) => parsed(money && stepMoneyWords(money))),
    'refunded',
  );
  const path = `/api/tickets/${ticketId}/decisions`;
  const { items } = ok(await customer.call<{ items: Decision[] }>('GET', path));
  const outcomes = items.map(({ outcome }) => parsed(outcome));
  same('what moderators decided', sum(outcomes, 'refunded'), decided);

  const mails = (await world.mails({ to: customer.email, since: created_at })).filter(
    ({ subject, body_text }) => `${subject} ${body_text}`.includes(`#${shortId(ticketId)}`),
  );
  const mailed = (kind: string, words: RegExp) =>
    mails
      .filter((mail) => mail.kind === kind)
      .reduce((cents, mail) => cents + centsIn(mail.body_text, words), 0);
  same(
    'mails about decisions',
    mailed('moderator_decision', /You get (\$[\d,.]+\d) back/g),
    decided,
  );
  const { receipts } = ok(
    await customer.call<TicketMoney>('GET', `/api/tickets/${ticketId}/money`),
  );
  const received = (kinds: string[]) =>
    receipts.reduce(
      (cents, each) => cents + (kinds.includes(each.kind) ? each.amount_cents : 0),
      0,
    );
  same(
    'receipts',
    received(['payment']),
    total(({ charge }) => charge),
  );
  same(
    'receipts of refunds',
    received(['refund']),
    total(({ given }) => given),
  );
  same(
    'mails with receipts',
    mailed('refund_receipt', /Refunded: (\$[\d,.]+\d)/g),
    received(['refund', 'return']),
  );

  const sides = [
    { person: customer, of: ofCustomer },
    { person: developer, of: ofDeveloper },
  ];
  for (const { person, of } of sides)
    if (person) await compareSentences({ person, ticketId, same, booked: records.map(of) });
}

/** Sums in notifications and between messages are those of a step, or of where the money is. */
async function compareSentences({
  person,
  ticketId,
  same,
  booked,
}: {
  person: Person;
  ticketId: string;
  same: Compared['same'];
  booked: readonly Places[];
}): Promise<void> {
  const history = await historyOf(person, ticketId);
  const stepWords = history.map(({ money }) => (money && stepMoneyWords(money)) ?? '');
  const known = new Set(stepWords.flatMap(sumsIn));
  const places = new Set([...known, ...booked.flatMap((each) => Object.values(each))]);
  const strange = (text: string, allowed: ReadonlySet<number>) =>
    sumsIn(text).filter((cents) => !allowed.has(cents));

  const { items } = ok(
    await person.call<{ items: Notification[] }>('GET', '/api/notifications?limit=100'),
  );
  for (const told of items.filter(({ ticket_id }) => ticket_id === ticketId)) {
    if (!(told.kind in noticeRules)) continue;
    const rule = noticeRules[told.kind as Notice];
    // What was held then is a sum of several; the tests of ways out have it to the cent.
    if (rule.money === 'held' || typeof rule.says === 'string') continue;
    const text = rule.says(told);
    same(`“${text}”`, strange(text, rule.money ? places : known), []);
  }

  const path = `/api/tickets/${ticketId}/messages?limit=100`;
  const { lines } = ok(await person.call<MessagePage>('GET', path));
  for (const { text } of lines) same(`the line “${text}”`, strange(text, known), []);
}

function sumsIn(text: string): number[] {
  return [...text.matchAll(/\$[\d,.]+\d/g)].map(([dollars]) => centsIn(dollars, /(.+)/g));
}

/** What the Earnings page says, compared with the balance; each entry names its request. */
async function wrongEarnings(world: World, developer: Person): Promise<string[]> {
  const entries: Earning[] = [];
  for (let cursor = ''; ; ) {
    const path = `/api/earnings?limit=100${cursor}`;
    const page = ok(await developer.call<Earnings>('GET', path));
    entries.push(...page.items);
    if (page.next_cursor === null) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  const { rows } = await sql<{ cents: number }>`select coalesce(sum(amount_cents), 0)::int as cents
    from ledger_lines where account = 'developer' and owner_id = ${developer.id}`.execute(
    world.context.db,
  );
  const said = entries.reduce((cents, { amount_cents }) => cents + amount_cents, 0);
  const nameless = entries.filter(({ kind, ticket_id }) => kind === 'release' && !ticket_id);
  return [
    ...(said === rows[0]?.cents ? [] : [`the earnings say ${said}, the ledger ${rows[0]?.cents}`]),
    ...nameless.map(({ id }) => `the entry ${id} names no request`),
  ];
}

async function booked(world: World, ticketId: string, developerId?: string): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    with lines as (
      select e.billing_record_id as record, e.key, e.kind, l.account, l.owner_id,
        l.amount_cents::int as cents
      from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where e.kind <> 'return' and not exists (select from disputes d
        join checkouts c on c.id = d.checkout_id and c.status = 'returned'
        where e.key like 'dispute%:' || d.reference))
    select b.id, b.milestone_id, b.price_cents as price,
      coalesce(-sum(cents) filter (where l.kind = 'hold' and account = 'clearing'), 0)::int as charge,
      coalesce(sum(cents) filter (where account = 'held'), 0)::int as held,
      least(coalesce(sum(cents) filter (where l.kind in ('refund', 'split', 'case_refund') and account = 'refunds'
          or l.kind = 'dispute_lost' and account in ('refunds', 'disputes')), 0),
        b.price_cents - b.discount_cents)::int as back,
      coalesce(sum(cents) filter (where l.kind in ('refund', 'split', 'case_refund')
        and account = 'refunds'), 0)::int as given,
      coalesce(sum(cents) filter (where account = 'developer'), 0)::int as developers,
      coalesce(sum(cents) filter (where account = 'developer'
        and owner_id is not distinct from ${developerId ?? null}::uuid), 0)::int as mine,
      coalesce(sum(cents) filter (where account = 'fees'), 0)::int as fees,
      case when coalesce(b.awarded_to, case when 'AWAITING_ASSIGNMENT' not in (t.status, coalesce(t.status_before_help, ''))
          then t.developer_id end) is not distinct from ${developerId ?? null}::uuid
        then coalesce(b.awarded_cents, b.price_cents)
          - round(coalesce(b.awarded_cents, b.price_cents) * coalesce(b.fee_cents, 0)::numeric / b.price_cents)
        else 0 end::int as share
    from billing_records b join tickets t on t.id = b.ticket_id left join lines l on l.record = b.id
    where b.ticket_id = ${ticketId}::uuid group by b.id, t.id`.execute(world.context.db);
  return rows;
}

const ofCustomer = ({ charge, held, back }: Booked): Places => ({
  held: held > 0 ? charge : 0,
  released: held > 0 ? 0 : Math.max(0, charge - back),
  refunded: back,
});
const ofDeveloper = ({ held, share, mine, back }: Booked): Places => ({
  held: held > 0 ? share : 0,
  released: mine,
  refunded: back,
});
const ofModerator = ({ held, developers, fees, back }: Booked): Places => ({
  held,
  released: developers + fees,
  refunded: back,
});

function all(records: readonly Booked[], of: (record: Booked) => Places): Places {
  const each = records.map(of);
  return {
    held: sum(each, 'held'),
    released: sum(each, 'released'),
    refunded: sum(each, 'refunded'),
  };
}

function sum(each: readonly Places[], place: keyof Places): number {
  return each.reduce((total, places) => total + places[place], 0);
}

/** The amounts of a sentence; what follows later is not counted. */
function parsed(words: string | null): Places {
  const [now = ''] = (words ?? '').split(', then ');
  return {
    held: centsIn(now, /held (\$[\d,.]+\d)/gi),
    released: centsIn(now, /(\$[\d,.]+\d) released/g) - centsIn(now, /(\$[\d,.]+\d) taken back/g),
    refunded:
      centsIn(now, /(\$[\d,.]+\d) refunded/g) +
      centsIn(now, /(?:refunded|request back:|back to the customer:) (\$[\d,.]+\d)/g),
  };
}

function centsIn(text: string, words: RegExp): number {
  return [...text.matchAll(words)].reduce(
    (total, [, dollars = '']) => total + Math.round(Number(dollars.replace(/[$,]/g, '')) * 100),
    0,
  );
}

async function historyOf(person: Person, ticketId: string): Promise<HistoryItem[]> {
  const items: HistoryItem[] = [];
  for (let cursor = ''; ; ) {
    const path = `/api/tickets/${ticketId}/history?limit=100${cursor}`;
    const page = ok(
      await person.call<{ items: HistoryItem[]; next_cursor: string | null }>('GET', path),
    );
    items.push(...page.items);
    if (page.next_cursor === null) return items;
    cursor = `&cursor=${page.next_cursor}`;
  }
}
