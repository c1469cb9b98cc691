import { z } from 'zod';
import { instant } from './text.ts';

/** A year or a month, such as '2026' or '2026-11'. Statements are in UTC. */
export const periodSchema = z
  .string()
  .regex(
    /^[12]\d{3}(-(0[1-9]|1[0-2]))?$/,
    'Please name a year such as 2026, or a month such as 2026-11',
  );

/** `refund`: money that went back to a customer. `payout_failed`: a payout that the bank sent back. */
const STATEMENT_KINDS = ['release', 'refund', 'payout', 'payout_failed'] as const;

const statementLineSchema = z.object({
  at: instant,
  kind: z.enum(STATEMENT_KINDS),
  request: z.string().nullable().describe('The short id of the request'),
  milestone_title: z.string().nullable().describe('Null once the request was removed'),
  invoice_number: z.string().nullable(),
  gross_cents: z.int().nullable().describe('What the customer paid, or got back'),
  fee_cents: z.int().nullable().describe('The platform fee in it'),
  net_cents: z.int().describe('What it changed the balance by'),
});
export type StatementLine = z.infer<typeof statementLineSchema>;

/** A developer's balance over a month or a year, from the ledger. Amounts are in US cents. */
export const statementSchema = z
  .object({
    period: periodSchema,
    from: instant,
    until: instant.describe('Not part of it any more'),
    so_far: z.boolean().describe('It has not ended'),
    name: z.string(),
    opening_cents: z.int(),
    lines: z.array(statementLineSchema).describe('Oldest first'),
    totals: z.object({
      gross_cents: z.int().describe('Of what was released'),
      fee_cents: z.int(),
      released_cents: z.int().describe('Gross less fee'),
      refunded_cents: z.int().describe('Taken back, as a negative amount'),
      paid_out_cents: z.int().describe('As a negative amount, less what was sent back'),
    }),
    closing_cents: z.int(),
  })
  .meta({ id: 'Statement' });
export type Statement = z.infer<typeof statementSchema>;

const statementPeriodSchema = z.object({
  period: periodSchema,
  so_far: z.boolean().describe('It has not ended'),
});
export type StatementPeriod = z.infer<typeof statementPeriodSchema>;

export const statementListSchema = z.object({
  items: z
    .array(statementPeriodSchema)
    .describe('Months and years since the account was opened, newest first'),
  next_cursor: z.null(),
});

/** When a period begins, and when it has ended (UTC). */
export function spanOf(period: string): { from: Date; until: Date } {
  const [year = 0, month] = period.split('-').map(Number);
  return month === undefined
    ? { from: new Date(Date.UTC(year, 0)), until: new Date(Date.UTC(year + 1, 0)) }
    : { from: new Date(Date.UTC(year, month - 1)), until: new Date(Date.UTC(year, month)) };
}

/** All periods from one moment to another, newest first; a year comes before its months. */
export function periodsBetween(first: Date, last: Date): string[] {
  const periods: string[] = [];
  const [begin, end] = [first, last].map((date) => date.toISOString().slice(0, 7));
  for (let year = last.getUTCFullYear(); year >= first.getUTCFullYear(); year--) {
    periods.push(String(year));
    for (let month = 12; month >= 1; month--) {
      const name = `${year}-${String(month).padStart(2, '0')}`;
      if (name >= (begin ?? '') && name <= (end ?? '')) periods.push(name);
    }
  }
  return periods;
}

/** What a line is about, where it has no milestone's title. */
export const statementWords: Readonly<Record<StatementLine['kind'], string>> = {
  release: 'Milestone',
  refund: 'Refund to the customer',
  payout: 'Payout',
  payout_failed: 'Payout sent back',
};

/** The sums of a statement's lines. */
export function totalsOf(lines: readonly StatementLine[]): Statement['totals'] {
  const sum = (kinds: readonly string[], of: 'gross_cents' | 'fee_cents' | 'net_cents') =>
    lines
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((total, line) => total + (line[of] ?? 0), 0);
  return {
    gross_cents: sum(['release'], 'gross_cents'),
    fee_cents: sum(['release'], 'fee_cents'),
    released_cents: sum(['release'], 'net_cents'),
    refunded_cents: sum(['refund'], 'net_cents'),
    paid_out_cents: sum(['payout', 'payout_failed'], 'net_cents'),
  };
}
