import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { actInput } from '#domain/act-input.ts';
import { actPath, summaryOf, wordsOf } from '#domain/acts.ts';
import { checkoutSchema } from '#domain/billing.ts';
import { type Mark, marksSchema } from '#domain/check-schemas.ts';
import { extendSchema } from '#domain/due-date.ts';
import {
  approvePlanSchema,
  brokeAgainSchema,
  deliveryInputSchema,
  MILESTONE_TEXTS,
  milestoneSchema,
} from '#domain/milestone.ts';
import { changeInputSchema } from '#domain/plan-change.ts';
import { ticketSchema } from '#domain/ticket.ts';
import { agreeToCancelSchema, askToCancelSchema, getHelpSchema } from '#domain/way-out.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { within } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import { checkoutMilestone } from '../payments/commands.ts';
import { checkoutUrl, checkoutUrlIfOpen } from './checkout-url.ts';
import { approvePlan } from './commands.ts';
import { submitMilestone } from './milestone-commands.ts';
import { milestoneFor } from './milestone-queries.ts';
import { stepOnMilestone, stepOnTicket } from './plain-routes.ts';

const CHANGE_TEXTS = [
  'reason',
  ...['add', 'alter'].flatMap((part) => MILESTONE_TEXTS.map((field) => `${part}.*.${field}`)),
];

/** Steps with their own input or answer; see plain-routes.ts for the others. */
export const stepRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    actPath('approve-plan', ':id'),
    describe(summaryOf('approve-plan'), {
      params: idParams,
      body: approvePlanSchema.nullish(),
      response: { 200: z.object({ checkout_url: z.url().nullable() }) },
    }),
    async (request) => {
      const pending = await command(request, (change) =>
        approvePlan(change, viewerOf(request), request.params.id, {
          seen: request.body ?? {},
          ip: request.ip,
        }),
      );
      return { checkout_url: await checkoutUrlIfOpen(request, pending) };
    },
  );

  app.post(
    actPath('submit', ':id'),
    {
      config: {
        shares: {
          texts: ['message', 'must_keep', 'evidence.*.text', 'evidence.*.url'],
          files: ['file_attachments', 'evidence.*.file_keys'],
        },
      },
      ...describe(summaryOf('submit'), {
        params: idParams,
        body: deliveryInputSchema,
        response: { 200: milestoneSchema },
      }),
    },
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'delivery', key: viewer.id });
      return command(request, async (change) => {
        await submitMilestone(change, viewer, id, request.body);
        return milestoneFor(within(change), viewer, id);
      });
    },
  );

  for (const action of ['accept', 'reject'] as const) {
    const body = actInput(action).extend({ checks: marksSchema.optional() });
    app.post(
      actPath(action, ':id'),
      {
        config: { shares: { texts: ['feedback', 'checks.*.note'] } },
        ...describe(summaryOf(action), {
          params: idParams,
          // An approval may have no words.
          body: action === 'accept' ? body.nullish() : body,
          response: { 200: milestoneSchema },
        }),
      },
      (request) => {
        const marks = (request.body as { checks?: Mark[] } | null | undefined)?.checks;
        return stepOnMilestone(request, { action, words: wordsOf(action, request.body), marks });
      },
    );
  }

  app.post(
    actPath('broke-again', ':id'),
    {
      config: { shares: { texts: ['text'] } },
      ...describe(summaryOf('broke-again'), {
        params: idParams,
        body: brokeAgainSchema,
        response: { 200: milestoneSchema },
      }),
    },
    (request) => {
      const { text: words, check_ids: checkIds } = request.body;
      return stepOnMilestone(request, { action: 'broke-again', words, checkIds });
    },
  );

  app.post(
    actPath('get-help', ':id'),
    {
      config: { shares: { texts: ['text'] } },
      ...describe(summaryOf('get-help'), {
        params: idParams,
        body: getHelpSchema,
        response: { 200: ticketSchema.nullable() },
      }),
    },
    (request) => {
      const { reason: helpReason, text: words } = request.body;
      return stepOnTicket(request, { action: 'get-help', helpReason, words });
    },
  );

  app.post(
    actPath('ask-to-cancel', ':id'),
    {
      config: { shares: { texts: ['reason'] } },
      ...describe(summaryOf('ask-to-cancel'), {
        params: idParams,
        body: askToCancelSchema,
        response: { 200: ticketSchema.nullable() },
      }),
    },
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'proposal', key: viewerOf(request).id });
      const asked = request.body;
      return stepOnTicket(request, { action: 'ask-to-cancel', asked, words: asked.reason });
    },
  );

  app.post(
    actPath('propose-change', ':id'),
    {
      config: { shares: { texts: CHANGE_TEXTS } },
      ...describe(summaryOf('propose-change'), {
        params: idParams,
        body: changeInputSchema,
        response: { 200: ticketSchema.nullable() },
      }),
    },
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'proposal', key: viewerOf(request).id });
      const proposed = request.body;
      return stepOnTicket(request, { action: 'propose-change', proposed, words: proposed.reason });
    },
  );

  app.post(
    actPath('agree-to-cancel', ':id'),
    describe(summaryOf('agree-to-cancel'), {
      params: idParams,
      body: agreeToCancelSchema.nullish(),
      response: { 200: ticketSchema.nullable() },
    }),
    (request) =>
      stepOnTicket(request, { action: 'agree-to-cancel', askedAt: request.body?.asked_at }),
  );

  app.post(
    actPath('extend', ':id'),
    describe(summaryOf('extend'), {
      params: idParams,
      body: extendSchema,
      response: { 200: milestoneSchema },
    }),
    (request) => stepOnMilestone(request, { action: 'extend', dueAt: request.body.due_at }),
  );

  app.post(
    actPath('checkout', ':id'),
    describe(summaryOf('checkout'), {
      params: idParams,
      response: { 200: checkoutSchema },
    }),
    async (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      const pending = await command(request, (change) =>
        checkoutMilestone(change, viewer, id, request.ip),
      );
      return { checkout_url: await checkoutUrl(request, pending) };
    },
  );
};
