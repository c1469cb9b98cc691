import type { Page } from '@playwright/test';
import { shortId } from '../domain/ticket-words.ts';
import type { Walked } from './money-walk.ts';
import { expect } from './server.ts';
import type { Rule, Told } from './told-money.ts';
import {
  added,
  type Books,
  inWords,
  movedBy,
  partsOf,
  pricesOf,
  type Reader,
  type Sums,
  stepsOf,
  sumsOf,
} from './walked-ledger.ts';

// All screens on which the money of a request is written, and what each has to say by the ledger.

export interface Screen {
  path: string;
  /** Opens what is folded; returns once it is drawn. */
  open: (page: Page) => Promise<unknown>;
  rules: Rule[];
}

interface Of {
  reader: Reader;
  walked: Walked;
  books: Books;
  /** What is so for this reader. */
  so: ReturnType<typeof truthOf>;
}

/** What the ledger says to a reader. */
export function truthOf(reader: Reader, walked: Walked, books: Books) {
  const { lines, plan } = books;
  const steps = stepsOf(books, walked.holders);
  const told = steps.map((step) => ({ ...step, words: inWords(movedBy(step, books, reader)) }));
  const shared = steps.map((step) => inWords(sumsOf(step.lines, { side: 'both', id: '' })));
  const rowOf = (title: string) => {
    const row = lines.filter((line) => line.title === title && line.is_current);
    const [first] = row;
    // Approved, and released once its payment was looked at.
    const then = first?.awarded ? [partsOf(first, first.awarded, reader)] : [];
    return inWords(added([sumsOf(row, reader), ...then]));
  };
  const isOwn = (title: string) =>
    reader.side !== 'developer' ||
    !plan.some(
      (each) =>
        each.title === title && each.accepted && ['held', 'released'].includes(each.billing),
    ) ||
    rowOf(title) !== '';
  /** What was held after each step, also for who had the request then. */
  const heldThen = steps.map(({ at }) => {
    const then = lines.filter((line) => line.at <= at);
    return sumsOf(
      reader.side === 'developer' ? then.map((line) => ({ ...line, holder: reader.id })) : then,
      reader,
    ).held;
  });
  const records = [...new Map(lines.map((line) => [line.record, line])).values()];
  return {
    now: sumsOf(lines, reader),
    told,
    // What a bank takes of released money, and who bears that, is no step of the request.
    history: told.filter((step) => step.words && step.inHistory).map(({ words }) => words),
    words: [...told.map(({ words }) => words), ...shared],
    rowOf,
    heldThen: new Set(heldThen),
    prices: pricesOf(books, isOwn),
    all: pricesOf(books, () => true),
    records,
  };
}

const isOneOf = (...all: (string | number)[]) => {
  const so = new Set(all.map(String));
  return (said: string) => so.has(said);
};

/** Whether all that is said was moved by one step. */
const isPart = (steps: readonly string[], said: string) =>
  steps.some((words) => said.split(', ').every((part) => words.split(', ').includes(part)));

const isPriceOnly = (said: string) => !/[a-z]/.test(said);

const places = ({ held, released, refunded }: Sums, always = false) => [
  `Held ${held}`,
  `Released ${released}`,
  ...(refunded > 0 || always ? [`Refunded ${refunded}`] : []),
];
const asPlace = (said: string, { of }: Told) => `${of.split(' ')[0]} ${said}`;

const settled = async (page: Page) => {
  await page.waitForFunction(
    () => document.querySelector('main h1') && !document.querySelector('main .animate-shimmer'),
  );
};

const opens = (heading: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await settled(page);
};

