import { z } from 'zod';
import { fileKeySchema } from './file.ts';
import { packetSchema, traceSchema } from './packet.ts';
import { PROJECT_LIMITS } from './project-limits.ts';
import { safetyReportSchema } from './safety-report.ts';
import { fileSecretSchema, rotationSchema, secretsChoiceSchema } from './secret.ts';
import { instant, text } from './text.ts';

// The code room: versions of a request's project, as both sides read them.
// Source: contract, second part, "Code".

/** A longer text is shown and compared up to here. */
export const SHOWN_TEXT_BYTES = 1024 * 1024;

/** `project` comes from the customer, `delivery` from the developer. */
export const SNAPSHOT_KINDS = ['project', 'delivery'] as const;
export type SnapshotKind = (typeof SNAPSHOT_KINDS)[number];

/**
 * `reading`: a worker unpacks and looks through it. `blocked`: keys were found, and its author has not
 * said what becomes of them. `failed`: nothing of it is kept, `trouble` says why.
 */
export const SNAPSHOT_STATES = ['reading', 'blocked', 'ready', 'failed'] as const;
export type SnapshotState = (typeof SNAPSHOT_STATES)[number];

/** How a version came in. `changes`: an archive of the changed files alone. */
export const SNAPSHOT_SOURCES = ['archive', 'changes', 'patch', 'git'] as const;
export type SnapshotSource = (typeof SNAPSHOT_SOURCES)[number];

/**
 * Why a file of an archive or repository is not in the snapshot. `secret`: it holds a key, and no
 * placeholder can stand in it.
 */
export const LEFT_OUT_REASONS = [
  'dependencies',
  'build_output',
  'version_control',
  'link',
  'submodule',
  'lfs',
  'special',
  'system',
  'secret',
] as const;

const path = text(PROJECT_LIMITS.pathBytes);

/** A file or folder that is not in the snapshot; of a folder, how many files it held. */
export const leftOutSchema = z
  .object({ path: z.string(), reason: z.enum(LEFT_OUT_REASONS), files: z.int() })
  .meta({ id: 'LeftOut' });
export type LeftOut = z.infer<typeof leftOutSchema>;

/** `POST /api/tickets/{id}/snapshots`: an uploaded file, or the address of a public repository. */
export const snapshotInputSchema = z
  .object({
    file_key: fileKeySchema.optional().describe('An upload: zip, tar, tar.gz, or a patch'),
    git_url: text(2000).optional().describe('A public repository, by https'),
    ref: text(250).optional().describe('A branch or tag; its default branch where left out'),
    kind: z.enum(SNAPSHOT_KINDS),
    milestone_id: z.uuid().optional().describe('What a delivery is for'),
    holds: z
      .enum(['project', 'changes'])
      .optional()
      .describe(
        'Whether an archive of a delivery holds the whole project or its changed files alone. Left out: the whole, if most files of the project are in it',
      ),
    secrets: secretsChoiceSchema.optional(),
  })
  .refine(
    (input) => (input.file_key === undefined) !== (input.git_url === undefined),
    'Please send either file_key or git_url',
  )
  .refine(({ kind, milestone_id }) => (kind === 'delivery') === (milestone_id !== undefined), {
    message: 'A delivery names its milestone, a project none',
    path: ['milestone_id'],
  });
export type SnapshotInput = z.output<typeof snapshotInputSchema>;

/** A version of the project as the API returns it to one viewer. */
export const snapshotSchema = z
  .object({
    id: z.uuid(),
    ticket_id: z.uuid(),
    number: z.int().describe('Counted from 1 within the request'),
    kind: z.enum(SNAPSHOT_KINDS),
    milestone_id: z.uuid().nullable(),
    delivery_id: z.uuid().nullable().describe('The round that it was submitted with'),
    stays_behind: z
      .boolean()
      .describe(
        'A delivery from before its unblocker gave the request back: no submission takes it',
      ),
    parent_id: z.uuid().nullable().describe('The version that it changes'),
    author_id: z.uuid().nullable(),
    source: z.enum(SNAPSHOT_SOURCES),
    name: z.string().describe('Of the upload, or the address of the repository'),
    ref: z.string().nullable(),
    state: z.enum(SNAPSHOT_STATES),
    trouble: z.string().nullable().describe('Why it failed, in words that name the file'),
    files: z.int(),
    bytes: z.int(),
    left_out: z.array(leftOutSchema),
    is_head: z.boolean().describe('The project as it stands: the newest that counts'),
    opens: z
      .enum(['contents', 'names', 'nothing'])
      .describe('What this viewer reads of it now: names alone before it is paid, or taken'),
    why_closed: z.string().nullable(),
    secrets: z.array(fileSecretSchema).describe('What was found in it, for its author'),
    rotate: z.array(rotationSchema).describe('Keys to replace, for its author'),
    is_masked: z.boolean().describe('Placeholders stand in it for keys'),
    packet: packetSchema.nullable().describe('What was read from a project'),
    report: safetyReportSchema.nullable().describe('What a delivery brings along'),
    must_keep: z.string().nullable().describe('What must not be undone, by its developer'),
    created_at: instant,
  })
  .meta({ id: 'Snapshot' });
