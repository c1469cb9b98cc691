import { sql } from 'kysely';
import { inDatabase } from './database.ts';
import type { Holder, Walked } from './money-walk.ts';

// What the rows of the ledger say of a request, for each of its readers: plain sums of its lines, by nothing
// that the product words it with.

/** Whoever reads; `both` is what the two sides read in their thread: prices. */
export interface Reader {
  side: 'customer' | 'developer' | 'moderator' | 'both';
  id: string;
}

/** A line of the ledger, with its billing record. */
interface Line {
  record: string;
  title: string;
  /** Whether its milestone is paid by this record; it may have had another one before. */
  is_current: boolean;
  price: number;
  charge: number;
  fee: number;
  /** What is released of the price once moderators have looked at its payment. */
  awarded: number | null;
  /** Whose it is then, or else who has the request. */
  holder: string | null;
  entry: number;
  /** In milliseconds; the same for all entries of a step. */
  at: number;
  kind: string;
  account: string;
  owner: string | null;
  cents: number;
}

/** A milestone of the plan as it is, with its record; the charge and the fee of what is paid. */
interface Planned {
  title: string;
  rate: number;
  cost: number;
  accepted: boolean;
  repairs: boolean;
  billing: 'unpaid' | 'held' | 'released' | 'refunded' | 'void';
  charge: number;
  fee: number | null;
}

export interface Books {
  lines: Line[];
  /** The lines of both unblockers' balances, with the fee of their entry. */
  balances: { owner: string; month: string; kind: string; cents: number; fee: number }[];
  plan: Planned[];
  developer: string | null;
  status: string;
}

/** Reads all of it at once. */
export function readBooks({ server, id, developers }: Walked): Promise<Books> {
  const people = developers.map((each) => each.id);
  return inDatabase(server, async ({ db }) => {
    const { rows } = await sql<{ books: Books }>`select jsonb_build_object(
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('record', b.id, 'title', coalesce(b.milestone_title, m.title),
          'is_current', b.milestone_id is not null, 'price', b.price_cents,
          'charge', b.price_cents - b.discount_cents, 'fee', coalesce(b.fee_cents, 0),
          'awarded', b.awarded_cents, 'holder', coalesce(b.awarded_to, t.developer_id), 'entry', e.id,
          'at', extract(epoch from e.created_at) * 1000, 'kind', e.kind, 'account', l.account,
          'owner', l.owner_id, 'cents', l.amount_cents) order by e.id), '[]')
        from billing_records b left join milestones m on m.id = coalesce(b.milestone_id, b.held_for)
        join ledger_entries e on e.billing_record_id = b.id join ledger_lines l on l.entry_id = e.id
        where b.ticket_id = t.id),
      'balances', (select coalesce(jsonb_agg(jsonb_build_object('owner', l.owner_id, 'kind', e.kind,
          'month', to_char(e.created_at at time zone 'UTC', 'YYYY-MM'), 'cents', l.amount_cents, 'fee', coalesce((select sum(f.amount_cents) from ledger_lines f
            where f.entry_id = e.id and f.account = 'fees'), 0))), '[]')
        from ledger_lines l join ledger_entries e on e.id = l.entry_id
        where l.account = 'developer' and l.owner_id = any (${people})),
      'plan', (select coalesce(jsonb_agg(jsonb_build_object('title', title, 'rate', m.hourly_rate_cents,
          'cost', cost_cents, 'accepted', m.status = 'ACCEPTED', 'repairs', repairs is not null,
          'billing', b.status, 'charge', b.price_cents - b.discount_cents, 'fee', b.fee_cents)
          order by position), '[]')
        from milestones m left join billing_records b on b.milestone_id = m.id
        where m.ticket_id = t.id),
      'developer', t.developer_id, 'status', t.status) as books
      from tickets t where t.id = ${id}`.execute(db);
    if (!rows[0]) throw new Error('the request is gone');
    return rows[0].books;
  });
}

