import { z } from 'zod';

/** How much text is looked at in one call. */
export const MAX_SCANNED_TEXT = 100_000;

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

const SHOWN = 4;
const MASK = '•';

/** Enough to recognise one's own key by, and of no use to anybody else. */
export function excerptOf(secret: string): string {
  const line = secret.split(/\r?\n/)[0] ?? '';
  const shown = line.slice(0, Math.min(SHOWN, Math.floor(line.length / 3)));
  return `${shown.toWellFormed()}${MASK.repeat(8)}`;
}

/** The text with its secrets replaced by what they were; the places around them stay. */
export function maskSecrets(text: string, secrets: readonly Secret[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end, kind } of secrets.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    masked += `${text.slice(at, start)}[${kind} removed]`;
    at = end;
  }
  return masked + text.slice(at);
}
