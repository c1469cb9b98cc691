import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { z } from 'zod';
import { stopped } from '#domain/mail-preferences.ts';
import type { Change } from '../lifecycle/change.ts';
import { change } from '../lifecycle/change.ts';
import type { Subscription } from '../mail/unsubscribe-link.ts';
import { subscriptionOf } from '../mail/unsubscribe-link.ts';
import { askPage, deadPage, donePage } from './unsubscribe-page.ts';

const schema = { hide: true, params: z.object({ token: z.string() }) };

/**
 * Where unsubscribe links lead: a page for people, a POST alone for mail programs (RFC 8058). The
 * link itself is the right to turn off one kind of mail, so nobody signs in; opening it changes
 * nothing.
 */
export const unsubscribeRoutes: FastifyPluginAsyncZod = async (app) => {
  const { config } = app.context;
  const show = (reply: FastifyReply, html: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
  const showDead = (reply: FastifyReply) => show(reply.code(404), deadPage(config));
  // Mail programs send either kind of form; all that matters is in the link.
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

/**
 * Turns off one kind of mail for a person; repeating it changes nothing.
 * @returns false when the account is gone
 */
async function unsubscribe({ tx }: Change, { personId, choice }: Subscription): Promise<boolean> {
  const chosen = JSON.stringify(stopped(choice));
  const { numUpdatedRows } = await tx
    .updateTable('profiles')
    .set({ notifications: sql`notifications || ${chosen}::jsonb` })
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
