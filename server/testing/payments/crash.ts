import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHILD_ENV } from '../child-env.ts';
import type { Fault } from './fake-stripe.ts';
import type { FakeEvent } from './fake-stripe-answers.ts';
import type { Asked } from './fake-stripe-calls.ts';
import type { MoneyWorld } from './money-world.ts';

const WORKER = new URL('./crash-worker.ts', import.meta.url);

/** When a server is killed: at the so-many-th call to the provider, around its effect, or by the clock. */
export interface Moment {
  at: 'before a call' | 'under way' | 'after its effect' | 'some time';
  count: number;
  /** Of which calls; any where it is not said. */
  call?: RegExp;
  /** How long the moment is waited for (ms). */
  patience?: number;
}

/** What the call meets at which the server is killed; it may be under way when the server is gone. */
const INSTEAD: { [At in Moment['at']]?: Fault } = {
  'before a call': 'dropped before',
  'under way': 'hangs',
};

/**
 * Starts another server on the same database, lets it work and take events, and kills it. Whatever
 * it was doing stays as it was at that moment.
 * @returns whether the moment came, before patience ended
 */
export async function crash(
  money: MoneyWorld,
  moment: Moment,
  events: readonly FakeEvent[] = [],
): Promise<boolean> {
  let came = false;
  try {
    await withServer(money, async ({ url, kill, gone }) => {
      let calls = 0;
      const isNow = ({ method, path }: Asked) => {
        if (moment.call && !moment.call.test(`${method} ${path}`)) return false;
        if (++calls !== moment.count + 1) return false;
        came = true;
        kill();
        return true;
      };
      const instead = INSTEAD[moment.at];
      money.fake.fault = (asked) => (instead && isNow(asked) ? instead : null);
      money.fake.onEffect = (asked) => void (moment.at === 'after its effect' && isNow(asked));
      const address = await Promise.race([url, gone]);
      if (address === undefined && !came) throw new Error('the server to be killed did not start');
      const sent = events.map((event) => send(money, address ?? '', event));
      const patience = moment.patience ?? (moment.at === 'some time' ? moment.count * 15 : 400);
      await Promise.race([gone, sleep(patience)]);
      kill();
      await Promise.all(sent);
    });
  } finally {
    money.fake.fault = () => null;
    money.fake.onEffect = () => undefined;
  }
  return came;
}

interface Victim {
  /** Where it listens, once it does. */
  url: Promise<string>;
  kill: () => void;
  gone: Promise<undefined>;
}

/** Another server, as a process of its own, for as long as `work` takes. */
export async function withServer<Result>(
  money: MoneyWorld,
  work: (victim: Victim) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-crash-'));
  const { child, url } = start(money, folder);
  const gone = new Promise<undefined>((resolve) => child.once('exit', () => resolve(undefined)));
  const kill = () => void child.kill('SIGKILL');
  try {
    return await work({ url, kill, gone });
  } finally {
    kill();
    await gone;
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
      ...CHILD_ENV,
      DATABASE_URL: world.context.config.databaseUrl ?? '',
      DATA_DIR: folder,
      // So that what it writes can be read.
      JWT_KEY: JSON.stringify(world.context.config.jwtKey),
      SMTP_URL: 'smtp://127.0.0.1:9',
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecrets.join(','),
      STRIPE_API_BASE: stripe.apiBase ?? '',
    },
  });
  return {
    child,
    url: new Promise((resolve) => child.once('message', (url) => resolve(String(url)))),
  };
}

/** The sender does not learn what became of it, and will deliver it again. */
export async function send({ fake }: MoneyWorld, address: string, event: FakeEvent): Promise<void> {
  const { payload, signature } = fake.delivery(event);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  await fetch(`${address}/webhooks/stripe`, { method: 'POST', headers, body: payload }).catch(
    () => undefined,
  );
}
