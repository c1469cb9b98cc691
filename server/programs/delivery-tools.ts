import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Snapshot } from '#domain/code.ts';
import { MAX_CHECKS } from '#domain/limits.ts';
import { paths } from '#domain/paths.ts';
import { refusals } from '#domain/refusals.ts';
import type { FoundSecret } from '#domain/secret.ts';
import { type Api, CallRefused } from './api.ts';
import { requestId, tool } from './tool.ts';

/** How long a program waits while a version is read, in ms. Most take less than one second. */
const LONGEST_READ_MS = 15_000;
const LOOK_EVERY_MS = 250;

/** How an unblocker's program hands over its work. */
export const deliveryTools = [
  tool({
    name: 'deliver_patch',
    title: 'Deliver a patch',
    description:
      'Brings a patch for a milestone that I work on, as `git diff` writes it, against the newest version of the project. With a message it is submitted to the customer as well: ask your person first.',
    of: 'developer',
    writes: true,
    input: z.object({
      request_id: requestId,
      milestone_id: z.uuid().describe('Of the plan, from read_request'),
      patch: z.string().min(1).max(700_000),
      message: z
        .string()
        .min(1)
        .max(10_000)
        .optional()
        .describe('What was done, for the customer; left out, nothing is submitted yet'),
      evidence: z
        .array(
          z.object({
            check_id: z.uuid().describe('Of the milestone, from read_request'),
            text: z.string().min(1).max(2000).describe('How it was tried, and what came of it'),
          }),
        )
        .max(MAX_CHECKS)
        .default([])
        .describe('For the checks of the milestone, with a message'),
    }),
    output: z.object({
      version_id: z.uuid(),
      state: z.string().describe('ready, or why it is not'),
      trouble: z.string().nullable().describe('Where it does not fit'),
      safety: z.array(
        z.object({ level: z.string(), text: z.string(), path: z.string().nullable() }),
      ),
      submitted: z.boolean(),
      link: z.string(),
    }),
    run: async ({ request_id, milestone_id, patch, message, evidence }, { api, upload, link }) => {
      // Refused only once the patch was brought, a program would bring it again.
      if (message !== undefined)
        for (const words of [message, ...evidence.map(({ text }) => text)])
          await requireNoKeys(api, words);
      const file_key = await upload('delivery.patch', patch);
      const body = { file_key, kind: 'delivery', milestone_id };
      const brought = await api<Snapshot>('POST', `/tickets/${request_id}/snapshots`, body);
      const { id, state, trouble, report } = await onceRead(api, brought);
      const submitted = message !== undefined && state === 'ready';
      const said = { message, ...(evidence.length > 0 && { evidence }) };
      if (submitted) await api('POST', `/milestones/${milestone_id}/submit`, said);
      const safety = report?.items.map(({ level, text, path }) => ({ level, text, path })) ?? [];
      const page = submitted
        ? paths.plan('developer', request_id)
        : paths.planTab('developer', request_id, 'code');
      return { version_id: id, state, trouble, safety, submitted, link: link(page) };
    },
  }),
];

const [status, detail] = refusals.secrets_found;

/** @throws CallRefused `secrets_found`, as the call would that sends these words */
async function requireNoKeys(api: Api, text: string): Promise<void> {
  const { items } = await api<{ items: FoundSecret[] }>('POST', '/secrets/scan', { text });
  if (items.length > 0) throw new CallRefused({ code: 'secrets_found', status, detail, items });
}

/** The version once the job has read it, or as it is when that takes too long. */
async function onceRead(api: Api, brought: Snapshot): Promise<Snapshot> {
  const until = Date.now() + LONGEST_READ_MS;
  let version = brought;
  while (version.state === 'reading' && Date.now() < until) {
    await sleep(LOOK_EVERY_MS);
    version = await api<Snapshot>('GET', `/snapshots/${brought.id}`);
  }
  return version;
}
