import { z } from 'zod';
import { CATEGORIES, MOBILE_SUBCATEGORIES } from '#domain/category.ts';
import { AI_TOOLS, type Ticket, ticketInputSchema } from '#domain/ticket.ts';

/** What is typed, whole or not. */
export const requestFormSchema = z.object({
  description: z.string(),
  categories: z.array(z.enum(CATEGORIES)),
  ai_tool: z.enum(AI_TOOLS),
  ai_tool_other: z.string(),
  stack: z.string(),
  budget: z.string(),
});
export type RequestForm = z.infer<typeof requestFormSchema>;

/** From what is typed to what is sent, by the rules of the request. */
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

/** The form of a request that exists. */
export function formOf(ticket: Ticket): RequestForm {
  const { description, ai_tool, ai_tool_other, stack, budget } = ticket;
  // A kind of Mobile is only shown under Mobile, so a request that names none but the kind gets both.
  const hasKind = MOBILE_SUBCATEGORIES.some((kind) => ticket.categories.includes(kind));
  const categories = hasKind
    ? [...new Set([...ticket.categories, 'mobile' as const])]
    : ticket.categories;
  return { description, categories, ai_tool, ai_tool_other: ai_tool_other ?? '', stack, budget };
}
