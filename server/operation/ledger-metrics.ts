import type { Registry } from 'prom-client';
import { ledgerState } from '../ledger/check-ledger.ts';
import type { Context } from '../lifecycle/context.ts';
import { waitsForBank } from '../payments/calls.ts';
import { databaseGauge } from './database-gauge.ts';

/**
 * Alarms about money, read from the database at each scrape, so that all servers agree. Alarm on
 * `unblock_ledger_broken > 0`, `unblock_money_findings > 0` and on a check that is older than a few
 * runs.
 */
export function addMoneyMetrics(registers: Registry[], { db }: Context): void {
  databaseGauge({
    name: 'unblock_ledger_broken',
    help: 'Rules of the ledger that did not hold at the last check; anything but 0 is an alarm',
    registers,
    read: async () => [[{}, (await ledgerState(db)).broken.length]],
  });
  databaseGauge({
    name: 'unblock_ledger_check_age_seconds',
    help: 'Since the ledger was last checked; NaN when never',
    registers,
    read: async () => [[{}, secondsSince((await ledgerState(db)).checked_at) ?? Number.NaN]],
  });
  databaseGauge({
    name: 'unblock_money_findings',
    help: 'What the reconciliation found and could not repair',
    registers,
    read: async () => [[{}, (await ledgerState(db)).findings.length]],
  });
  databaseGauge({
    name: 'unblock_ledger_balance_cents',
    help: 'What each account holds',
    labelNames: ['account'],
    registers,
    read: async () => {
      const rows = await db
        .selectFrom('ledger_lines')
        .select(['account', (query) => query.fn.sum<string>('amount_cents').as('cents')])
        .groupBy('account')
        .execute();
      return rows.map(({ account, cents }) => [{ account }, Number(cents)]);
    },
  });
  databaseGauge({
    name: 'unblock_provider_calls',
    help: 'Calls to the payment provider that are not done',
    labelNames: ['kind', 'state'],
    registers,
    read: async () => {
      const rows = await db
        .selectFrom('provider_calls')
        .select(['kind', 'state', (query) => query.fn.countAll<number>().as('calls')])
        .where('state', 'in', ['pending', 'failed'])
        .groupBy(['kind', 'state'])
        .execute();
      return rows.map(({ kind, state, calls }) => [{ kind, state }, Number(calls)]);
    },
  });
  databaseGauge({
    name: 'unblock_provider_call_age_seconds',
    help: 'How long the oldest call that moves money has waited, but for a bank; 0 when none does',
    registers,
    read: async () => {
      const { oldest } = await db
        .selectFrom('provider_calls')
        .select((query) => query.fn.min('created_at').as('oldest'))
        .where('state', '=', 'pending')
        .where('amount_cents', 'is not', null)
        .where(({ not }) => not(waitsForBank))
        .executeTakeFirstOrThrow();
      return [[{}, secondsSince(oldest) ?? 0]];
    },
  });
}

function secondsSince(date: Date | null): number | null {
  return date && (Date.now() - date.getTime()) / 1000;
}
