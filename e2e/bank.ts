import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { readConfig } from '../server/config/config.ts';
import { connect, type Database, queries } from '../server/database/database.ts';
import { findDatabase } from '../server/database/find-database.ts';
import { sandboxSecret } from '../server/payments/sandbox/sandbox.ts';
import { testLog } from '../server/testing/log.ts';
import { expect, type RealServer } from './server.ts';

const configOf = ({ folder }: RealServer) => readConfig({ DATA_DIR: folder });

/** The customer's bank keeps what it took back: an event through the provider's own door. */
export async function loseDispute(
  server: RealServer,
  about: { payment: string; amount_cents: number },
): Promise<void> {
  const payload = JSON.stringify({
    id: `event_${randomUUID()}`,
    fact: {
      kind: 'dispute',
      reference: `dispute_${randomUUID()}`,
      state: 'lost',
      withdrawn: true,
      payment_reference: about.payment,
      amount_cents: about.amount_cents,
    },
  });
  const secret = sandboxSecret(await configOf(server));
  const answer = await fetch(`${server.url}/webhooks/sandbox`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sandbox-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
    },
    body: payload,
  });
  expect(answer.status).toBe(200);
}

/** Does something to the server's database by hand. */
export async function inDatabase<Result>(
  server: RealServer,
  work: (context: { db: Database; log: typeof testLog }) => Promise<Result>,
): Promise<Result> {
  const { url } = await findDatabase(await configOf(server));
  const pool = connect(url, { connections: 1 });
  try {
    return await work({ db: queries(pool), log: testLog });
  } finally {
    await pool.end();
  }
}