export type Snapshot = z.infer<typeof snapshotSchema>;

/** `text` has lines; `large` is a text too long to be shown whole; `binary` is neither text nor picture. */
export const CODE_KINDS = ['text', 'image', 'binary', 'large'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** One line of a folder. */
export const treeEntrySchema = z
  .object({
    name: z.string(),
    path: z.string(),
    type: z.enum(['folder', 'file']),
    size: z.int().describe('Bytes; of a folder, of all in it'),
    files: z.int().describe('Of a folder, in it and below; of a file 1'),
    kind: z.enum(CODE_KINDS).nullable().describe('Null for a folder'),
  })
  .meta({ id: 'TreeEntry' });
export type TreeEntry = z.infer<typeof treeEntrySchema>;

export const treeQuerySchema = z.object({ path: path.default('').describe('Of a folder') });
export const treeSchema = z
  .object({ path: z.string(), items: z.array(treeEntrySchema) })
  .meta({ id: 'CodeTree' });
export type CodeTree = z.infer<typeof treeSchema>;

export const codeFileQuerySchema = z.object({ path });
export const codeFileSchema = z
  .object({
    path: z.string(),
    size: z.int(),
    kind: z.enum(CODE_KINDS),
    text: z.string().nullable().describe('The first megabyte of a text; null for what is none'),
    lines: z.int().nullable(),
    is_complete: z.boolean(),
    url: z.string().nullable().describe('Of a picture or binary: signed, for some minutes'),
  })
  .meta({ id: 'CodeFile' });
export type CodeFile = z.infer<typeof codeFileSchema>;

export const MAX_CODE_SEARCH = 200;
export const codeSearchQuerySchema = z.object({ q: text(MAX_CODE_SEARCH) });
export const codeSearchSchema = z
  .object({
    names: z.array(z.string()).describe('Paths that have it in them, at most 100'),
    items: z
      .array(
        z.object({
          path: z.string(),
          line: z.int().describe('Counted from 1'),
          text: z.string().describe('That line, cut round what was found'),
          start: z.int().describe('Where it stands in the text, in UTF-16 units'),
          end: z.int(),
        }),
      )
      .describe('Lines that have it in them, at most 500'),
    is_complete: z.boolean(),
  })
  .meta({ id: 'CodeSearch' });
export type CodeSearch = z.infer<typeof codeSearchSchema>;

/** Where stack traces in a text point, in the project as it stands. */
export const placesInTextSchema = z
  .object({
    snapshot_id: z.uuid().nullable().describe('The version; null where nothing was looked for'),
    items: z.array(traceSchema),
  })
  .meta({ id: 'PlacesInText' });
export type PlacesInText = z.infer<typeof placesInTextSchema>;

/** Lines of a change that stand together. Lines begin with a space, `+`, `-`, or `\` as in a patch. */
export const hunkSchema = z
  .object({
    old_start: z.int(),
    old_lines: z.int(),
    new_start: z.int(),
    new_lines: z.int(),
    lines: z.array(z.string()),
  })
  .meta({ id: 'Hunk' });
export type Hunk = z.infer<typeof hunkSchema>;

export const changedCodeSchema = z
  .object({
    path: z.string(),
    old_path: z.string().nullable().describe('Where it was before it was moved'),
    kind: z.enum(['added', 'removed', 'changed', 'moved']),
    added: z.int().describe('Lines'),
    removed: z.int(),
    is_binary: z.boolean(),
    hunks: z
      .array(hunkSchema)
      .nullable()
      .describe('Null before it is paid, and where the whole change is too long: ask by path'),
    viewed: z.boolean().describe('Whether this viewer has marked it as viewed'),
  })
  .meta({ id: 'ChangedCode' });
export type ChangedCode = z.infer<typeof changedCodeSchema>;

export const codeChangesQuerySchema = z.object({
  since: z.uuid().optional().describe('Another version; by itself the one that it changes'),
  path: path.optional().describe('One file alone, with its hunks'),
});
export const codeChangesSchema = z
  .object({
    since: z.uuid().nullable(),
    items: z.array(changedCodeSchema).describe('At most 2,000'),
    files: z.int().describe('How many were changed in all'),
    added: z.int().describe('Lines'),
    removed: z.int(),
    is_complete: z.boolean(),
  })
  .meta({ id: 'CodeChanges' });
export type CodeChanges = z.infer<typeof codeChangesSchema>;

export const viewedSchema = z.object({ path, viewed: z.boolean() });

/** Lines of a version that a message is about. */
export const codeLinesSchema = z
  .object({
    snapshot_id: z.uuid(),
    path,
    from_line: z.int().min(1).describe('Counted from 1'),
    to_line: z.int().min(1),
  })
  .refine(({ from_line, to_line }) => from_line <= to_line, {
    message: 'The last line comes before the first',
    path: ['to_line'],
  })
  .meta({ id: 'CodeLines' });
export type CodeLines = z.infer<typeof codeLinesSchema>;