/** What a plan costs, under it and beside where its money is. */
function priceRules({ reader, books, so }: Of): Rule[] {
  const { prices, all, now } = so;
  const isMine = reader.side === 'developer';
  const wentBack = now.refunded > 0;
  const terms: Record<string, number | undefined> = {
    'Cost of the plan': prices.cost,
    'First-hour price': -(prices.cost - prices.charge),
    [wentBack ? 'Planned in all' : 'You pay in all']: isMine ? undefined : prices.charge,
    [wentBack ? 'Planned for you' : 'You receive']: isMine ? prices.cost - prices.fee : undefined,
    'Not paid yet': isMine ? prices.unpaidShare : prices.unpaid,
    'Fee, included': isMine ? -prices.fee : prices.fee,
  };
  const under: Record<string, number> = {
    Total: all.cost,
    'Fee, included': all.fee,
    'First-hour price': -(all.cost - all.charge),
    'You pay in all': all.charge,
  };
  const isTerm =
    (known: typeof terms) =>
    (said: string, { of }: Told) =>
      said === String(known[of.replace(' / ', '').replace('10% fee', 'Fee')]);
  const cell = (of: 'rate' | 'cost') => (said: string, told: Told) =>
    books.plan.some((each) => told.of.startsWith(`${each.title} /`) && said === String(each[of]));
  return [
    { where: /\| Budget/, says: isOneOf(20000) },
    { where: /^plan \| .* \/ Hourly Rate \|/, says: cell('rate') },
    { where: /^plan \| .* \/ Cost \|/, says: cell('cost') },
    { where: /^plan \| .* \/ {2}\|/, says: isTerm(under) },
    { where: /^(brief-)?money \|/, says: isTerm(terms) },
    {
      where: /^brief-plan \|/,
      says: (said, { of }) =>
        books.plan.some(({ title, cost }) => title === of && said === String(cost)),
    },
    // "Your turn: pay Part 1 ($50.00) so that Ana can start".
    { where: /Your turn/, says: isOneOf(...books.plan.map(({ cost }) => cost)) },
  ];
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

/** Receipts of a step: of a payment, or of what we have given back. */
function receiptsOf({ lines }: { lines: Books['lines'] }): string[] {
  return lines.flatMap(({ account, kind, cents }) => {
    if (account === 'clearing' && kind === 'hold') return [String(-cents)];
    return account === 'refunds' && kind !== 'dispute_lost' ? [String(cents)] : [];
  });
}

/** Sums of a proposal to split what is held: tenths of a price. */
function isProposed({ reader, so }: Of) {
  const tenths = Array.from({ length: 11 }, (_, tenth) => tenth);
  const parts = so.records.flatMap((line) =>
    tenths.map((tenth) => {
      const released = Math.round((line.price * tenth) / 10);
      const back = partsOf(line, released, { side: 'both', id: '' }).refunded;
      const share = partsOf({ ...line, holder: reader.id }, released, {
        side: 'developer',
        id: reader.id,
      });
      return [back, share.released].toSorted().join(', ');
    }),
  );
  const so_ = new Set(parts);
  return (_: string, { words }: Told) => {
    const amounts = [...words.matchAll(/\$([\d,.]+\d)/g)].map(([, dollars = '']) =>
      Math.round(Number(dollars.replace(',', '')) * 100),
    );
    for (let index = 0; index < amounts.length; index += 2)
      if (
        !so_.has(
          amounts
            .slice(index, index + 2)
            .toSorted()
            .join(', '),
        )
      )
        return false;
    return true;
  };
}

/** What an approval has promised for when a moderator has looked at its payment. */
function thenRules({ reader, so }: Of): Rule[] {
  const promised = so.records.flatMap((line) => {
    const part = line.awarded ?? line.price;
    const readers: Reader[] = [reader, { side: 'both', id: '' }];
    return readers.map((each) => inWords(partsOf({ ...line, holder: reader.id }, part, each)));
  });
  return [{ where: /once its payment was looked at/, says: isOneOf(...so.words, ...promised) }];
}

/** What stands in the thread, and of moderators' decisions elsewhere: prices, or the reader's own sums. */
function stepRules(of: Of): Rule[] {
  const { so } = of;
  const isStep = isOneOf(...so.words);
  const wasHeld = isOneOf(...[...so.heldThen].map((cents) => `held ${cents}`));
  return [
    ...thenRules(of),
    { where: /^Proposal to cancel|roposed to cancel|Agreed to cancel/, says: isProposed(of) },
    { where: /^Held money \|/, says: isOneOf(`held ${so.now.held}`) },
    {
      where: /^(decisions|Decisions|Conversation) \|.*(held|released|refunded|back)/,
      says: isStep,
    },
    // What a change of the plan would cost.
    {
      where: /Plan \d|[Cc]hange of the plan|(a|the) change|[Cc]hanges|Submitted Plans|Lapsed:/,
      says: isPriceOnly,
    },
    { where: /^Notifications \| .*stays held/, says: wasHeld },
    {
      where: /^Notifications \|/,
      says: (said) => isPart(so.words, said),
    },
  ];
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
      { where: /^(by-month|statements) \|/, says: () => true },
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
    { where: /bank has taken/, says: isOneOf(...so.records.map(({ charge }) => charge)) },
    { where: /(happens|happened) to the money that (is|was) held/, says: isProposed(of) },
    ...priceRules(of),
    ...stepRules(of).map(({ where, ...rule }) => ({
      ...rule,
      where: new RegExp(where.source.replace('^Notifications', '^(Subject|Text)')),
    })),
  ];
}
