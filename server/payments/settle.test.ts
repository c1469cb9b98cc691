import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { change } from '../lifecycle/change.ts';
import { startJobs } from '../start/runner.ts';
import { ok } from '../testing/deeds.ts';
import { PATIENCE } from '../testing/patience.ts';
import {
  finish,
  fundInSandbox,
  type MoneyWorld,
  makeDeal,
  openMoneyWorld,
} from '../testing/payments/money-world.ts';
import { openWorld, type World } from '../testing/world.ts';
import { planCall } from './calls.ts';

let money: MoneyWorld;
let sandbox: World;
beforeAll(async () => {
  money = await openMoneyWorld();
  sandbox = await openWorld();
});
afterAll(async () => {
  await money.close();
  await sandbox.close();
});

it('opens one account for a developer who asks several times at once, and answers each time', async () => {
  const developer = await money.world.person('developer');
  money.fake.fault = () => 'slow';
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      developer.call<{ onboarding_url: string }>('POST', '/api/earnings/account'),
    ),
  );
  money.fake.fault = () => null;
  expect(new Set(answers.map((answer) => ok(answer).onboarding_url)).size).toBe(1);
  expect(money.fake.books.accounts.size).toBe(1);
});

it('sends a developer several releases at once without one job being in the way of another', async () => {
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const developer = await sandbox.person('developer');
  // No more than first hours that nobody looks at.
  for (let deals = 0; deals < 3; deals++) {
    const deal = await makeDeal({ world: sandbox }, [{}], developer);
    await fundInSandbox(sandbox, deal);
    await finish(deal);
  }
  // Another server has just begun to open the developer's account.
  await change(sandbox.context, (each) =>
    planCall(each, {
      key: `account:${developer.id}`,
      provider: 'sandbox',
      developer_id: developer.id,
      request: { kind: 'account', developer: { id: developer.id } },
    }),
  );
  await sandbox.context.db
    .updateTable('provider_calls')
    .set({ leased_until: new Date(Date.now() + 1000) })
    .where('kind', '=', 'account')
    .execute();
  const jobs = await startJobs({ ...sandbox.context, log });
  await untilSent(developer.id, 3);
  await jobs.stop();
  expect(errors.filter((line) => line.includes('settle'))).toEqual([]);
});

/** Until no job of this kind waits, and all was sent. */
async function untilSent(developerId: string, transfers: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ sent: number; waiting: number }>`select
        (select count(*)::int from provider_calls
          where developer_id = ${developerId} and kind = 'transfer' and state = 'done') as sent,
        (select count(*)::int from graphile_worker.jobs where task_identifier = 'settle') as waiting`.execute(
      sandbox.context.db,
    );
    expect(rows).toEqual([{ sent: transfers, waiting: 0 }]);
  }, PATIENCE);
}
