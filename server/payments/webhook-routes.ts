import type { FastifyPluginAsync } from 'fastify';
import { PROVIDER_NAMES } from '#domain/payment-provider.ts';
import { Refusal } from '#domain/refusals.ts';
import { providerOf } from './providers.ts';
import { receiveEvent } from './receive-event.ts';

/** Where payment providers tell us what happened. */
export const webhookRoutes: FastifyPluginAsync = async (app) => {
  const provider = providerOf(app.context);
  // The raw bytes are what is signed: nothing may read them before.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const name of PROVIDER_NAMES) {
    app.post(`/${name}`, { schema: { hide: true } }, async (request, reply) => {
      // Nothing is signed by a provider whose secrets are not set.
      if (name !== provider.name) throw new Refusal('bad_signature');
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveEvent(app.context, provider, { raw, headers: request.headers });
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  }
};
