import type { FastifyPluginAsync } from 'fastify';
import { PROVIDER_NAMES } from '#domain/payment-provider.ts';
import { Refusal } from '#domain/refusals.ts';
import { providerOf } from './providers.ts';
import { receiveEvent } from './receive-event.ts';

/** Where payment providers send their events. */
export const webhookRoutes: FastifyPluginAsync = async (app) => {
  const provider = providerOf(app.context);
  // The signature covers the raw bytes, so nothing may parse them first.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const name of PROVIDER_NAMES) {
    app.post(`/${name}`, { schema: { hide: true } }, async (request, reply) => {
      // A provider without secrets here signs nothing.
      if (name !== provider.name) throw new Refusal('bad_signature');
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveEvent(app.context, provider, { raw, headers: request.headers });
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  }
};
