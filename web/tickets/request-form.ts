import { z } from 'zod';
import { AI_TOOLS } from '#domain/ai-tool.ts';
import { CATEGORIES, MOBILE_SUBCATEGORIES } from '#domain/category.ts';
import type { Packet } from '#domain/packet.ts';
import { MODES } from '#domain/quote.ts';
import { type Ticket, ticketInputSchema } from '#domain/ticket.ts';

/** The typed form, complete or not. */
export const requestFormSchema = z.object({
  description: z.string(),
  categories: z.array(z.enum(CATEGORIES)),
  ai_tool: z.enum(AI_TOOLS),
  ai_tool_other: z.string(),
  stack: z.string(),
  budget: z.string(),
  mode: z.enum(MODES),
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
  mode: 'grab',
};

/** The form of an existing request. */
export function formOf(ticket: Ticket): RequestForm {
  const { description, ai_tool, ai_tool_other, stack, budget, mode } = ticket;
  // A kind of Mobile is only shown under Mobile, so a request with only the kind gets both.
  const hasKind = MOBILE_SUBCATEGORIES.some((kind) => ticket.categories.includes(kind));
  const categories = hasKind
    ? [...new Set([...ticket.categories, 'mobile' as const])]
    : ticket.categories;
  const other = ai_tool_other ?? '';
  return { description, categories, ai_tool, ai_tool_other: other, stack, budget, mode };
}

/**
 * What of a project's words goes into fields that are as a new form has them; null where that is nothing.
 * What somebody wrote or chose stays.
 */
export function fillsEmpty(
  form: Pick<RequestForm, 'stack' | 'categories' | 'ai_tool'>,
  suggested: Packet['suggested'],
): Packet['suggested'] | null {
  const isFirst = (tool: string | null) => tool === emptyRequest.ai_tool;
  // A request without a category is stored under Other.
  const hasCategory = form.categories.some((category) => category !== 'other');
  const fill = {
    stack: form.stack.trim() === '' ? suggested.stack : null,
    categories: hasCategory ? [] : suggested.categories,
    ai_tool: isFirst(form.ai_tool) && !isFirst(suggested.ai_tool) ? suggested.ai_tool : null,
  };
  const isNothing = !fill.stack && fill.categories.length === 0 && !fill.ai_tool;
  return isNothing ? null : fill;
}
