import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { summaryOf } from '#domain/acts.ts';
import { type Milestone, milestoneSchema } from '#domain/milestone.ts';
import { Refusal } from '#domain/refusals.ts';
import { relationOf } from '#domain/relation.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { describe } from '../http/schemas.ts';
import { type Viewer, viewerOf } from '../http/viewer.ts';
import { type Change, takenBack, within } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import { type LockedTicket, lockTicketOfMilestone } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { isImpartial } from '../lifecycle/under-review.ts';
import { milestonesOf } from './milestone-queries.ts';
import { addressedCheck, keepProbe, probe } from './probes.ts';

const checkParams = z.object({ id: z.guid(), check: z.guid() });

/** Check Now. Source: contract, second part, "Acts". */
export const checkRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/milestones/:id/checks/:check/probe',
    describe(summaryOf('check-now'), {
      params: checkParams,
      response: { 200: milestoneSchema },
    }),
    async (request, reply) => {
      const [viewer, { id, check: checkId }] = [viewerOf(request), request.params];
      const step = { action: 'check-now', actor: viewer, milestoneId: id } as const;
      await limitCalls(request, reply, { name: 'check_now', key: viewer.id, worksAgain: true });
      // Permission is checked before the look, which holds no lock.
      const check = await takenBack(app.context, async (change) => {
        const locked = await lockTicketOfMilestone(change.tx, id);
        await requireImpartial(change, viewer, locked);
        await perform(change, locked, step);
        return addressedCheck(change.tx, id, checkId);
      });
      const seen = await probe(app.context, check, viewer.id);
      return command(request, async (change) => {
        const locked = await lockTicketOfMilestone(change.tx, id);
        await perform(change, locked, step);
        await keepProbe(change, locked, check, seen);
        return asSeen(change, viewer, locked, id);
      });
    },
  );
};

/**
 * Moderators check nothing of their own requests, current or former.
 * @throws Refusal `not_your_part`
 */
async function requireImpartial({ tx }: Change, viewer: Viewer, { ticket }: LockedTicket) {
  const isModerator = relationOf(viewer, ticket) === 'moderator';
  if (isModerator && !(await isImpartial(tx, viewer, ticket.id)))
    throw new Refusal('not_your_part');
}

/** The milestone as either side or a moderator sees it. */
async function asSeen(
  change: Change,
  viewer: Viewer,
  { ticket }: LockedTicket,
  id: string,
): Promise<Milestone> {
  const relation = relationOf(viewer, ticket);
  const plan = await milestonesOf(within(change), ticket.id, { relation, id: viewer.id });
  const milestone = plan.find((each) => each.id === id);
  if (!milestone) throw new Refusal('not_found');
  return milestone;
}
