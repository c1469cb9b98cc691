import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { readConfig } from '../server/config/config.ts';
import { sandboxSecret } from '../server/payments/sandbox/sandbox.ts';
import { inDatabase } from './database.ts';
import { expect, type RealServer } from './server.ts';

/** The customer's bank keeps what it took back. */
export function loseDispute(
  server: RealServer,
  about: { payment: string; amount_cents: number },
): Promise<void> {
  return tell(server, {
    kind: 'dispute',
    reference: `dispute_${randomUUID()}`,
    state: 'lost',
    withdrawn: true,
    payment_reference: about.payment,
    amount_cents: about.amount_cents,
  });
}

/** The customer's bank does not take the refund of a payment; its billing record. */
export async function sendRefundBack(server: RealServer, payment: string): Promise<string> {
  const refund = () =>
    inDatabase(server, ({ db }) =>
      db
        .selectFrom('provider_calls as c')
        .innerJoin('checkouts as p', 'p.id', 'c.checkout_id')
        .select(['c.reference', 'c.billing_record_id'])
        .where('p.payment_reference', '=', payment)
        .where('c.kind', '=', 'refund')
        .where('c.state', '=', 'done')
        .executeTakeFirst(),
    );
  await expect.poll(refund).toBeDefined();
  const { reference = null, billing_record_id = null } = (await refund()) ?? {};
  await tell(server, { kind: 'refund_failed', reference, payment_reference: payment });
  return String(billing_record_id);
}

/** An event through the provider's own door. */
async function tell(server: RealServer, fact: object): Promise<void> {
  const payload = JSON.stringify({ id: `event_${randomUUID()}`, fact });
  const secret = sandboxSecret(await readConfig({ DATA_DIR: server.folder }));
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
