import type { Page } from '@playwright/test';
import { shortId } from '../domain/ticket-words.ts';
import { monthName, monthsLater } from '../web/payments/month-names.ts';
import type { Walked } from './money-walk.ts';
import { expect } from './server.ts';
import type { Rule } from './told-money.ts';
import {
  added,
  type Books,
  inWords,
  monthOf,
  partsOf,
  type Reader,
  sumsOf,
} from './walked-ledger.ts';
import {
  asPlace,
  isOneOf,
  isPart,
  isProposed,
  type Of,
  opens,
  places,
  priceRules,
  receiptsOf,
  settled,
  stepRules,
  thenRules,
  truthOf,
} from './walked-rules.ts';

// All screens on which the money of a request is written, and what each has to say by the ledger.

export interface Screen {
  path: string;
  /** Opens what is folded; returns once it is drawn. */
  open: (page: Page) => Promise<unknown>;
  rules: Rule[];
}

function roadmap(of: Of): Screen {
  const { reader, walked, books, so } = of;
  const { side } = reader;
  const rows = books.plan.map(({ title }) => `${title}: ${so.rowOf(title)}`);
  const receipts = side === 'customer' ? so.told.flatMap(receiptsOf) : [];
  return {
    path: `/dashboard/${side}/plan/${walked.id}`,
    open: async (page) => {
      await expect(page.getByRole('heading', { level: 2, name: 'History' })).toBeVisible();
      await settled(page);
      const more = page.getByRole('region', { name: 'History' }).getByRole('button');
      while (await more.first().isVisible()) await more.first().click();
    },
    rules: [
      { where: /^money \| (Held|Released|Refunded)/, says: places(so.now), as: asPlace },
      { where: /^money \| R-/, says: receipts },
      { where: /^money \| (Invoice|Credit)/, says: () => true },
      ...thenRules(of),
      { where: /^history \|/, says: so.history },
      {
        where: /^plan \| .*(held|released|refunded|taken back)/i,
        says: rows.filter((row) => !row.endsWith(': ')),
        as: (said, told) => `${told.of.split(' / ')[0]}: ${said}`,
      },
      ...stepRules(of),
      ...priceRules(of),
    ],
  };
}

function thread(of: Of): Screen {
  const { walked, books, so } = of;
  const hasMoney = books.plan.length > 0 || so.records.length > 0;
  return {
    path: `/discussions/${walked.id}`,
    open: async (page) => {
      await expect(page.getByRole('log', { name: 'Conversation' })).toBeVisible();
      await page.waitForFunction(() => !document.querySelector('main .animate-shimmer'));
    },
    rules: [
      {
        where: /^brief-money \| (Held|Released|Refunded)/,
        says: hasMoney ? places(so.now) : [],
        as: asPlace,
      },
      ...stepRules(of),
      ...priceRules(of),
    ],
  };
}

