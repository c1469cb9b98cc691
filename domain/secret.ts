import { z } from 'zod';
import { MAX_SCANNED_TEXT } from './secret-mask.ts';

/** Something in a text that looks like a key or a password. */
export const secretSchema = z
  .object({
    kind: z.string().describe('What it seems to be, in words'),
    start: z.int().describe('Where it begins, in UTF-16 units'),
    end: z.int(),
    line: z.int().describe('Counted from 1'),
    excerpt: z.string().describe('How it begins, the rest masked'),
  })
  .meta({ id: 'Secret' });
export type Secret = z.infer<typeof secretSchema>;

/** The same in a file; `path` names the entry of an archive. */
export const fileSecretSchema = secretSchema
  .omit({ start: true, end: true })
  .extend({ path: z.string().nullable() })
  .meta({ id: 'FileSecret' });
export type FileSecret = z.infer<typeof fileSecretSchema>;

export const secretScanSchema = z.object({
  text: z.string().max(MAX_SCANNED_TEXT, `Please send at most ${MAX_SCANNED_TEXT} characters`),
});
