import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { text } from '#domain/text.ts';
import { asAsked } from '../../config/own-address.ts';
import { type CardOutcome, cardNumber, cardOutcome, DELAY_MS, TO_CONFIRM } from './cards.ts';
import { deliverSandboxEvents } from './events.ts';
import { type SandboxProblem, sandboxConfirmPage, sandboxNotFound, sandboxPage } from './page.ts';
import { cardFingerprint, declineInSandbox, payInSandbox } from './sandbox.ts';

const params = z.object({ reference: text(100) });
const body = z.object({
  decision: z.enum(['pay', 'decline', 'confirm', 'cancel']),
  card: z.string().max(30).default(''),
});
const query = z.object({
  step: z.enum(['confirm']).optional(),
  problem: z.enum(['declined', 'unknown', 'not_confirmed']).optional(),
});

/** What the page shows instead of taking the money. */
const answers: Record<Exclude<CardOutcome, 'succeeds' | 'delayed'>, string> = {
  declined: '?problem=declined',
  unknown: '?problem=unknown',
  needs_confirmation: '?step=confirm',
};

/** The sandbox's checkout page. Registered only where the sandbox is the provider. */
export const sandboxRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  const find = async (request: FastifyRequest, reference: string) => {
    const payment = await context.db
      .selectFrom('sandbox_payments')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirst();
    // Returns to the host name at which the person is signed in.
    const back = (address: string) => asAsked(context.config.publicUrl, request, address);
    const { return_url = '', cancel_url = '' } = payment ?? {};
    return payment && { ...payment, return_url: back(return_url), cancel_url: back(cancel_url) };
  };
  const show = (reply: FastifyReply, html: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
  const pageAt = (reference: string, rest = '') =>
    `/sandbox/checkout/${encodeURIComponent(reference)}${rest}`;

  app.get(
    '/checkout/:reference',
    { schema: { hide: true, params, querystring: query } },
    async (request, reply) => {
      const payment = await find(request, request.params.reference);
      if (!payment) return show(reply.code(404), sandboxNotFound());
      const { step, problem } = request.query;
      const html =
        step === 'confirm'
          ? sandboxConfirmPage(payment)
          : sandboxPage(payment, problem satisfies SandboxProblem | undefined);
      return show(reply, html);
    },
  );

  app.post(
    '/checkout/:reference',
    { schema: { hide: true, params, body } },
    async (request, reply) => {
      const { reference } = request.params;
      const payment = await find(request, reference);
      if (!payment) return show(reply.code(404), sandboxNotFound());
      const outcome = decide(request.body);
      if (outcome === 'declined') await declineInSandbox(context.db, reference);
      if (outcome === 'not_confirmed')
        return reply.redirect(pageAt(reference, '?problem=not_confirmed'), 303);
      if (outcome !== 'succeeds' && outcome !== 'delayed')
        return reply.redirect(pageAt(reference, answers[outcome]), 303);
      const delayMs = outcome === 'delayed' ? DELAY_MS : 0;
      const { decision, card: typed } = request.body;
      const number = decision === 'confirm' ? TO_CONFIRM : cardNumber(typed);
      const card = cardFingerprint(context.config, number);
      if (!(await payInSandbox(context.db, reference, { delayMs, card })))
        return reply.redirect(pageAt(reference), 303);
      await deliverSandboxEvents(context);
      return reply.redirect(payment.return_url, 303);
    },
  );
};

function decide({ decision, card }: z.output<typeof body>): CardOutcome | 'not_confirmed' {
  if (decision === 'pay') return cardOutcome(cardNumber(card));
  if (decision === 'confirm') return 'succeeds';
  return decision === 'cancel' ? 'not_confirmed' : 'declined';
}
