import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { change } from '../lifecycle/change.ts';
import { subscriptionOf } from '../mail/unsubscribe-link.ts';
import { unsubscribe } from './unsubscribe.ts';
import { askPage, deadPage, donePage } from './unsubscribe-page.ts';

const schema = { hide: true, params: z.object({ token: z.string() }) };

/**
 * Where mails lead to be stopped: for people, and by POST alone for mail programs (RFC 8058). Nobody
 * signs in, as the link itself is the right to stop one kind of mail; opening it changes nothing.
 */
export const unsubscribeRoutes: FastifyPluginAsyncZod = async (app) => {
  const { config } = app.context;
  const show = (reply: FastifyReply, html: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
  const showDead = (reply: FastifyReply) => show(reply.code(404), deadPage(config));
  // Mail programs send a form of either kind; the link says all there is to say.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { bodyLimit: 4096, parseAs: 'string' }, async () => undefined);

  app.get('/:token', { schema }, async (request, reply) => {
    const subscription = subscriptionOf(config, request.params.token);
    if (!subscription) return showDead(reply);
    return show(reply, askPage(subscription.choice, config));
  });

  app.post('/:token', { schema }, async (request, reply) => {
    const subscription = subscriptionOf(config, request.params.token);
    const isDone =
      subscription && (await change(app.context, (change) => unsubscribe(change, subscription)));
    if (!isDone) return showDead(reply);
    return show(reply, donePage(subscription.choice, config));
  });
};
