import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { Refusal } from '#domain/refusals.ts';
import { networkOf } from './limits.ts';
import { LiveStreams } from './live-streams.ts';
import { describe } from './schemas.ts';
import { viewerOf } from './viewer.ts';

const options = describe(
  'Server-sent events: ticket, milestone, message, read, typing, notification',
  {
    produces: ['text/event-stream'],
    response: { 200: z.string() },
  },
);

/** `GET /api/live`: server-sent events for one signed-in tab. Source: contract, "HTTP". */
export const liveRoutes: FastifyPluginAsync = async (app) => {
  const streams = new LiveStreams(app.context);
  app.addHook('preClose', async () => streams.closeAll());

  // A HEAD request would open a stream that never ends and sends nothing.
  app.get('/live', { ...options, logLevel: 'warn', exposeHeadRoute: false }, (request, reply) => {
    const viewer = viewerOf(request);
    const network = networkOf(request.ip);
    if (app.context.config.rateLimits && streams.isFull({ viewer, network })) {
      throw new Refusal('too_many_requests');
    }
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const expires_at = request.program?.expires_at ?? Number.POSITIVE_INFINITY;
    streams.open({ viewer, network, expires_at, response: reply.raw });
  });
};
