import { z } from 'zod';
import { AI_TOOLS } from './ai-tool.ts';
import { CATEGORIES } from './category.ts';
import { BADGES } from './entry-test.ts';
import { LANGUAGES } from './language.ts';
import { FIRST_REQUESTS } from './limits.ts';
import { instant, oneLine, optionalText, requiredText, text } from './text.ts';
import { supportedCategoriesSchema } from './ticket.ts';
import { UNBLOCKER_SORTS } from './unblocker-words.ts';

/** Addresses that could be taken for pages of ours. */
const RESERVED_SLUGS = new Set(
  (
    'about account api app billing blog contact dashboard directory edit faq guarantee help home ' +
    'index jobs legal login logout mail me mod new news null page pricing privacy profile public ' +
    'root search security settings sign-in sign-up signin signup sitemap staff status system team ' +
    'terms test undefined user users www'
  ).split(' '),
);
/** With any of these words an address could be taken for somebody who speaks for us. */
const OUR_WORDS =
  /unblock|(?:^|-)(?:admin|administrator|moderation|moderators?|official|support|verified)(?:-|$)/;
const SLUG_FORM = 'Use 3 to 40 small letters, digits and single hyphens, such as ana-silva';

/** The last part of a profile's address. */
const slugSchema = z
  .string()
  .trim()
  .min(3, SLUG_FORM)
  .max(40, SLUG_FORM)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, SLUG_FORM)
  .refine(
    (slug) => !RESERVED_SLUGS.has(slug) && !OUR_WORDS.test(slug),
    'This address is not given out',
  );

export const timeZoneSchema = text(64).refine(isTimeZone, 'Please choose a time zone');

function isTimeZone(name: string): boolean {
  // An offset such as +02:00 is one to Intl too, but says nothing of summer time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const chosen = <Value extends string>(values: readonly [Value, ...Value[]], message: string) =>
  z
    .array(z.enum(values, message))
    .max(values.length)
    .transform((list) => values.filter((value) => list.includes(value)));

export const aiToolsSchema = chosen(AI_TOOLS, 'Please choose from the listed tools');

/** What an unblocker tells of themselves. Their name comes from their account. */
export const publicProfileInputSchema = z.object({
  is_public: z.boolean().describe('Everybody can find and read it, signed in or not'),
  slug: slugSchema,
  headline: requiredText(120, 'Please say in one line what you do').transform(oneLine),
  words: optionalText(4000).describe('Shown in paragraphs, without the marks of Markdown'),
  categories: supportedCategoriesSchema,
  ai_tools: aiToolsSchema,
  languages: chosen(LANGUAGES, 'Please choose from the listed languages'),
  time_zone: timeZoneSchema.describe('As in the IANA database, such as Europe/Berlin'),
});
export type PublicProfileInput = z.output<typeof publicProfileInputSchema>;

/** One's own, as one edits it. */
export const publicProfileSchema = z
  .object({
    is_public: z.boolean(),
    slug: z.string().nullable().describe('Null until it was saved once'),
    headline: z.string().nullable(),
    words: z.string().nullable(),
    categories: z.array(z.enum(CATEGORIES)),
    ai_tools: z.array(z.enum(AI_TOOLS)),
    languages: z.array(z.enum(LANGUAGES)),
    time_zone: z.string().nullable(),
  })
  .meta({ id: 'PublicProfile' });
export type PublicProfile = z.infer<typeof publicProfileSchema>;

const shareSchema = z.object({ count: z.int(), of: z.int() });

/** An unblocker in the directory. Counted is what is stored: requests leave it twelve months after their end. */
export const unblockerSchema = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    full_name: z.string(),
    headline: z.string(),
    categories: z.array(z.enum(CATEGORIES)),
    ai_tools: z.array(z.enum(AI_TOOLS)),
    languages: z.array(z.enum(LANGUAGES)),
    time_zone: z.string(),
    finished: z.int().describe('Requests that ended approved'),
    rates: z
      .object({
        first_pass: shareSchema.describe('First deliveries that were approved, of those answered'),
        on_time: shareSchema.describe('First deliveries of funded milestones by their due date'),
        stayed_fixed: shareSchema.describe('Approvals without a free repair'),
      })
      .nullable()
      .describe('Null below three finished requests'),
    answer: z
      .object({
        count: z.int(),
        within_1h: z.int(),
        within_4h: z.int(),
        within_24h: z.int(),
      })
      .describe('From a message of a customer to the next of theirs'),
    rating_average: z.number().nullable(),
    rating_count: z.int(),
    away_until: instant.nullable().describe('Until then they take no requests'),
    first_requests: z
      .int()
      .nullable()
      .describe(`Of whoever is new: how many of the first ${FIRST_REQUESTS} requests are finished`),
  })
  .meta({ id: 'Unblocker' });
export type Unblocker = z.infer<typeof unblockerSchema>;

/** A customer's review as everybody reads it: without their name. */
export const publicReviewSchema = z
  .object({
    id: z.uuid(),
    rating: z.int().nullable(),
    feedback: z.string().nullable(),
    categories: z.array(z.enum(CATEGORIES)).describe('Of the request'),
    created_at: instant,
    is_edited: z.boolean().describe('Changed after it could be read'),
    reply: z.string().nullable().describe('Of the unblocker'),
  })
  .meta({ id: 'PublicReview' });
export type PublicReview = z.infer<typeof publicReviewSchema>;

/** The whole profile. */
export const unblockerPageSchema = unblockerSchema
  .extend({
    words: z.string().nullable(),
    finished_by: z.object({
      categories: z.array(z.object({ category: z.enum(CATEGORIES), finished: z.int() })),
      ai_tools: z.array(z.object({ ai_tool: z.enum(AI_TOOLS), finished: z.int() })),
    }),
    badges: z.array(z.enum(BADGES)).describe('What was checked of them'),
    reviews: z.array(publicReviewSchema).describe('The newest 20'),
  })
  .meta({ id: 'UnblockerPage' });
export type UnblockerPage = z.infer<typeof unblockerPageSchema>;

/** What the directory is searched by. */
export const unblockerSearchSchema = z.object({
  q: text(200).optional().describe('Words of name, headline or text'),
  category: z.enum(CATEGORIES).optional(),
  ai_tool: z.enum(AI_TOOLS).optional(),
  language: z.enum(LANGUAGES).optional(),
  sort: z.enum(UNBLOCKER_SORTS).default('first_pass'),
});
export type UnblockerSearch = z.output<typeof unblockerSearchSchema>;