/** What a month's lines of a balance come to: earned of which prices, less the fee, taken back, paid out. */
export function monthOf(balances: Books['balances'], month: string) {
  const sum = (
    which: (line: Books['balances'][number]) => boolean,
    of: 'cents' | 'fee' = 'cents',
  ) => balances.filter(which).reduce((all, line) => all + line[of], 0);
  const isPayout = ({ kind }: { kind: string }) => kind.startsWith('payout');
  const isEarned = ({ kind }: { kind: string }) => kind === 'release' || kind === 'split';
  const now = balances.filter((line) => line.month === month);
  const within =
    (which: (line: Books['balances'][number]) => boolean) => (line: Books['balances'][number]) =>
      now.includes(line) && which(line);
  const fee = sum(within(isEarned), 'fee');
  return {
    opening: sum((line) => line.month < month),
    gross: sum(within(isEarned)) + fee,
    fee,
    takenBack: sum(within((line) => !isEarned(line) && !isPayout(line))),
    earned: sum(within((line) => !isPayout(line))),
    payouts: sum(within(isPayout)),
    closing: sum((line) => line.month <= month),
  };
}

/** Where money is, or what a step has moved; in cents. */
export interface Sums {
  held: number;
  released: number;
  refunded: number;
  /** What Unblock bears of what is released. */
  borne: number;
}
const NOTHING: Sums = { held: 0, released: 0, refunded: 0, borne: 0 };

/** What these lines have moved, in the reader's terms. */
export function sumsOf(lines: readonly Line[], reader: Reader): Sums {
  const records = Map.groupBy(lines, ({ record }) => record);
  return added([...records.values()].map((each) => sumsOfRecord(each, reader)));
}

const BACK = ['refund', 'split', 'case_refund', 'dispute_lost'];

function sumsOfRecord(lines: readonly Line[], { side, id }: Reader): Sums {
  const [{ charge, holder } = { charge: 0, holder: null }] = lines;
  const total = (which: (line: Line) => boolean) =>
    lines.filter(which).reduce((sum, { cents }) => sum + cents, 0);
  const held = Math.max(
    0,
    total(({ account }) => account === 'held'),
  );
  const isOver = lines.some(({ account, cents }) => account === 'held' && cents < 0);
  const back = total(
    ({ account, kind }) =>
      (account === 'refunds' && BACK.includes(kind)) ||
      (account === 'disputes' && kind === 'dispute_lost'),
  );
  // Who has it back from us and from their bank has it twice.
  const refunded = Math.min(back, charge);
  const kept = isOver ? charge - refunded : 0;
  const all = Math.max(
    0,
    total(({ account }) => ['developer', 'fees'].includes(account)),
  );
  const mine = total(({ account, owner }) => account === 'developer' && owner === id);
  const earned = total(({ account }) => ['developer', 'fees'].includes(account));
  switch (side) {
    case 'customer':
      return { held: held && charge, released: kept, refunded, borne: 0 };
    case 'developer':
      return {
        held: held && holder === id ? shareOf(lines[0]) : 0,
        released: mine,
        refunded,
        borne: 0,
      };
    case 'moderator':
      return { held, released: earned, refunded, borne: 0 };
    case 'both':
      return { held: 0, released: all, refunded, borne: Math.max(0, all - kept) };
  }
}

/** The unblocker's part of what is held. */
function shareOf(line: Line | undefined): number {
  if (!line) return 0;
  const part = line.awarded ?? line.price;
  return part - feeOf(line, part);
}
const feeOf = ({ price, fee }: Line, part: number) => Math.round((part * fee) / price);

