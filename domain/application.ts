/**
 * Applications of people who want to become unblockers: examples of their work, and a test on a broken
 * project. Source: docs/decisions/0094-becoming-an-unblocker.md.
 */
import { z } from 'zod';
import { AI_TOOLS } from './ai-tool.ts';
import { CATEGORIES } from './category.ts';
import { requiredAddress } from './check-schemas.ts';
import { codeChangesSchema, leftOutSchema } from './code.ts';
import {
  ENTRY_CHECKS,
  ENTRY_MARKS,
  type EntryCheck,
  MAX_EXAMPLE_TEXT,
  MAX_EXAMPLES,
  MAX_PROOF_TEXT,
} from './entry-test.ts';
import { instant, oneLine, requiredText, text } from './text.ts';
import { supportedCategoriesSchema } from './ticket.ts';
import { aiToolsSchema, timeZoneSchema } from './unblocker.ts';

const TOO_MANY_EXAMPLES = `Please give at most ${MAX_EXAMPLES} examples`;
const checkName = z.enum(ENTRY_CHECKS, 'Please name a check of the entry test');

/** As far as it is written: nothing has to be there yet. */
export const applicationDraftSchema = z.object({
  examples: z
    .array(z.object({ title: text(200), url: text(2000), text: text(MAX_EXAMPLE_TEXT) }))
    .max(MAX_EXAMPLES, TOO_MANY_EXAMPLES),
  categories: supportedCategoriesSchema.describe('Fields they know'),
  ai_tools: aiToolsSchema,
  time_zone: timeZoneSchema.nullable(),
  hours: text(200).describe('When they usually work'),
  proofs: z
    .array(z.object({ check: checkName, text: text(MAX_PROOF_TEXT) }))
    .max(ENTRY_CHECKS.length)
    .transform(inOrderOfChecks)
    .describe('For each check of the entry test, why it works now'),
});
export type ApplicationDraft = z.output<typeof applicationDraftSchema>;

/** The same, whole. */
export const applicationSchema = z.object({
  examples: z
    .array(
      z.object({
        title: requiredText(200, 'Please name what it is').transform(oneLine),
        url: requiredAddress('Please give its address'),
        text: requiredText(MAX_EXAMPLE_TEXT, 'Please say what you did'),
      }),
    )
    .min(1, 'Please give at least one example')
    .max(MAX_EXAMPLES, TOO_MANY_EXAMPLES),
  categories: supportedCategoriesSchema.refine(
    (chosen) => chosen.length > 0,
    'Please choose at least one field',
  ),
  ai_tools: aiToolsSchema,
  time_zone: z.string('Please choose your time zone').pipe(timeZoneSchema),
  hours: requiredText(200, 'Please say when you usually work').transform(oneLine),
  proofs: z
    .array(
      z.object({
        check: checkName,
        text: requiredText(MAX_PROOF_TEXT, 'Please say why it works now'),
      }),
    )
    .transform(inOrderOfChecks),
});

/** One for each check, in their order; the last one where a check is there twice. */
function inOrderOfChecks<Proof extends { check: EntryCheck }>(proofs: Proof[]): Proof[] {
  return ENTRY_CHECKS.flatMap((check) => proofs.findLast((proof) => proof.check === check) ?? []);
}

/** The fixed version of the entry test's project, and what is different in it. */
export const entryVersionSchema = z
  .object({
    files: z.int(),
    bytes: z.int(),
    left_out: z.array(leftOutSchema),
    masked: z.int().describe('Keys and passwords in it, for which placeholders stand'),
    changes: codeChangesSchema.omit({ since: true }).describe('Since the project as it was given'),
    created_at: instant,
  })
  .meta({ id: 'EntryVersion' });
export type EntryVersion = z.infer<typeof entryVersionSchema>;

const told = {
  examples: z.array(z.object({ title: z.string(), url: z.string(), text: z.string() })),
  categories: z.array(z.enum(CATEGORIES)),
  ai_tools: z.array(z.enum(AI_TOOLS)),
  time_zone: z.string().nullable(),
  hours: z.string(),
  proofs: z.array(z.object({ check: z.enum(ENTRY_CHECKS), text: z.string() })),
};

export const APPLICATION_STATES = ['open', 'submitted', 'decided', 'expired', 'unknown'] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

/** For whoever has the link; without content where that has ended. */
export const ownApplicationSchema = z
  .object({
    state: z.enum(APPLICATION_STATES),
    ends_at: instant.nullable().describe('When the link ends'),
    submitted_at: instant.nullable(),
    application: z.object(told).nullable(),
    version: entryVersionSchema.nullable(),
  })
  .meta({ id: 'OwnApplication' });
export type OwnApplication = z.infer<typeof ownApplicationSchema>;

/** The project of the entry test as it is given to everybody. */
export const entryProjectSchema = z
  .object({
    files: z.array(z.object({ path: z.string(), size: z.int(), lines: z.int(), text: z.string() })),
  })
  .meta({ id: 'EntryProject' });
export type EntryProject = z.infer<typeof entryProjectSchema>;

const mark = z.int().min(1, 'Please give 1 to 5').max(5, 'Please give 1 to 5');

/** What one unblocker says of an application. */
export const applicationReviewInputSchema = z.object({
  checks: z.record(z.enum(ENTRY_CHECKS), z.boolean()).describe('Whether each of them works'),
  marks: z.record(z.enum(ENTRY_MARKS), mark),
  recommends: z.boolean(),
  note: text(MAX_PROOF_TEXT)
    .default('')
    .transform((note) => note.trim())
    .describe('For the moderators'),
});
export type ApplicationReviewInput = z.output<typeof applicationReviewInputSchema>;

export const applicationReviewSchema = applicationReviewInputSchema
  .extend({ note: z.string(), created_at: instant })
  .meta({ id: 'ApplicationReview' });
export type ApplicationReview = z.infer<typeof applicationReviewSchema>;

/** An application among those that wait for a review: by its number alone. */
export const waitingApplicationSchema = z
  .object({
    id: z.uuid(),
    number: z.int(),
    categories: told.categories,
    ai_tools: told.ai_tools,
    submitted_at: instant,
    reviews: z.int().describe('How many it has'),
  })
  .meta({ id: 'WaitingApplication' });
export type WaitingApplication = z.infer<typeof waitingApplicationSchema>;

/** An application for a reviewer: without name, address or bio of who applied. */
export const reviewedApplicationSchema = waitingApplicationSchema
  .extend({
    ...told,
    version: entryVersionSchema,
    mine: applicationReviewSchema.nullable().describe('What I said of it'),
  })
  .meta({ id: 'ReviewedApplication' });
export type ReviewedApplication = z.infer<typeof reviewedApplicationSchema>;

/** An application for moderators. */
export const moderatedApplicationSchema = z
  .object({
    id: z.uuid(),
    number: z.int(),
    submitted_at: instant,
    ...told,
    version: entryVersionSchema,
    reviews: z.array(
      applicationReviewSchema.extend({ reviewer: z.string().describe('Their name') }),
    ),
  })
  .meta({ id: 'ModeratedApplication' });
export type ModeratedApplication = z.infer<typeof moderatedApplicationSchema>;
