import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../database/database.ts';
import { change } from '../lifecycle/change.ts';
import { decideLostDispute } from '../payments/cases.ts';
import { settleDeveloper } from '../payments/settle.ts';
import { ok } from '../testing/deeds.ts';
import {
  type Deal,
  finish,
  fund,
  makeDeal,
  moderate,
  onboard,
  openPage,
} from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import { moneyInvariants } from './invariants.ts';

type Line = [account: string, cents: number, owner?: string];

const NOBODY = '00000000-0000-4000-8000-000000000001';
const money = useMoneyWorld();
const ids = {} as Record<'held' | 'released' | 'refunded' | 'returned' | 'unpaid', string>;
let people: { developer: string; customer: string };

/** Money in each of its states. */
beforeAll(async () => {
  const released = await makeDeal(money);
  await onboard(money, released.developer);
  await fund(money, released);
  await finish(released);
  await money.work();
  const held = await makeDeal(money, [{}, { hours: 1 }]);
  await fund(money, held);
  money.fake.books.dispute(await intentOf(held));
  const refunded = await makeDeal(money);
  await fund(money, refunded);
  await moderate(money, refunded, 'close-for-customer');
  const returned = await makeDeal(money);
  const page = await openPage(returned);
  await moderate(money, returned, 'close-for-customer');
  money.fake.books.pay(page);
  const unpaid = await makeDeal(money);
  await openPage(unpaid);
  await money.deliverAll();
  await money.work();
  for (const [state, deal] of Object.entries({ held, released, refunded, returned, unpaid }))
    ids[state as keyof typeof ids] = deal.milestones[0]?.billing_record_id ?? '';
  people = { developer: released.developer.id, customer: held.customer.id };
  await lose();
  await payOut(released);
});

/** A dispute over released money is lost, and the developer bears it. */
async function lose(): Promise<void> {
  const deal = await makeDeal(money);
  await onboard(money, deal.developer);
  await fund(money, deal);
  await finish(deal);
  await money.work();
  const reference = money.fake.books.dispute(await intentOf(deal)) ?? '';
  money.fake.books.closeDispute(reference, 'lost');
  await money.deliverAll();
  await change(money.world.context, (each) =>
    decideLostDispute(each, { provider: 'stripe', reference }, 'developer'),
  );
  await money.work();
}

/** One payout has arrived, and one is on its way. */
async function payOut({ developer }: Deal): Promise<void> {
  const ask = async (amount_cents: number) =>
    ok(await developer.call('POST', '/api/earnings/payouts', { amount_cents }));
  await ask(2000);
  await settleDeveloper(money.world.context, developer.id);
  await money.deliverAll();
  await ask(1000);
}

async function intentOf({ milestones }: Deal): Promise<string> {
  const { payment_reference } = await money.world.context.db
    .selectFrom('checkouts')
    .select('payment_reference')
    .where('billing_record_id', '=', milestones[0]?.billing_record_id ?? '')
    .executeTakeFirstOrThrow();
  return payment_reference ?? '';
}

/** What is broken after a change that no trigger and no constraint prevents; nothing of it is kept. */
async function brokenBy(breakIt: (tx: Tx) => Promise<unknown>): Promise<Map<string, string[]>> {
  const broken = new Map<string, string[]>();
  const undo = new Error('undo');
  await money.world.context.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await dropConstraints(tx);
      await breakIt(tx);
      for (const [name, query] of Object.entries(moneyInvariants)) {
        const { rows } = await query.execute(tx);
        if (rows.length > 0)
          broken.set(
            name,
            rows.map(({ what }) => what),
          );
      }
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return broken;
}