/** What of a price is whose, once a part of it is released. */
export function partsOf(line: Line, released: number, { side, id }: Reader): Sums {
  const { price, charge, holder } = line;
  const refunded = Math.min(price - released, charge);
  const fee = feeOf(line, released);
  const mine = side !== 'developer' || holder === id ? released - fee : 0;
  const ofSide = {
    customer: charge - refunded,
    developer: mine,
    moderator: released,
    both: released,
  };
  const borne = side === 'both' ? Math.max(0, released - (charge - refunded)) : 0;
  return { held: 0, released: ofSide[side], refunded, borne };
}

export function added(each: readonly Sums[]): Sums {
  const sum = (of: keyof Sums) => each.reduce((total, sums) => total + sums[of], 0);
  return {
    held: sum('held'),
    released: sum('released'),
    refunded: sum('refunded'),
    borne: sum('borne'),
  };
}

/** 'held 9000, refunded 1000': the form in which words are compared; empty where there is no money. */
export function inWords({ held, released, refunded, borne }: Sums = NOTHING): string {
  const parts = {
    held,
    released: Math.max(0, released),
    'taken back': Math.max(0, -released),
    refunded,
    borne,
  };
  return Object.entries(parts)
    .filter(([, cents]) => cents > 0)
    .map(([place, cents]) => `${place} ${cents}`)
    .sort()
    .join(', ');
}

/** A step that moved money: all entries of one transaction. */
export interface Step {
  at: number;
  /** By a bank alone: it is told of in words of its own. */
  byBank: boolean;
  lines: Line[];
}

/** What a step has moved. What a bank takes back that we had given back is not given back again. */
export function movedBy({ at, byBank, lines }: Step, books: Books, reader: Reader): Sums {
  const moved = sumsOf(lines, reader);
  if (!byBank) return moved;
  const ids = new Set(lines.map(({ record }) => record));
  const known = books.lines.filter((line) => line.at < at && ids.has(line.record));
  const all = sumsOf([...known, ...lines], reader).refunded;
  return { ...moved, refunded: all - sumsOf(known, reader).refunded };
}

/** All steps that moved money, oldest first, with who had the request then. */
export function stepsOf({ lines }: Books, holders: readonly Holder[]): Step[] {
  const moved = lines.filter(({ kind }) =>
    [...BACK, 'hold', 'release', 'case_dispute'].includes(kind),
  );
  return [...Map.groupBy(moved, ({ at }) => at)].map(([at, of]) => {
    const holder = holders.findLast((each) => each.at <= at)?.id ?? null;
    const byBank = of.every(({ kind }) => kind === 'dispute_lost');
    return { at, byBank, lines: of.map((line) => ({ ...line, holder })) };
  });
}

/** What a plan costs one side: all that stands beside where its money is. */
export function pricesOf({ plan, lines }: Books, own: (title: string) => boolean) {
  // The first hour is cheaper once: in the first payment.
  let discount = lines.some(({ kind }) => kind === 'hold') ? 0 : null;
  const each = plan
    .filter(({ title }) => own(title))
    .map((planned) => {
      const { billing, cost, rate } = planned;
      const isUnpaid = billing === 'unpaid' && !planned.repairs;
      const off = isUnpaid ? (discount ?? Math.min(2500, Math.max(0, rate - 2500))) : 0;
      if (isUnpaid) discount = 0;
      const charge = planned.repairs
        ? 0
        : isUnpaid || billing === 'void'
          ? cost - off
          : planned.charge;
      const fee = planned.fee ?? Math.round(cost / 10);
      return { cost, charge, fee, isUnpaid };
    });
  const sum = (of: (one: (typeof each)[number]) => number) =>
    each.reduce((all, one) => all + of(one), 0);
  const [cost, charge, fee] = [
    sum((one) => one.cost),
    sum((one) => one.charge),
    sum((one) => one.fee),
  ];
  return {
    cost,
    charge,
    fee,
    unpaid: sum(({ isUnpaid, charge }) => (isUnpaid ? charge : 0)),
    unpaidShare: sum(({ isUnpaid, cost, fee }) => (isUnpaid ? cost - fee : 0)),
  };
}
