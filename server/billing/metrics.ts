import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { ledgerState } from './check-ledger.ts';

/**
 * The alarms of the money. Read from the database at each scrape, so that every server says the
 * same. Alarm on `unblock_ledger_broken > 0`, `unblock_money_findings > 0` and on a check that is
 * older than a few runs.
 */
export function addMoneyMetrics(registers: Registry[], { db }: Context): void {
  new Gauge({
    name: 'unblock_ledger_broken',
    help: 'Rules of the ledger that did not hold at the last check; anything but 0 is an alarm',
    registers,
    async collect() {
      this.set((await ledgerState(db)).broken.length);
    },
  });
  new Gauge({
    name: 'unblock_ledger_check_age_seconds',
    help: 'Since the ledger was last checked; NaN when never',
    registers,
    async collect() {
      const { checked_at } = await ledgerState(db);
      this.set(checked_at === null ? Number.NaN : (Date.now() - checked_at.getTime()) / 1000);
    },
  });
  new Gauge({
    name: 'unblock_money_findings',
    help: 'What the reconciliation found and could not repair',
    registers,
    async collect() {
      this.set((await ledgerState(db)).findings.length);
    },
  });
  new Gauge({
    name: 'unblock_ledger_balance_cents',
    help: 'What each account holds',
    labelNames: ['account'],
    registers,
    async collect() {
      const rows = await db
        .selectFrom('ledger_lines')
        .select(['account', (query) => query.fn.sum<string>('amount_cents').as('cents')])
        .groupBy('account')
        .execute();
      for (const { account, cents } of rows) this.set({ account }, Number(cents));
    },
  });
  new Gauge({
    name: 'unblock_provider_calls',
    help: 'Calls to the payment provider that are not done',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.reset();
      const rows = await db
        .selectFrom('provider_calls')
        .select(['kind', 'state', (query) => query.fn.countAll<number>().as('calls')])
        .where('state', 'in', ['pending', 'failed'])
        .groupBy(['kind', 'state'])
        .execute();
      for (const { kind, state, calls } of rows) this.set({ kind, state }, Number(calls));
    },
  });
  new Gauge({
    name: 'unblock_provider_call_age_seconds',
    help: 'How long the oldest call that moves money has waited; 0 when none does',
    registers,
    async collect() {
      const { oldest } = await db
        .selectFrom('provider_calls')
        .select((query) => query.fn.min('created_at').as('oldest'))
        .where('state', '=', 'pending')
        .where('amount_cents', 'is not', null)
        .executeTakeFirstOrThrow();
      this.set(oldest === null ? 0 : (Date.now() - oldest.getTime()) / 1000);
    },
  });
}
