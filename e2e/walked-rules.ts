import type { Page } from '@playwright/test';
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

// What lines about money may say by the ledger, for all screens and mails.

export interface Of {
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
    history: told.filter((step) => step.words).map(({ words }) => words),
    words: [...told.map(({ words }) => words), ...shared],
    rowOf,
    heldThen: new Set(heldThen),
    prices: pricesOf(books, isOwn),
    all: pricesOf(books, () => true),
    records,
  };
}

export const isOneOf = (...all: (string | number)[]) => {
  const so = new Set(all.map(String));
  return (said: string) => so.has(said);
};

/** Whether all that is said was moved by one step. */
export const isPart = (steps: readonly string[], said: string) =>
  steps.some((words) => said.split(', ').every((part) => words.split(', ').includes(part)));

const isPriceOnly = (said: string) => !/[a-z]/.test(said);

export const places = ({ held, released, refunded }: Sums, always = false) => [
  `Held ${held}`,
  `Released ${released}`,
  ...(refunded > 0 || always ? [`Refunded ${refunded}`] : []),
];
export const asPlace = (said: string, { of }: Told) => `${of.split(' ')[0]} ${said}`;

export const settled = async (page: Page) => {
  await page.waitForFunction(
    () => document.querySelector('main h1') && !document.querySelector('main .animate-shimmer'),
  );
};

export const opens = (heading: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await settled(page);
};

/** What a plan costs, under it and beside where its money is. */
export function priceRules({ reader, books, so }: Of): Rule[] {
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

/** Receipts of a step: of a payment, or of what we have given back. */
export function receiptsOf({ lines }: { lines: Books['lines'] }): string[] {
  return lines.flatMap(({ account, kind, cents }) => {
    if (account === 'clearing' && kind === 'hold') return [String(-cents)];
    return account === 'refunds' && kind !== 'dispute_lost' ? [String(cents)] : [];
  });
}

/** Sums of a proposal to split what is held: tenths of a price. */
export function isProposed({ reader, so }: Of) {
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
export function thenRules({ reader, so }: Of): Rule[] {
  const promised = so.records.flatMap((line) => {
    const part = line.awarded ?? line.price;
    const readers: Reader[] = [reader, { side: 'both', id: '' }];
    return readers.map((each) => inWords(partsOf({ ...line, holder: reader.id }, part, each)));
  });
  return [{ where: /once its payment was looked at/, says: isOneOf(...so.words, ...promised) }];
}

/** What stands in the thread, and of moderators' decisions elsewhere: prices, or the reader's own sums. */
export function stepRules(of: Of): Rule[] {
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
