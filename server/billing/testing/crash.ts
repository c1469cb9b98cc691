import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeEvent } from './fake-stripe-books.ts';
import type { MoneyWorld } from './money-world.ts';

const WORKER = new URL('./crash-worker.ts', import.meta.url);

/** When a server is killed: at the so-many-th call to the provider, around its effect, or by the clock. */
export interface Moment {
  at: 'before a call' | 'after its effect' | 'some time';
  count: number;
}

/**
 * Starts another server on the same database, lets it work and take events, and kills it. Whatever
 * it was doing stays as it was at that moment.
 */
export async function crash(
  money: MoneyWorld,
  moment: Moment,
  events: readonly FakeEvent[],
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-crash-'));
  const { child, url } = start(money, folder);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const kill = () => child.kill('SIGKILL');
  try {
    const address = await Promise.race([url, gone.then(() => null)]);
    if (address === null) throw new Error('the server to be killed did not start');
    let calls = 0;
    const isNow = () => ++calls === moment.count + 1;
    money.fake.fault = () => {
      if (moment.at === 'before a call' && isNow()) kill();
      return null;
    };
    money.fake.onEffect = () => {
      if (moment.at === 'after its effect' && isNow()) kill();
    };
    const sent = events.map((event) => send(money, `${address}/webhooks/stripe`, event));
    await sleep(moment.at === 'some time' ? moment.count * 15 : 400);
    kill();
    await Promise.all(sent);
    await gone;
  } finally {
    kill();
    money.fake.fault = () => null;
    money.fake.onEffect = () => undefined;
    rmSync(folder, { recursive: true, force: true });
  }
}

function start(
  { world, stripe }: MoneyWorld,
  folder: string,
): { child: ChildProcess; url: Promise<string> } {
  const child = fork(WORKER, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: world.context.config.databaseUrl ?? '',
      DATA_DIR: folder,
      SMTP_URL: 'smtp://127.0.0.1:9',
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.apiBase ?? '',
    },
  });
  return {
    child,
    url: new Promise((resolve) => child.once('message', (url) => resolve(String(url)))),
  };
}

/** The sender does not learn what became of it, and will deliver it again. */
async function send({ fake }: MoneyWorld, url: string, event: FakeEvent): Promise<void> {
  const { payload, signature } = fake.delivery(event);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  await fetch(url, { method: 'POST', headers, body: payload }).catch(() => undefined);
}
