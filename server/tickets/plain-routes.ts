import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { actInput } from '#domain/act-input.ts';
import { type Action, actPath, acts, plainActs, summaryOf, wordsOf } from '#domain/acts.ts';
import { milestoneSchema } from '#domain/milestone.ts';
import { Refusal } from '#domain/refusals.ts';
import { ticketSchema } from '#domain/ticket.ts';
import { hitLimit, isReached, LIMITS } from '../http/limits.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { within } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import { lockTicket, lockTicketOfMilestone } from '../lifecycle/locked.ts';
import { lockTicketOfChange } from '../lifecycle/plan-changes.ts';
import type { Step } from '../lifecycle/step.ts';
import { milestoneFor } from './milestone-queries.ts';
import { findTicket } from './queries.ts';
import { takeStep } from './steps.ts';

/** Steps of the two sides whose only input is words. Source: contract, "HTTP". */
export const plainRoutes: FastifyPluginAsyncZod = async (app) => {
  for (const action of plainActs('sides')) {
    const ofMilestone = acts[action].subject === 'milestone';
    app.post(
      actPath(action, ':id'),
      {
        config: sharesOf(action),
        ...describe(summaryOf(action), {
          params: idParams,
          ...bodyOf(action),
          // Null where the viewer has left the request by it.
          response: { 200: ofMilestone ? milestoneSchema : ticketSchema.nullable() },
        }),
      },
      async (request) => {
        const { id } = viewerOf(request);
        if (TAKING.includes(action) && (await isReached(app.context, 'given_back', id)))
          throw new Refusal('too_many_requests', GIVEN_BACK);
        const step = { action, words: wordsOf(action, request.body) };
        const answer = ofMilestone
          ? await stepOnMilestone(request, step)
          : await onTicket(request, action);
        if (action === 'give-back') await hitLimit(app.context, 'given_back', id);
        return answer;
      },
    );
  }
};

/** Steps by which a developer gets a request: limited, as each mails its customer, who waits. */
const TAKING: readonly Action[] = ['reserve', 'grab'];
const GIVEN_BACK = `You gave back ${LIMITS.given_back.hits} requests within 24 hours. You can take another one later.`;

/** The other side reads the words. */
function sharesOf(action: Action): FastifyContextConfig {
  const { words } = acts[action].ask ?? {};
  return words ? { shares: { texts: [words.field] } } : {};
}

/** The body may be missing where no words are needed. */
function bodyOf(action: Action) {
  const { words } = acts[action].ask ?? {};
  if (!words) return {};
  const body = actInput(action);
  return { body: words.missing === undefined ? body.nullish() : body };
}

type Call = FastifyRequest<{ Params: { id: string } }>;

/** Takes a side's step on the request in the path; answers with the request afterwards. */
export function stepOnTicket(request: Call, step: Omit<Step, 'actor'>) {
  const [actor, { id }] = [viewerOf(request), request.params];
  return command(request, async (change) => {
    const locked = await lockTicket(change.tx, id);
    await takeStep(change, locked, { ...step, actor });
    return findTicket(change.tx, actor, id);
  });
}

/** Some steps name the change of the plan that they answer. */
function onTicket(request: Call, action: Action) {
  const words = wordsOf(action, request.body);
  if (!acts[action].of_change) return stepOnTicket(request, { action, words });
  const [actor, changeId] = [viewerOf(request), request.params.id];
  return command(request, async (change) => {
    const locked = await lockTicketOfChange(change.tx, changeId);
    await takeStep(change, locked, { action, actor, words, changeId });
    return findTicket(change.tx, actor, locked.ticket.id);
  });
}

/** The same for a milestone. */
export function stepOnMilestone(request: Call, step: Omit<Step, 'actor' | 'milestoneId'>) {
  const [actor, { id }] = [viewerOf(request), request.params];
  return command(request, async (change) => {
    const locked = await lockTicketOfMilestone(change.tx, id);
    await takeStep(change, locked, { ...step, actor, milestoneId: id });
    return milestoneFor(within(change), actor, id);
  });
}
