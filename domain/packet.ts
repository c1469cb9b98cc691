import { z } from 'zod';
import { AI_TOOLS } from './ai-tool.ts';
import { stackSchema } from './stack.ts';

// The rescue packet: what a project says about itself, read without running anything of it.

/** Something about a project that an unblocker should know. */
const FINDING_KINDS = [
  'no_lock_file',
  'vulnerable_package',
  'no_row_level_security',
  'any_in_trace',
  'secrets_in_repository',
  'no_tests',
  'name_clash',
] as const;

const place = { path: z.string().nullable(), line: z.int().nullable().describe('Counted from 1') };

/** A place of a project that a line of a stack trace points at. */
export const traceSchema = z.object({
  text: z.string().describe('The line of the trace'),
  path: z.string(),
  line: z.int().nullable(),
});

export const packetSchema = z
  .object({
    languages: z
      .array(z.object({ name: z.string(), files: z.int(), bytes: z.int() }))
      .describe('Largest first'),
    technologies: z.array(
      z.object({ name: z.string(), kind: z.enum(['framework', 'service', 'library', 'tool']) }),
    ),
    ai_tools: z.array(
      z.object({
        tool: z.enum(AI_TOOLS),
        name: z.string(),
        marks: z.array(z.string()).describe('Paths that show it'),
      }),
    ),
    scripts: z.array(z.object({ path: z.string(), name: z.string(), command: z.string() })),
    entry_points: z.array(z.string()),
    findings: z.array(
      z.object({
        kind: z.enum(FINDING_KINDS),
        text: z.string().describe('In plain words'),
        ...place,
      }),
    ),
    traces: z
      .array(traceSchema)
      .describe('Places of the project that stack traces in the description point at'),
    suggested: stackSchema,
  })
  .meta({ id: 'Packet' });
export type Packet = z.infer<typeof packetSchema>;
