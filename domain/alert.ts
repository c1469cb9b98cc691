/**
 * Alerts: which new requests an unblocker wants to hear of, and when. Source: contract, "Choosing";
 * docs/decisions/0092-who-hears-of-a-request.md.
 */
import { z } from 'zod';
import { AI_TOOLS, type AiTool } from './ai-tool.ts';
import { budgetCents } from './budget.ts';
import { CATEGORIES, type Category } from './category.ts';
import { holdsWords, searchWords, spacedWords } from './message-search.ts';
import { instant, oneLine, text } from './text.ts';
import { REQUEST_TEXTS, type requestShape, supportedCategoriesSchema } from './ticket.ts';

/** When an alert tells. */
export const ALERT_PACES = ['at_once', 'daily'] as const;
export type AlertPace = (typeof ALERT_PACES)[number];

const MOST_CENTS = 10_000_000;
const BUDGET = 'Please enter an amount from $0 to $100,000';

/** What an alert looks for. What is left out is not looked at. */
export const alertInputSchema = z.object({
  categories: supportedCategoriesSchema.default([]).describe('At least one of these'),
  ai_tools: z
    .array(z.enum(AI_TOOLS, 'Please choose from the listed tools'))
    .max(AI_TOOLS.length)
    .transform((chosen) => AI_TOOLS.filter((tool) => chosen.includes(tool)))
    .default([])
    .describe('One of these'),
  words: text(200)
    .transform(oneLine)
    .refine((words) => words === '' || searchWords(words).length > 0, 'Please enter words')
    .nullish()
    .transform((words) => words || null)
    .describe('All of these stand in the request; each may be the beginning of a word'),
  min_budget_cents: z
    .int(BUDGET)
    .min(0, BUDGET)
    .max(MOST_CENTS, BUDGET)
    .nullish()
    .transform((cents) => cents ?? null)
    .describe('The budget names at least this amount'),
  when: z.enum(ALERT_PACES, 'Please choose at_once or daily').default('at_once'),
});
export type AlertInput = z.output<typeof alertInputSchema>;

export const alertSchema = z
  .object({
    id: z.uuid(),
    categories: z.array(z.enum(CATEGORIES)),
    ai_tools: z.array(z.enum(AI_TOOLS)),
    words: z.string().nullable(),
    min_budget_cents: z.int().nullable(),
    when: z.enum(ALERT_PACES),
    created_at: instant,
  })
  .meta({ id: 'Alert' });
export type Alert = z.infer<typeof alertSchema>;
export const alertListSchema = z.object({ items: z.array(alertSchema), next_cursor: z.null() });

/** A request as alerts look at it: once made, it is compared with any number of them. */
export interface Sought {
  categories: readonly Category[];
  ai_tool: AiTool;
  /** The amount that its budget names. */
  budget_cents: number | null;
  /** As `spacedWords` gives it: all that the customer wrote. */
  words: string;
}

/** The budget is looked at as an amount. */
const SOUGHT_TEXTS = REQUEST_TEXTS.filter((name) => name !== 'budget');

export function soughtIn(request: Request): Sought {
  const { categories, ai_tool, budget } = request;
  const words = spacedWords(SOUGHT_TEXTS.map((name) => request[name]).join('\n'));
  return { categories, ai_tool, budget_cents: budgetCents(budget), words };
}

type Request = { [Name in keyof typeof requestShape]: z.output<(typeof requestShape)[Name]> };

/** Whether a request is one that an alert looks for. One whose budget names no amount has no minimum. */
export function alertFits(
  { categories, ai_tools, words, min_budget_cents }: Omit<Alert, 'id' | 'when' | 'created_at'>,
  request: Sought,
): boolean {
  if (categories.length > 0 && !categories.some((each) => request.categories.includes(each)))
    return false;
  if (ai_tools.length > 0 && !ai_tools.includes(request.ai_tool)) return false;
  if (min_budget_cents && (request.budget_cents ?? 0) < min_budget_cents) return false;
  return words === null || holdsWords(request.words, searchWords(words));
}
