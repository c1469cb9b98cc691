import type { FastifyPluginAsync } from 'fastify';
import { type PreparedText, prepared, QUICK } from './prepared-text.ts';
import { sendPrepared } from './send-prepared.ts';

/** `GET /openapi.json`: what all calls take and answer, as OpenAPI. */
export const descriptionRoutes: FastifyPluginAsync = async (app) => {
  let description: Promise<PreparedText> | null = null;
  // With the first call: then all routes are there, and a start is no slower.
  const describe = () => prepared('application/json', JSON.stringify(app.swagger()), QUICK);

  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    description ??= describe();
    return sendPrepared(await description, request, reply);
  });
};