const dashboard = (of: Of): Screen => ({
  path: `/dashboard/${of.reader.side}`,
  open: async (page) => {
    await opens(/Dashboard/)(page);
    await page.getByRole('button', { name: 'Notifications' }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await page.waitForFunction(() => !document.querySelector('[role=dialog] .animate-shimmer'));
  },
  rules: [...stepRules(of), ...priceRules(of)],
});

function receipt(of: Of, record: Books['lines'][number]): Screen {
  const { so, books } = of;
  const lines = books.lines.filter((line) => line.record === record.record);
  const { charge, price, fee } = record;
  const back = so.told.flatMap((step) =>
    receiptsOf({
      lines: step.lines.filter((line) => line.record === record.record && line.kind !== 'hold'),
    }),
  );
  const then = record.awarded ? [partsOf(record, record.awarded, of.reader)] : [];
  return {
    path: `/dashboard/customer/receipt/${record.record}`,
    open: opens(/^Receipt/),
    rules: [
      { where: / an hour$/, says: isOneOf(...books.plan.map(({ rate }) => rate), 4555) },
      {
        where: /\| (Cost|First-hour price|You paid|.*[Ff]ee, included)[^|]* \|/,
        says: [price, ...(charge < price ? [charge - price] : []), charge, fee].map(String),
      },
      { where: /^refunds \|/, says: back },
      { where: /./, says: [inWords(added([sumsOf(lines, of.reader), ...then]))].filter(Boolean) },
    ],
  };
}

function earnings({ reader, books, so }: Of): Screen {
  const mine = books.balances.filter(({ owner }) => owner === reader.id);
  const balance = mine.reduce((sum, { cents }) => sum + cents, 0);
  const paidOut = -mine
    .filter(({ kind }) => kind.startsWith('payout'))
    .reduce((sum, { cents }) => sum + cents, 0);
  const entries = mine.flatMap(({ kind, cents, fee }) =>
    kind === 'release' || kind === 'split'
      ? [`Price ${cents + fee}`, `Fee ${-fee}`, `Amount ${cents}`]
      : [`Amount ${cents}`],
  );
  const { held } = so.now;
  const kept: number[] = [];
  const thisMonth = new Date().toISOString().slice(0, 7);
  const months: string[] = [];
  const first = mine.map(({ month }) => month).sort()[0] ?? '9999';
  for (let month = first; month <= thisMonth; month = monthsLater(month, 1)) {
    const { earned, payouts } = monthOf(mine, month);
    months.push(`${monthName(month)} / Earned ${earned}`);
    months.push(`${monthName(month)} / Paid Out ${payouts === 0 ? 0 : -payouts}`);
  }
  const now = monthOf(mine, thisMonth);
  const sums = [
    `Opening balance ${now.opening}`,
    `Released, as customers paid it ${now.gross}`,
    ...(now.fee > 0 ? [`Platform fee ${-now.fee}`] : []),
    ...(now.takenBack === 0 ? [] : [`Refunds taken back ${now.takenBack}`]),
    `Payouts ${now.payouts}`,
    `Balance so far ${now.closing}`,
  ];
  // Without any entry there is no statement to show.
  const statement = mine.length > 0 ? sums : [];
  return {
    path: '/dashboard/developer/earnings',
    open: opens('Earnings'),
    rules: [
      { where: /\| (Held|Paid Out) \|/, says: [`Held ${held}`, `Paid ${paidOut}`], as: asPlace },
      {
        where: /of what you earned (can be paid|is disputed)/,
        says: (said) => kept.push(Number(said)) > 0,
      },
      { where: /\| Available \|/, says: (said) => Number(said) <= Math.max(0, balance) },
      { where: /You owe/, says: isOneOf(Math.max(0, -balance)) },
      { where: /We look at/, says: () => true },
      { where: /is yours once the customer approves/, says: isOneOf(`released ${held}`) },
      {
        where: /^every-entry \|/,
        says: entries,
        as: (said, { of }) => `${of.split(' / ')[1]} ${said}`,
      },
      { where: /^by-month \|/, says: months, as: (said, { of }) => `${of} ${said}` },
      { where: /^statements \|/, says: statement, as: (said, { of }) => `${of} ${said}` },
    ],
  };
}

export function screensOf(reader: Reader, walked: Walked, books: Books): Screen[] {
  const of: Of = { reader, walked, books, so: truthOf(reader, walked, books) };
  const { side } = reader;
  if (side === 'moderator') return moderatorScreens(of);
  const isIts = side === 'customer' || books.developer === reader.id;
  return [
    ...(isIts ? [roadmap(of), thread(of)] : []),
    dashboard(of),
    ...(side === 'customer' ? of.so.records.map((record) => receipt(of, record)) : [earnings(of)]),
  ];
}

function moderatorScreens(of: Of): Screen[] {
  const { walked, books, so } = of;
  const { id, customer, developers } = walked;
  const number = `#${shortId(id)}`;
  const words = so.told.map((step) => step.words);
  const ledger = books.lines.map(
    ({ account, cents }) => `${account[0]?.toUpperCase()}${account.slice(1)} ${cents}`,
  );
  const rows = books.plan.map(({ title, cost }) => [
    `${title}: ${cost}`,
    `${title}: ${so.rowOf(title)}`,
  ]);
  const accounts = [customer, ...developers].map((person): Screen => {
    const isCustomer = person === customer;
    const balance = books.balances
      .filter(({ owner }) => owner === person.id)
      .reduce((sum, { cents }) => sum + cents, 0);
    const held = isCustomer || books.developer === person.id ? so.now.held : 0;
    return {
      path: `/moderation/accounts/${person.id}`,
      open: opens(isCustomer ? 'Maya' : /^(Ana|Ben)/),
      rules: [
        { where: /\/ Held \|/, says: isOneOf(so.now.held) },
        {
          where: /\| (Held|Balance) \|/,
          says: [`Held ${held}`, ...(isCustomer ? [] : [`Balance ${balance}`])],
          as: asPlace,
        },
      ],
    };
  });
  return [
    {
      path: `/moderation/requests/${id}`,
      open: async (page) => {
        await expect(page.getByRole('heading', { level: 2, name: 'Money' })).toBeVisible();
        await settled(page);
      },
      rules: [
        ...stepRules(of),
        { where: /^money \|/, says: [...places(so.now, true), ...ledger], as: asPlace },
        { where: /^history \|/, says: so.history },
        {
          where: /^plan \|/,
          says: rows.flat().filter((row) => !row.endsWith(': ')),
          as: (said, told) => `${told.of}: ${said}`,
        },
        ...priceRules(of),
      ],
    },
    {
      path: `/moderation?tab=audit-log&request=${id}`,
      open: opens('Moderation'),
      rules: [{ where: /./, says: (said) => isPart(words, said) }],
    },
    {
      path: '/moderation?tab=requests&queue=all',
      open: async (page) => {
        await page.getByLabel('Number').fill(number);
        await expect(page.getByRole('row').filter({ hasText: number })).toBeVisible();
        await expect(page.getByRole('row')).toHaveCount(2);
      },
      rules: [{ where: /Held/, says: [String(so.now.held)] }],
    },
    ...accounts,
  ];
}

/** What mails may say. */
export function mailRules(reader: Reader, walked: Walked, books: Books): Rule[] {
  const of: Of = { reader, walked, books, so: truthOf(reader, walked, books) };
  const { so } = of;
  const isCustomer = reader.side === 'customer';
  const holds = so.told.flatMap(({ lines }) =>
    receiptsOf({ lines: lines.filter(({ kind }) => kind === 'hold') }),
  );
  const backs = so.told.flatMap(({ lines }) =>
    receiptsOf({ lines: lines.filter(({ kind }) => kind !== 'hold') }),
  );
  return [
    { where: /^Subject \| Receipt .* payment/, says: isCustomer ? holds : [] },
    { where: /^Subject \| Receipt .* refund/, says: isCustomer ? backs : [] },
    {
      where: /^Text \| Receipt .* refund/,
      says: isOneOf(...backs.map((cents) => `refunded ${cents}`)),
    },
    { where: /^Text \| Receipt .* payment .*Paid:/, says: isOneOf(...holds) },
    {
      where: /^Text \| Receipt .* payment .*First-hour/,
      says: isOneOf(...so.records.map(({ charge, price }) => charge - price)),
    },
    {
      where: /^Text \| Receipt .* payment/,
      says: isOneOf(
        ...so.records.map(({ price, fee }) => [`${price}`, `${fee}`].toSorted().join(', ')),
      ),
    },
    {
      where: /After a dispute at their bank/,
      says: isOneOf(...so.records.map(({ charge }) => charge)),
    },
    { where: /(happens|happened) to the money that (is|was) held/, says: isProposed(of) },
    ...priceRules(of),
    ...stepRules(of).map(({ where, ...rule }) => ({
      ...rule,
      where: new RegExp(where.source.replace('^Notifications', '^(Subject|Text)')),
    })),
  ];
}
