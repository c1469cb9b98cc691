import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { confirmPayment } from './commands.ts';
import { declineInSandbox, payInSandbox } from './sandbox.ts';
import { sandboxNotFound, sandboxPage } from './sandbox-page.ts';

const params = z.object({ reference: z.string().max(100) });

/** The sandbox provider's side of the world: its checkout page. Registered only with it. */
export const sandboxRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  const find = (reference: string) =>
    context.db
      .selectFrom('sandbox_payments')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirst();
  const show = (reply: FastifyReply, html: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);

  app.get('/checkout/:reference', { schema: { hide: true, params } }, async (request, reply) => {
    const payment = await find(request.params.reference);
    return payment ? show(reply, sandboxPage(payment)) : show(reply.code(404), sandboxNotFound());
  });

  app.post(
    '/checkout/:reference',
    { schema: { hide: true, params, body: z.object({ decision: z.enum(['pay', 'decline']) }) } },
    async (request, reply) => {
      const { reference } = request.params;
      const payment = await find(reference);
      if (!payment) return show(reply.code(404), sandboxNotFound());
      if (request.body.decision === 'decline') {
        await declineInSandbox(context.db, reference);
        return reply.redirect(`/sandbox/checkout/${encodeURIComponent(reference)}`, 303);
      }
      await payInSandbox(context.db, reference);
      const paid = await find(reference);
      if (paid?.status !== 'succeeded') {
        return reply.redirect(`/sandbox/checkout/${encodeURIComponent(reference)}`, 303);
      }
      await confirmPayment(context, 'sandbox', reference);
      return reply.redirect(payment.return_url, 303);
    },
  );
};
