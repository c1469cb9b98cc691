import { z } from 'zod';
import { actionsSchema } from './actions.ts';
import { MAX_FILES_PER_BATCH, MAX_FILES_TOGETHER } from './file-rules.ts';
import { fileSecretSchema, rotationSchema, unreadSchema } from './secret.ts';
import { instant, oneLine, text } from './text.ts';
import { isBlank } from './text-rules.ts';

const MAX_NAME_LENGTH = 200;

/** Server-made keys with 192 random bits. */
export const fileKeySchema = z.string().regex(/^[A-Za-z0-9_-]{32}$/);

/** Longer text is no key. */
const MAX_KEY_LENGTH = 200;

/** Files of a request, message or milestone: key to original name. */
export const filesSchema = z.record(z.string(), z.string());

/**
 * Files to attach: their keys, or the specification's map of key to name. The names are ignored: a file
 * keeps the name that it was uploaded with.
 */
export const filesInputSchema = z
  .union(
    [z.array(text(MAX_KEY_LENGTH)), z.record(text(MAX_KEY_LENGTH), z.unknown())],
    'Please send the keys of uploaded files',
  )
  .transform((files) => [...new Set(Array.isArray(files) ? files : Object.keys(files))])
  .refine(
    ({ length }) => length <= MAX_FILES_TOGETHER + MAX_FILES_PER_BATCH,
    `Please attach at most ${MAX_FILES_PER_BATCH} files at a time`,
  );

/** The state of a file's scan for keys; `blocked` waits for its owner's choice. */
export const FILE_STATES = ['checking', 'ready', 'blocked'] as const;
export type FileState = (typeof FILE_STATES)[number];

/** The keys found in a file, for its owner. */
export const fileKeysSchema = z
  .object({
    state: z.enum(FILE_STATES),
    items: z.array(fileSecretSchema),
    rotate: z.array(rotationSchema).describe('Masked by placeholders: replace these'),
  })
  .meta({ id: 'FileKeys' });
export type FileKeys = z.infer<typeof fileKeysSchema>;

/** What a file can be attached to. */
export const FILE_PLACES = ['request', 'message', 'milestone', 'delivery', 'profile'] as const;
export type FilePlace = (typeof FILE_PLACES)[number];

/** The answer to an upload. Source: specification 3, "Upload result". */
export interface Upload {
  fileKey: string;
  name: string;
  size: number;
  type: string;
}

/** A file for one viewer. */
export const fileSchema = z
  .object({
    key: z.string(),
    name: z.string(),
    size: z.int().describe('Bytes'),
    type: z.string().describe('Its type, as detected by the server'),
    owner_id: z.uuid().nullable(),
    created_at: instant,
    attached_to: z.enum(FILE_PLACES).nullable().describe('Null until it is attached'),
    attached_id: z.uuid().nullable(),
    milestone_title: z
      .string()
      .nullable()
      .describe('Of the milestone that it was planned or delivered with'),
    round: z.int().nullable().describe('Of the delivery that it is part of'),
    state: z.enum(FILE_STATES).describe('Until it is ready, the other side cannot open it'),
    unread: z.array(unreadSchema).describe('What could not be scanned for keys'),
    is_masked: z.boolean().describe('Keys in it were masked'),
    left_out: z
      .array(z.string())
      .describe('Paths left out of a masked archive, as they could not be masked'),
    thumbnail_url: z.string().nullable().describe('Signed, for some minutes'),
    actions: actionsSchema,
  })
  .meta({ id: 'File' });
export type FileRecord = z.infer<typeof fileSchema>;

/** An entry of an archive, as its directory says. */
export const archiveEntrySchema = z
  .object({ path: z.string(), size: z.number().describe('Bytes'), is_folder: z.boolean() })
  .meta({ id: 'ArchiveEntry' });
export type ArchiveEntry = z.infer<typeof archiveEntrySchema>;

/** The beginning of a text file. */
export const textViewSchema = z
  .object({ name: z.string(), text: z.string(), is_complete: z.boolean() })
  .meta({ id: 'TextView' });
export type TextView = z.infer<typeof textViewSchema>;

/** Dummies for the masked keys of a file. */
export const dummyEnvSchema = z.object({ name: z.string(), text: z.string() });
export type DummyEnv = z.infer<typeof dummyEnvSchema>;

/** The original client added this to every name. Source: specification 3, "Upload result". */
const CLIENT_PREFIX = /^unblock_\d+_/;

/** A file's display name: no path, one line, never empty nor invisible. */
export function cleanFileName(sent: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = oneLine(last).normalize('NFC').replace(CLIENT_PREFIX, '').trim();
  return isBlank(name.replaceAll('.', '')) ? 'file' : shorten(name);
}

/** Shortens a long name in the middle, so that its extension stays. */
function shorten(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const ending = /\.[^.]{1,20}$/.exec(name)?.[0] ?? '';
  const beginning = name.slice(0, MAX_NAME_LENGTH - ending.length);
  // Not within a character.
  return beginning.replace(/[\ud800-\udbff]$/, '') + ending;
}
