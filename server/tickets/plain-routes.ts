import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { actInput } from '#domain/act-input.ts';
import { type Action, actPath, acts, plainActs, summaryOf, wordsOf } from '#domain/acts.ts';
import { milestoneSchema } from '#domain/milestone.ts';
import { ticketSchema } from '#domain/ticket.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { within } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import { lockTicket, lockTicketOfMilestone } from '../lifecycle/locked.ts';
import { milestoneFor } from './milestone-queries.ts';
import { findTicket } from './queries.ts';
import { takeStep } from './steps.ts';

/** The acts of the two sides that take nothing but words. Source: contract, "HTTP". */
export const plainRoutes: FastifyPluginAsyncZod = async (app) => {
  for (const action of plainActs('sides')) {
    const ofMilestone = acts[action].subject === 'milestone';
    app.post(
      actPath(action, ':id'),
      {
        config: sharesOf(action),
        schema: describe(summaryOf(action), {
          params: idParams,
          ...bodyOf(action),
          // Null where one has left the request by it.
          response: { 200: ofMilestone ? milestoneSchema : ticketSchema.nullable() },
        }),
      },
      (request) => (ofMilestone ? onMilestone(request, action) : onTicket(request, action)),
    );
  }
};

/** The words are for the other side to read. */
function sharesOf(action: Action): FastifyContextConfig {
  const { words } = acts[action].ask ?? {};
  return words ? { shares: { texts: [words.field] } } : {};
}

/** Whoever has nothing to say sends no body. */
function bodyOf(action: Action) {
  const { words } = acts[action].ask ?? {};
  if (!words) return {};
  const body = actInput(action);
  return { body: words.missing === undefined ? body.nullish() : body };
}

type Call = FastifyRequest<{ Params: { id: string } }>;

function onTicket(request: Call, action: Action) {
  const [actor, { id }] = [viewerOf(request), request.params];
  return command(request, async (change) => {
    const locked = await lockTicket(change.tx, id);
    await takeStep(change, locked, { action, actor, words: wordsOf(action, request.body) });
    return findTicket(change.tx, actor, id);
  });
}

function onMilestone(request: Call, action: Action) {
  const [actor, { id }] = [viewerOf(request), request.params];
  return command(request, async (change) => {
    const locked = await lockTicketOfMilestone(change.tx, id);
    const words = wordsOf(action, request.body);
    await takeStep(change, locked, { action, actor, milestoneId: id, words });
    return milestoneFor(within(change), actor, id);
  });
}
