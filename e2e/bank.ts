import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { readConfig } from '../server/config/config.ts';
import { sandboxSecret } from '../server/payments/sandbox/sandbox.ts';
import { expect, type RealServer } from './server.ts';

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