async function dropConstraints(tx: Tx): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint where contype = 'c'
      and conrelid in ('billing_records'::regclass, 'checkouts'::regclass, 'ledger_entries'::regclass)`.execute(
    tx,
  );
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx);
  await sql`drop index one_payment_per_billing_record`.execute(tx);
}

/** An entry with its lines, of whatever sums. */
async function book(
  tx: Tx,
  { key, kind, about = NOBODY }: { key: string; kind: string; about?: string },
  lines: Line[],
): Promise<void> {
  const column = sql.ref(kind === 'paid_out' ? 'payout_id' : 'billing_record_id');
  const { rows } = await sql<{ id: string }>`
    insert into ledger_entries (key, kind, ${column}) values (${key}, ${kind}, ${about}) returning id`.execute(
    tx,
  );
  for (const [account, cents, owner = null] of lines)
    await sql`insert into ledger_lines (entry_id, account, owner_id, amount_cents)
      values (${rows[0]?.id}, ${account}, ${owner}, ${cents})`.execute(tx);
}

function setRecord(tx: Tx, id: string, to: object) {
  return tx.updateTable('billing_records').set(to).where('id', '=', id).execute();
}

function setCheckout(tx: Tx, record: string, to: object) {
  return tx.updateTable('checkouts').set(to).where('billing_record_id', '=', record).execute();
}

/** Writes a call to the provider beside those of a record, with its booking where it was done. */
async function call(
  tx: Tx,
  kind: 'refund' | 'transfer' | 'reversal',
  { record, cents, state = 'done' }: { record: string; cents: number; state?: string },
): Promise<void> {
  const key = `${kind}:${state}:${cents}`;
  const reference = state === 'done' ? key : null;
  await sql`insert into provider_calls (key, provider, kind, checkout_id, billing_record_id, developer_id,
      amount_cents, request, state, reference, settled_at)
    select ${key}, provider, ${kind}, id, billing_record_id, ${people.developer}::uuid, ${cents}, '{}', ${state},
      ${reference}, case when ${state} = 'pending' then null else now() end
    from checkouts where billing_record_id = ${record} and payment_reference is not null`.execute(
    tx,
  );
  if (reference) await book(tx, { key: `call:${key}`, kind: 'paid_back', about: record }, []);
}

const keyed = (tx: Tx, kind: string, to: string) =>
  sql`update ledger_entries set key = ${to} where id = (select min(id) from ledger_entries
    where kind = ${kind})`.execute(tx);
const changeEntry = (tx: Tx, from: string, to: string) =>
  sql`update ledger_entries set kind = ${to} where id = (select min(id) from ledger_entries
    where kind = ${from})`.execute(tx);

/** The request of held money is open for others, so many hours before its money goes back. */
async function openAgain(
  tx: Tx,
  { hours, keeps_held = false }: { hours?: number; keeps_held?: boolean },
) {
  const { rows } = await sql<{ id: string }>`update tickets t set status = 'AWAITING_ASSIGNMENT',
      developer_id = null, pairing_id = null, keeps_held = ${keeps_held}
    from billing_records b where b.ticket_id = t.id and b.id = ${ids.held} returning t.id`.execute(
    tx,
  );
  await sql`delete from deadlines where ticket_id = ${rows[0]?.id}`.execute(tx);
  if (hours === undefined) return;
  await sql`insert into deadlines (ticket_id, action, due_at)
    values (${rows[0]?.id}, 'refund-held', now() + make_interval(hours => ${hours}))`.execute(tx);
}

/** Each invariant, with ways to break it and the row that is then named, where it is known. */
const breaks: [name: string, how: string, breakIt: (tx: Tx) => Promise<unknown>, what?: string][] =
  [
    [
      'the ledger does not sum to zero',
      'one cent too much',
      (tx) => book(tx, { key: 'a', kind: 'hold' }, [['fees', 1]]),
      'all accounts',
    ],
    [
      'a ledger entry does not balance',
      'an entry without lines',
      (tx) => book(tx, { key: 'a', kind: 'hold' }, []),
    ],
    [
      'a ledger entry does not balance',
      'two lines with different amounts',
      (tx) =>
        book(tx, { key: 'a', kind: 'hold' }, [
          ['fees', 2],
          ['clearing', -1],
        ]),
    ],
    [
      'more left than was held',
      'one cent more',
      (tx) =>
        book(tx, { key: 'a', kind: 'refund' }, [
          ['held', -1, NOBODY],
          ['refunds', 1],
        ]),
      NOBODY,
    ],
    [
      'what is held is not what its billing record says',
      'another price',
      (tx) => setRecord(tx, ids.held, { price_cents: 10_001 }),
    ],
    [
      'what is held is not what its billing record says',
      'a record of money that never came',
      (tx) => setRecord(tx, ids.unpaid, { status: 'held' }),
    ],
    [
      'what is held is not what its billing record says',
      'a record that says that nothing is held',
      (tx) => setRecord(tx, ids.held, { status: 'refunded' }),
    ],
    [
      'money is held for something that has no billing record',
      'somebody',
      (tx) =>
        book(tx, { key: 'a', kind: 'hold' }, [
          ['held', 1, NOBODY],
          ['clearing', -1],
        ]),
      NOBODY,
    ],
    [
      'a record is settled without its entry, or the other way round',
      'settled twice over',
      (tx) => setRecord(tx, ids.released, { status: 'held' }),
    ],
    [
      'a record is settled without its entry, or the other way round',
      'a refund without an entry',
      (tx) => setRecord(tx, ids.unpaid, { status: 'refunded' }),
    ],
    [
      'a record is settled without its entry, or the other way round',
      'a release without an entry',
      (tx) => setRecord(tx, ids.unpaid, { status: 'released' }),
    ],
    [
      'a released record does not say what its entry says',
      'one cent more',
      (tx) => setRecord(tx, ids.released, { released_cents: 10_001 }),
    ],
    [
      'a released record does not say what its entry says',
      'a refund that says that it was released',
      (tx) => setRecord(tx, ids.refunded, { released_cents: 1 }),
    ],
    [
      'accepted work whose money is neither released, nor refunded, nor to be released',
      'approved while its money is held',
      (tx) =>
        sql`update milestones m set status = 'ACCEPTED' from billing_records b
          where b.milestone_id = m.id and b.id = ${ids.held}`.execute(tx),
    ],
    ...['held', 'released', 'refunded'].flatMap((state): (typeof breaks)[number][] => {
      const name = 'a paid billing record without exactly one paid checkout of its price';
      const id = () => ids[state as keyof typeof ids];
      return [
        [name, `${state}, none`, (tx) => setCheckout(tx, id(), { status: 'returned' })],
        [name, `${state}, another charge`, (tx) => setCheckout(tx, id(), { charge_cents: 1 })],
        [
          name,
          `${state}, another discount of the same price`,
          (tx) => setCheckout(tx, id(), { charge_cents: 9999, discount_cents: 1 }),
        ],
        [
          name,
          `${state}, two`,
          (tx) =>
            sql`insert into checkouts (billing_record_id, customer_id, provider, charge_cents, discount_cents,
                status, payment_reference)
              select billing_record_id, customer_id, provider, charge_cents, discount_cents, 'paid', 'again'
              from checkouts where billing_record_id = ${id()}`.execute(tx),
        ],
      ];
    }),
    ...['paid', 'refunded', 'returned'].map((status): (typeof breaks)[number] => [
      'a payment without exactly one entry that holds or returns it',
      `${status}, though nothing came`,
      (tx) => setCheckout(tx, ids.unpaid, { status, payment_reference: 'x' }),
    ]),
    [
      'a payment without exactly one entry that holds or returns it',
      'a payment of a page that is open',
      (tx) => setCheckout(tx, ids.unpaid, { payment_reference: 'x' }),
    ],
    [
      'a payment without exactly one entry that holds or returns it',
      'a hold without a payment',
      (tx) => setCheckout(tx, ids.held, { payment_reference: null }),
    ],
    [
      'a payment without exactly one entry that holds or returns it',
      'money that was held for a page that is open',
      (tx) => setCheckout(tx, ids.held, { status: 'open', payment_reference: null }),
    ],
    [
      'a payment without exactly one entry that holds or returns it',
      'a hold that says that the money went back',
      (tx) => changeEntry(tx, 'hold', 'return'),
    ],
    [
      'a payment without exactly one entry that holds or returns it',
      'a return that says that the money was held',
      (tx) => changeEntry(tx, 'return', 'hold'),
    ],
    [
      'an entry that holds or returns money of no payment',
      'a hold',
      (tx) => keyed(tx, 'hold', 'hold:x'),
      'hold:x',
    ],
    [
      'an entry that holds or returns money of no payment',
      'a return',
      (tx) => keyed(tx, 'return', 'return:x'),
      'return:x',
    ],
    ...['paid', 'refunded'].map((status): (typeof breaks)[number] => [
      'a customer had the first-hour price twice',
      `the second is ${status}`,
      (tx) =>
        setCheckout(tx, ids.unpaid, { customer_id: people.customer, discount_cents: 1, status }),
    ]),
    [
      'what the provider did is not booked, or was booked without it',
      'a booking without a call',
      (tx) => book(tx, { key: 'call:x', kind: 'transfer' }, []),
      'call:x',
    ],
    ...['refund', 'transfer', 'reversal', 'payout'].map((kind): (typeof breaks)[number] => [
      'what the provider did is not booked, or was booked without it',
      `a ${kind} without a booking`,
      (tx) =>
        sql`insert into provider_calls (key, provider, kind, request, state, reference, amount_cents, settled_at)
            values ('x', 'stripe', ${kind}, '{}', 'done', 'x', 1, now())`.execute(tx),
      'x',
    ]),
    [
      'what is owed to customers is not what is planned to be paid back',
      'more is owed',
      (tx) =>
        book(tx, { key: 'a', kind: 'refund' }, [
          ['refunds', 1],
          ['clearing', -1],
        ]),
      'refunds',
    ],
    ...['pending', 'failed'].map((state): (typeof breaks)[number] => [
      'what is owed to customers is not what is planned to be paid back',
      `more is planned, ${state}`,
      (tx) => call(tx, 'refund', { record: ids.held, cents: 1, state }),
      'refunds',
    ]),
    ...['pending', 'done'].map((state): (typeof breaks)[number] => [
      'more was paid back than was paid',
      state,
      (tx) => call(tx, 'refund', { record: ids.held, cents: 7501, state }),
    ]),
    ...['pending', 'done'].map((state): (typeof breaks)[number] => [
      'a developer was sent more of a record than their share',
      state,
      (tx) => call(tx, 'transfer', { record: ids.released, cents: 1, state }),
      'released',
    ]),
    [
      'a developer was sent more of a record than their share',
      'of a record that was not released',
      (tx) => call(tx, 'transfer', { record: ids.held, cents: 1 }),
      'held',
    ],
    [
      'more was paid out than was sent to a developer',
      'one cent',
      (tx) =>
        book(tx, { key: 'a', kind: 'paid_out' }, [
          ['connected', 1, NOBODY],
          ['clearing', -1],
        ]),
      NOBODY,
    ],
    [
      'payouts on their way are not what the ledger says',
      'one more',
      (tx) =>
        sql`insert into payouts (developer_id, amount_cents) values (${NOBODY}, 1)`.execute(tx),
      'payouts',
    ],
    [
      'payouts on their way are not what the ledger says',
      'one that arrived without an entry',
      (tx) =>
        sql`update payouts set status = 'paid', settled_at = now() where status = 'pending'`.execute(
          tx,
        ),
      'payouts',
    ],
    [
      'a developer owes money without a moderator’s decision',
      'one cent',
      (tx) =>
        book(tx, { key: 'a', kind: 'transfer' }, [
          ['developer', -1, NOBODY],
          ['clearing', 1],
        ]),
      NOBODY,
    ],
    [
      'a developer owes money without a moderator’s decision',
      'after a decision about somebody else',
      (tx) =>
        book(tx, { key: 'a', kind: 'transfer' }, [['developer', -1, NOBODY]]).then(() =>
          book(tx, { key: 'b', kind: 'case_refund' }, [['developer', -1, people.developer]]),
        ),
      NOBODY,
    ],
    [
      'more was made up for by the decision of a lost dispute than it took',
      'one cent',
      (tx) =>
        sql`update ledger_lines l set amount_cents = l.amount_cents + 1 from ledger_entries e
          where e.id = l.entry_id and e.kind = 'case_dispute' and l.account = 'losses'`.execute(tx),
    ],
    [
      'more was made up for by the decision of a lost dispute than it took',
      'a decision without a dispute',
      (tx) => book(tx, { key: 'case_dispute:x', kind: 'case_dispute' }, [['losses', 1]]),
      'case_dispute:x',
    ],
    [
      'disputed money is not what open disputes say',
      'another amount',
      (tx) =>
        sql`update disputes set amount_cents = amount_cents + 1 where state = 'open'`.execute(tx),
      'disputes',
    ],
    [
      'disputed money is not what open disputes say',
      'a dispute that is over, and not booked',
      (tx) =>
        sql`update disputes set state = 'won', closed_at = now() where state = 'open'`.execute(tx),
      'disputes',
    ],
    [
      'an earning without the invoices of its amounts, or the other way round',
      'another amount',
      (tx) =>
        sql`update invoices i set amount_cents = amount_cents + 1 from invoice_series s
          where s.id = i.series_id and s.developer_id is null
            and billing_record_id = ${ids.released}`.execute(tx),
    ],
    [
      'an earning without the invoices of its amounts, or the other way round',
      'no invoice',
      (tx) => tx.deleteFrom('invoices').where('billing_record_id', '=', ids.released).execute(),
    ],
    [
      'an earning without the invoices of its amounts, or the other way round',
      'invoices of nothing',
      (tx) =>
        sql`delete from ledger_lines where entry_id = (select id from ledger_entries
          where key = ${`settle:${ids.released}`})`.execute(tx),
    ],
    [
      'money is held for a request that nobody has, and no deadline ends it',
      'its deadline was lost',
      (tx) => openAgain(tx, {}),
    ],
    [
      'a number of an invoice is missing',
      'the last one',
      (tx) =>
        sql`delete from invoices i using invoice_series s where s.id = i.series_id
          and s.developer_id is null and i.number = s.last`.execute(tx),
    ],
    [
      'a number of an invoice is missing',
      'one that was skipped',
      (tx) =>
        sql`update invoices i set number = i.number + 1 from invoice_series s
          where s.id = i.series_id and s.developer_id is null and i.number = s.last`.execute(tx),
    ],
  ];

describe('what must always be true of the money', () => {
  it('is true of money in every state', async () => {
    expect(await brokenBy(async () => {})).toEqual(new Map());
  });

  it('has a test for each of its rules', () => {
    const tested = new Set(breaks.map(([name]) => name));
    expect(Object.keys(moneyInvariants).filter((name) => !tested.has(name))).toEqual([]);
  });

  it.each(breaks)('is broken: %s (%s)', async (name, _how, breakIt, what) => {
    const broken = await brokenBy(breakIt);
    const expected =
      what === undefined ? expect.anything() : (ids[what as keyof typeof ids] ?? what);
    expect(broken.get(name)).toEqual([expected]);
  });
});

describe('what is no breach', () => {
  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['held money that goes back by itself', (tx) => openAgain(tx, { hours: 168 })],
    [
      'held money that its customer keeps for the next unblocker',
      (tx) => openAgain(tx, { keeps_held: true }),
    ],
    [
      'accepted work whose money waits for a moderator',
      async (tx) => {
        await setRecord(tx, ids.held, { awarded_cents: 1, awarded_to: people.developer });
        await sql`update milestones m set status = 'ACCEPTED' from billing_records b
          where b.milestone_id = m.id and b.id = ${ids.held}`.execute(tx);
      },
    ],
    [
      'a refund that the customer’s bank made instead',
      (tx) => call(tx, 'refund', { record: ids.held, cents: 7501, state: 'covered' }),
    ],
    [
      'a developer who owes money by the decision of a case',
      (tx) =>
        book(tx, { key: 'a', kind: 'case_refund' }, [
          ['developer', -1, NOBODY],
          ['clearing', 1],
        ]),
    ],
    [
      'a developer who owes money by the decision of a dispute',
      async (tx) => {
        await book(tx, { key: 'dispute_lost:y', kind: 'dispute_lost' }, [
          ['losses', -1],
          ['clearing', 1],
        ]);
        await book(tx, { key: 'case_dispute:y', kind: 'case_dispute' }, [
          ['developer', -1, NOBODY],
          ['losses', 1],
        ]);
      },
    ],
    [
      'a first hour that was offered to somebody else who has not paid',
      (tx) => setCheckout(tx, ids.unpaid, { customer_id: people.customer, discount_cents: 1 }),
    ],
    [
      'a dispute that has not come to the ledger yet',
      (tx) =>
        sql`insert into disputes (provider, reference, billing_record_id, checkout_id, amount_cents)
          select provider, 'early', billing_record_id, id, 1 from checkouts
          where billing_record_id = ${ids.released}`.execute(tx),
    ],
  ])('%s', async (_what, happen) => {
    expect(await brokenBy(happen)).toEqual(new Map());
  });
});
