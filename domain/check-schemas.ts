/** Schemas of checks; separate, so that screens which only show checks load without Zod. */
import { z } from 'zod';
import { filesInputSchema, filesSchema } from './file.ts';
import { MAX_CHECK_LENGTH, MAX_CHECKS, USUAL_STATUS } from './limits.ts';
import { instant, optionalText, requiredText } from './text.ts';

export const CHECK_STATES = ['open', 'passed', 'failed'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

const NOT_AN_ADDRESS = 'Please give a whole address that begins with https:// or http://';
const NO_CREDENTIALS = 'Please leave the name and the password out of the address';
const NAMED_TWICE = 'This check is named twice';

/** A whole http or https address without name and password; blank is none. */
const webAddress = optionalText(2000)
  .refine((value) => value === null || isWebAddress(value), NOT_AN_ADDRESS)
  .refine((value) => value === null || !hasCredentials(value), NO_CREDENTIALS);

/** The same where there has to be one; `message` is shown where there is none. */
export const requiredAddress = (message: string) =>
  requiredText(2000, message)
    .refine(isWebAddress, NOT_AN_ADDRESS)
    .refine((value) => !hasCredentials(value), NO_CREDENTIALS);

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function hasCredentials(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username !== '' || password !== '';
}

const EXPECTED_STATUS = 'Please give a status from 100 to 599';

const checkInputSchema = z
  .object({
    id: z.uuid().optional().describe('Of an existing check, which keeps its evidence'),
    text: requiredText(MAX_CHECK_LENGTH, 'Please say what has to work'),
    url: webAddress.optional(),
    expect_status: z
      .int(EXPECTED_STATUS)
      .min(100, EXPECTED_STATUS)
      .max(599, EXPECTED_STATUS)
      .nullish()
      .describe(`For a check with an address; default ${USUAL_STATUS}`),
    expect_text: optionalText(MAX_CHECK_LENGTH).optional().describe('Words that must appear'),
  })
  .superRefine(({ url, expect_status, expect_text }, context) => {
    if (url || (expect_status == null && !expect_text)) return;
    context.addIssue({ code: 'custom', path: ['url'], message: 'Please give the address too' });
  })
  .transform(({ url = null, expect_status, expect_text, ...check }) => ({
    ...check,
    url,
    expect_status: url === null ? null : (expect_status ?? USUAL_STATUS),
    expect_text: expect_text ?? null,
  }));

/** The checks of a new milestone, as its form sends them. Without any it gets the one of its title. */
export const checksInputSchema = z
  .array(checkInputSchema)
  .max(MAX_CHECKS, `A milestone has at most ${MAX_CHECKS} checks`)
  .superRefine((checks, context) => namedOnce(checks, 'id', context));

/** The same of an edit. */
export const editedChecksSchema = checksInputSchema.min(1, 'A milestone has at least one check');

const TOO_MANY = `There are at most ${MAX_CHECKS} checks`;

/** An unblocker's evidence for a check: words, a link, pictures. */
export const evidenceInputSchema = z
  .array(
    z.object({
      check_id: z.uuid(),
      text: optionalText(5000),
      url: webAddress.optional(),
      file_keys: filesInputSchema.optional(),
    }),
  )
  .max(MAX_CHECKS, TOO_MANY)
  .superRefine((evidence, context) => namedOnce(evidence, 'check_id', context));
export type EvidenceInput = z.output<typeof evidenceInputSchema>;

/** The customer's marks on checks. */
export const marksSchema = z
  .array(z.object({ check_id: z.uuid(), passed: z.boolean(), note: optionalText(2000) }))
  .max(MAX_CHECKS, TOO_MANY)
  .superRefine((marks, context) => namedOnce(marks, 'check_id', context));
export type Mark = z.output<typeof marksSchema>[number];

function namedOnce<Key extends string>(
  entries: readonly { [key in Key]?: string | undefined }[],
  key: Key,
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [place, entry] of entries.entries()) {
    const id = entry[key];
    if (id === undefined) continue;
    if (seen.has(id))
      context.addIssue({ code: 'custom', path: [place, key], message: NAMED_TWICE });
    seen.add(id);
  }
}

/** The result of a look at a check's address. */
export const probeSchema = z
  .object({
    at: instant,
    passes: z.boolean(),
    status: z.int().nullable().describe('Null where nothing answered'),
    milliseconds: z.int(),
    found: z.boolean().nullable().describe('The words that must appear; null for none'),
    excerpt: z.string().nullable().describe('Text of the page around the words'),
    error: z.string().nullable().describe('Why the look failed, in plain words'),
  })
  .meta({ id: 'Probe' });
export type Probe = z.infer<typeof probeSchema>;

const evidenceSchema = z.object({
  text: z.string().nullable(),
  url: z.string().nullable(),
  file_attachments: filesSchema,
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** One check in one round of delivery. */
export const checkResultSchema = z
  .object({
    check_id: z.uuid(),
    evidence: evidenceSchema.nullable(),
    passed: z.boolean().nullable().describe('The customer’s mark'),
    note: z.string().nullable(),
    probe: probeSchema.nullable().describe('The result of the look at its delivery'),
  })
  .meta({ id: 'CheckResult' });
export type CheckResult = z.infer<typeof checkResultSchema>;

/** A check in a plan. */
export const checkTermsSchema = z.object({
  id: z.uuid().optional().describe('Of a check in the plan'),
  text: z.string(),
  url: z.string().nullable(),
  expect_status: z.int().nullable(),
  expect_text: z.string().nullable(),
});
export type CheckTerms = z.infer<typeof checkTermsSchema>;

/** A check as the API returns it. */
export const checkSchema = z
  .object({
    id: z.uuid(),
    text: z.string(),
    kind: z.enum(['hand', 'address']),
    url: z.string().nullable(),
    expect_status: z.int().nullable(),
    expect_text: z.string().nullable(),
    state: z
      .enum(CHECK_STATES)
      .describe('The customer’s mark on the last delivery, else the result of the last look'),
    evidence: evidenceSchema.nullable().describe('Of the last delivery'),
    last_probe: probeSchema.nullable(),
  })
  .meta({ id: 'Check' });
export type Check = z.infer<typeof checkSchema>;

/** A failed check, with the customer's note. */
export const failedCheckSchema = z.object({ text: z.string(), note: z.string().nullable() });
export type FailedCheck = z.infer<typeof failedCheckSchema>;
