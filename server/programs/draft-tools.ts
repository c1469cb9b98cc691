import { z } from 'zod';
import { AI_TOOLS } from '#domain/ai-tool.ts';
import { CATEGORIES } from '#domain/category.ts';
import { MAX_FILES_PER_BATCH } from '#domain/file-rules.ts';
import { paths } from '#domain/paths.ts';
import type { RequestDraft } from '#domain/request-draft.ts';
import { tool } from './tool.ts';

/** How a person asks for help from where they are stuck: the program prepares it, they post it. */
export const draftTools = [
  tool({
    name: 'draft_request',
    title: 'Draft a request for help',
    description:
      'Prepares a request to a vetted human, with the problem, the error and files. Nothing is posted: give your person the link, where they read it, change it and post it. Leave keys and passwords out.',
    of: 'customer',
    writes: true,
    input: z.object({
      problem: z
        .string()
        .min(1)
        .max(15_000)
        .describe(
          'What should happen, what happens instead, what was tried. Its first line is its title',
        ),
      error: z.string().max(4000).optional().describe('The error as it was printed'),
      ai_tool: z.enum(AI_TOOLS).describe('The tool that wrote the code'),
      ai_tool_other: z.string().max(100).optional().describe('Its name, with OTHER'),
      stack: z.string().max(1000).optional().describe('Such as Next.js, Supabase'),
      categories: z.array(z.enum(CATEGORIES)).max(CATEGORIES.length).default([]),
      budget: z.string().max(100).optional().describe('Only if your person has named one'),
      files: z
        .array(z.object({ name: z.string().min(1).max(200), text: z.string().max(200_000) }))
        .max(MAX_FILES_PER_BATCH)
        .default([])
        .describe('Texts that show the problem, such as the file with the error'),
    }),
    output: z.object({
      draft_id: z.uuid(),
      link: z.string().describe('Where your person posts it'),
      expires_at: z.string(),
    }),
    run: async ({ problem, error, files, ...about }, { api, upload, link }) => {
      const keys: string[] = [];
      // One after the other: that is their order in the request.
      for (const { name, text } of files) keys.push(await upload(name, text));
      const description = error === undefined ? problem : `${problem}\n\n${fenced(error)}`;
      const draft = { ...about, description, files: keys };
      const { id, expires_at } = await api<RequestDraft>('POST', '/drafts', draft);
      return { draft_id: id, link: link(paths.draft(id)), expires_at: String(expires_at) };
    },
  }),
];

/** As a block of code that nothing in it can end. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.trim()}\n${fence}`;
}
