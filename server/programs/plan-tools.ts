import { z } from 'zod';
import { milestoneInputSchema } from '#domain/milestone.ts';
import { paths } from '#domain/paths.ts';
import { type RefusalCode, refusals } from '#domain/refusals.ts';
import type { Ticket } from '#domain/ticket.ts';
import { withoutLimits } from '../http/limit-calls.ts';
import { type Api, CallRefused } from './api.ts';
import { requestId, tool } from './tool.ts';

/** A milestone as it is added. */
type Part = z.input<typeof milestoneInputSchema>;

/** One that was. */
interface Added {
  id: string;
  title: string;
}

/** How an unblocker's program plans its work. */
export const planTools = [
  tool({
    name: 'propose_plan',
    title: 'Propose a plan',
    description:
      'Adds milestones to the plan of a request that I have taken, all or none, and submits it if you say so. Prices are hours times rate.',
    of: 'developer',
    writes: true,
    input: z.object({
      request_id: requestId,
      milestones: z
        .array(
          z.object({
            title: z.string(),
            description: z.string(),
            hours: z.number().positive(),
            hourly_rate: z.number().positive().describe('US dollars'),
            checks: z
              .array(z.string())
              .max(7)
              .default([])
              .describe('In the customer’s words, when it is done'),
          }),
        )
        .min(1)
        .max(20),
      submit: z.boolean().default(false),
    }),
    output: z.object({
      milestone_ids: z.array(z.uuid()),
      submitted: z.boolean(),
      link: z.string(),
    }),
    run: async ({ request_id, milestones, submit }, { api, link }) => {
      const { quotes } = await api<Ticket>('GET', `/tickets/${request_id}`);
      if (quotes) throw refusedAs('takes_quotes');
      const parts = milestones.map(({ hours, checks, ...about }): Part => {
        const texts = checks.map((text) => ({ text }));
        return {
          ...about,
          minutes: Math.round(hours * 60),
          ...(texts.length > 0 && { checks: texts }),
        };
      });
      requireValid(parts);
      const added: Added[] = [];
      try {
        // One after the other: that is their order in the plan.
        for (const part of parts) {
          const path = `/tickets/${request_id}/milestones`;
          const { id } = await api<{ id: string }>('POST', path, part);
          added.push({ id, title: part.title });
        }
        if (submit) await api('POST', `/tickets/${request_id}/submit-plan`, {});
      } catch (error) {
        throw await takenOut(api, added, error);
      }
      return {
        milestone_ids: added.map(({ id }) => id),
        submitted: submit,
        link: link(paths.plan('developer', request_id)),
      };
    },
  }),
];

/** @throws CallRefused `invalid_input` as the call would that adds it, before anything is written */
function requireValid(parts: readonly Part[]): void {
  for (const [at, part] of parts.entries()) {
    const issues = milestoneInputSchema.safeParse(part).error?.issues ?? [];
    const problems = new Set(issues.map(({ message }) => message));
    if (problems.size > 0)
      throw refusedAs('invalid_input', `Milestone ${at + 1}: ${[...problems].join('. ')}.`);
  }
}

/**
 * Takes out again what was added: proposed again as a whole, a part that stayed would stand in the plan
 * twice. No limit stops it in its middle.
 * @returns why the plan was refused, with what stayed all the same
 */
async function takenOut(api: Api, added: readonly Added[], why: unknown): Promise<unknown> {
  const stayed: string[] = [];
  for (const { id, title } of added)
    await withoutLimits(() => api('DELETE', `/milestones/${id}`)).catch(() => stayed.push(title));
  if (stayed.length === 0) return why;
  const { status, message, items } = why instanceof CallRefused ? why : refusedAs('internal');
  const titles = stayed.map((title) => `“${title}”`).join(', ');
  const detail = `${message} These milestones are in the plan all the same: ${titles}.`;
  return new CallRefused({ status, code: 'parts_stayed', detail, items });
}

function refusedAs(code: RefusalCode, words?: string): CallRefused {
  const [status, detail] = refusals[code];
  return new CallRefused({ status, code, detail: words ?? detail });
}
