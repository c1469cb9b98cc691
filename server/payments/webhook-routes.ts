import type { FastifyPluginAsync } from 'fastify';
import { Refusal } from '#domain/refusals.ts';
import { providerOf } from './providers.ts';
import { receiveEvent } from './receive-event.ts';

const HEADERS = { stripe: 'stripe-signature', sandbox: 'sandbox-signature' };

/** Where the payment provider tells us what happened. Registered for the one that is set up. */
export const webhookRoutes: FastifyPluginAsync = async (app) => {
  const provider = providerOf(app.context);
  // The raw bytes are what is signed: nothing may read them before.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post(`/${provider.name}`, { schema: { hide: true } }, async (request, reply) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signature = request.headers[HEADERS[provider.name]];
    await receiveEvent(app.context, provider, { raw, signature });
    return reply.header('cache-control', 'no-store').send({ received: true });
  });
  // The contract's address is always there. Without Stripe's secrets nothing is signed by it.
  if (provider.name !== 'stripe')
    app.post('/stripe', { schema: { hide: true } }, () => {
      throw new Refusal('bad_signature');
    });
};
