import { z } from 'zod';
import { Refusal } from './refusals.ts';
import { SECRETS_CHOICES } from './secret-choices.ts';
import { MAX_SCANNED_TEXT } from './secret-mask.ts';

/** Something in a text that looks like a key or password. */
export const secretSchema = z
  .object({
    kind: z.string().describe('Its likely kind, in words'),
    family: z
      .string()
      .describe('The word in its placeholder, such as stripe in {{SECRET:stripe:1}}'),
    start: z.int().describe('Its start, in UTF-16 units'),
    end: z.int(),
    line: z.int().describe('Counted from 1'),
    excerpt: z.string().describe('Its beginning, the rest masked'),
  })
  .meta({ id: 'Secret' });
export type Secret = z.infer<typeof secretSchema>;

const line = z.int().describe('Counted from 1; 0 for the name of a file');

/** The same in a file; `path` is the entry of an archive. */
export const fileSecretSchema = secretSchema
  .omit({ start: true, end: true })
  .extend({ path: z.string().nullable(), line })
  .meta({ id: 'FileSecret' });
export type FileSecret = z.infer<typeof fileSecretSchema>;

/** Why a part of a file was not scanned. */
const UNREAD_REASONS = [
  'encrypted',
  'damaged',
  'format',
  'too_deep',
  'too_large',
  'too_many',
  'time',
  'dependencies',
] as const;

/** A part of a file that was not scanned; `path` is null for the whole file. */
export const unreadSchema = z
  .object({ path: z.string().nullable(), reason: z.enum(UNREAD_REASONS) })
  .meta({ id: 'Unread' });
export type Unread = z.infer<typeof unreadSchema>;

/** A secret that was in a file and should be replaced by its owner wherever it is used. */
export const rotationSchema = z
  .object({
    kind: z.string(),
    placeholder: z.string().describe('Its placeholder, such as {{SECRET:stripe:1}}'),
    excerpt: z.string().describe('Its beginning, the rest masked'),
    places: z.array(z.object({ path: z.string().nullable(), line })),
  })
  .meta({ id: 'Rotation' });
export type Rotation = z.infer<typeof rotationSchema>;

export const secretScanSchema = z.object({
  text: z.string().max(MAX_SCANNED_TEXT, `Please send at most ${MAX_SCANNED_TEXT} characters`),
});

export const secretsChoiceSchema = z.enum(
  SECRETS_CHOICES,
  "Please say 'mask' or 'share', or leave it out",
);
export type SecretsChoice = z.infer<typeof secretsChoiceSchema>;

/** A key or password in something to be shared. */
export const foundSecretSchema = z
  .object({
    where: z.string().describe('The field of a text; of a file its name, with the path in it'),
    kind: z.string().describe('Its likely kind, in words'),
    line,
    excerpt: z.string().describe('Its beginning, the rest masked'),
  })
  .meta({ id: 'FoundSecret' });
export type FoundSecret = z.infer<typeof foundSecretSchema>;

/** Nothing was shared: the author has to choose what to do with the keys first. */
export class SecretsFound extends Refusal {
  readonly items: readonly FoundSecret[];

  constructor(items: readonly FoundSecret[]) {
    super('secrets_found');
    this.items = items;
  }
}

export const secretsDecisionSchema = z.object({ secrets: secretsChoiceSchema });
