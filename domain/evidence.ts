import { z } from 'zod';

/** Changes when something that is hashed or signed changes its meaning. */
export const EVIDENCE_FORMAT = 'unblock-evidence-1';

/** Each is checked, so that a file of commas alone takes no longer. */
const MOST_ENTRIES = 100_000;

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'Please give a SHA-256 hash in small hex digits');
const name = z.string().max(100);
/** A request's title with all categories. Shown to anybody who verifies a file. */
const title = z.string().max(1000);
/** Checked by the signature, character by character. */
const moment = z.string().max(40);

/** A public key that signs evidence files. */
export const evidenceKeySchema = z
  .strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: name, kid: name })
  .meta({ id: 'EvidenceKey' });
export type EvidenceKey = z.infer<typeof evidenceKeySchema>;

const entrySchema = z
  .strictObject({
    position: z.int().min(1),
    content: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Null where the reader of this file may not see it'),
    words: z
      .strictObject({ salt: z.string().max(100), value: z.record(z.string(), z.unknown()) })
      .nullable()
      .describe('The text behind the hash `content.words`, while it exists'),
    says: z.string().nullable().describe('In words'),
    digest: hash.describe('SHA-256 of the content in canonical form (RFC 8785)'),
    hash: hash.describe('SHA-256 of the previous hash’s bytes and the digest'),
  })
  .meta({ id: 'EvidenceEntry' });
export type EvidenceEntry = z.infer<typeof entrySchema>;

/** A list whose length is checked before its items, which are read only up to the first invalid one. */
function few<Item extends z.ZodType>(item: Item) {
  return z.array(z.unknown()).max(MOST_ENTRIES).pipe(z.array(item));
}

/** A request's history as one person may read it, signed. */
export const evidenceFileSchema = z
  .strictObject({
    format: z.literal(EVIDENCE_FORMAT),
    request: z.strictObject({ id: z.uuid(), title, status: name, created_at: moment }),
    for: z.enum(['customer', 'developer', 'moderator']).describe('Who downloaded it'),
    taken_at: moment,
    people: few(z.strictObject({ id: z.uuid(), role: name, name: z.string() })),
    entries: few(entrySchema),
    head: hash.describe('The hash of the last entry'),
    key: evidenceKeySchema,
    signature: z.string().describe('Compact JWS over the hashes of all parts'),
  })
  .meta({ id: 'EvidenceFile' });
export type EvidenceFile = z.infer<typeof evidenceFileSchema>;

/** What is signed: a hash of each part, so that the altered part can be found. */
export const signedSchema = z.object({
  format: z.literal(EVIDENCE_FORMAT),
  parts: z.record(z.string(), hash),
  entries: few(hash),
});
export type Signed = z.infer<typeof signedSchema>;

/** The members with signed hashes of their own, beside the entries. */
export const SIGNED_PARTS = [
  'format',
  'request',
  'for',
  'taken_at',
  'people',
  'head',
  'key',
] as const satisfies (keyof EvidenceFile)[];

const problemSchema = z.object({
  position: z.int().nullable().describe('Of the entry; null for the whole file'),
  what: z.enum(['unreadable', 'place', 'content', 'link', 'words', 'altered', 'part', 'signature']),
  says: z.string(),
});
export type EvidenceProblem = z.infer<typeof problemSchema>;

/** The result of verifying a file. */
export const evidenceFindingSchema = z
  .object({
    whole: z
      .boolean()
      .describe('Nothing was altered since it was signed; `signed_by` says whether by us'),
    signed_by: z
      .enum(['known', 'own', 'nobody'])
      .describe('A trusted key, the one in the file, which anybody may have made, or none'),
    request_id: z.string().nullable(),
    title: z.string().nullable(),
    taken_at: z.string().nullable(),
    for: z.string().nullable(),
    entries: z.int(),
    hidden: z.int().describe('Entries with hashes only'),
    holds: z.array(z.object({ what: z.string(), count: z.int() })),
    problems: z.array(problemSchema).max(20),
    more_since: z
      .int()
      .nullable()
      .describe(
        'Later entries, where Unblock has the same chain; null where it has not, or was not asked',
      ),
  })
  .meta({ id: 'EvidenceFinding' });
export type EvidenceFinding = z.infer<typeof evidenceFindingSchema>;
