import { z } from 'zod';
import { AI_TOOLS } from '#domain/ai-tool.ts';
import { CATEGORIES, MOBILE_SUBCATEGORIES } from '#domain/category.ts';
import { type Ticket, ticketInputSchema } from '#domain/ticket.ts';

/** The typed form, complete or not. */
export const requestFormSchema = z.object({
  description: z.string(),
  categories: z.array(z.enum(CATEGORIES)),
  ai_tool: z.enum(AI_TOOLS),
  ai_tool_other: z.string(),
  stack: z.string(),
  budget: z.string(),
});
export type RequestForm = z.infer<typeof requestFormSchema>;

/** Turns the typed form into the call's body, by the rules of requests. */
export const requestSubmission = z.preprocess((form: RequestForm) => form, ticketInputSchema);

export const requestFieldNames = requestFormSchema.keyof().options;

export const emptyRequest: RequestForm = {
  description: '',
  categories: [],
  ai_tool: 'CHAT_GPT',
  ai_tool_other: '',
  stack: '',
  budget: '',
};

/** The form of an existing request. */
export function formOf(ticket: Ticket): RequestForm {
  const { description, ai_tool, ai_tool_other, stack, budget } = ticket;
  // A kind of Mobile is only shown under Mobile, so a request with only the kind gets both.
  const hasKind = MOBILE_SUBCATEGORIES.some((kind) => ticket.categories.includes(kind));
  const categories = hasKind
    ? [...new Set([...ticket.categories, 'mobile' as const])]
    : ticket.categories;
  return { description, categories, ai_tool, ai_tool_other: ai_tool_other ?? '', stack, budget };
}
