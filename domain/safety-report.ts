import { z } from 'zod';

// What a delivery brings along that its customer should know of, in words for people who do not program.

const SAFETY_KINDS = [
  'new_package',
  'install_script',
  'new_address',
  'secret',
  'binary',
  'removed_test',
  'outside',
  'unreadable_code',
  'name_clash',
] as const;

export const safetyReportSchema = z
  .object({
    items: z.array(
      z.object({
        kind: z.enum(SAFETY_KINDS),
        level: z.enum(['note', 'warning']),
        text: z.string().describe('In words that a person who does not program understands'),
        path: z.string().nullable(),
        line: z.int().nullable().describe('Counted from 1, in the new version'),
      }),
    ),
    is_complete: z.boolean(),
  })
  .meta({ id: 'SafetyReport' });
export type SafetyReport = z.infer<typeof safetyReportSchema>;
