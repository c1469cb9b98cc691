import { z } from 'zod';
import { actionsSchema } from './actions.ts';
import { AI_TOOLS, type AiTool, aiToolLabels } from './ai-tool.ts';
import { MAX_ATTEMPTS } from './attempt.ts';
import { CATEGORIES, type Category, categoryLabels, MOBILE_SUBCATEGORIES } from './category.ts';
import { questionSchema } from './clock-schemas.ts';
import { fileKeySchema, filesInputSchema, filesSchema } from './file.ts';
import { HANDOVERS } from './handover.ts';
import { openChangeSchema } from './plan-change.ts';
import { collaboratorSchema } from './profile.ts';
import { projectFactsSchema } from './project-facts.ts';
import { MODES, quotesOfTicketSchema } from './quote.ts';
import { instant, optionalText, requiredText, text } from './text.ts';
import { TICKET_STATUSES } from './ticket-status.ts';
import { shortId } from './ticket-words.ts';
import { timerSchema } from './timer.ts';
import { turnSchema } from './turn.ts';
import { VIEWERS } from './turn-table.ts';
import { cancellationSchema, ENDINGS, helpSchema } from './way-out.ts';

/** '#ABC123 Web + iOS Issue with Claude'. Source: specification 3, Ticket. */
export function ticketTitle(ticket: {
  id: string;
  categories: readonly Category[];
  ai_tool: AiTool;
  ai_tool_other: string | null;
}): string {
  const specific = MOBILE_SUBCATEGORIES.some((category) => ticket.categories.includes(category));
  const labels = CATEGORIES.filter((category) => ticket.categories.includes(category))
    .filter((category) => category !== 'mobile' || !specific)
    .map((category) => categoryLabels[category]);
  const tool = ticket.ai_tool === 'OTHER' ? ticket.ai_tool_other : null;
  return `#${shortId(ticket.id)} ${labels.join(' + ')} Issue with ${tool ?? aiToolLabels[ticket.ai_tool]}`;
}

const categoryList = z
  .array(z.enum(CATEGORIES, 'Please choose from the listed categories'))
  .max(CATEGORIES.length)
  .transform((chosen) => CATEGORIES.filter((category) => chosen.includes(category)));

export const supportedCategoriesSchema = categoryList;

const requestFields = {
  description: requiredText(20_000, 'Description is required'),
  categories: categoryList,
  ai_tool: z.enum(AI_TOOLS, 'AI tool is required'),
  ai_tool_other: optionalText(100).optional(),
  stack: text(1000)
    .nullish()
    .transform((value) => value?.trim() ?? ''),
  budget: requiredText(100, 'Budget is required'),
  files: filesInputSchema.optional(),
};

const wholeForm = { ...requestFields, categories: categoryList.default([]) };

interface ToolOfForm {
  ai_tool: AiTool;
  ai_tool_other?: string | null | undefined;
}

function toolIsNamed(request: ToolOfForm, context: z.core.$RefinementCtx): void {
  if (request.ai_tool !== 'OTHER' || request.ai_tool_other) return;
  context.addIssue({
    code: 'custom',
    path: ['ai_tool_other'],
    message: 'Please name the AI tool',
  });
}

const asStored = <Form extends ToolOfForm & { categories: Category[] }>(request: Form) => ({
  ...request,
  categories: request.categories.length > 0 ? request.categories : (['other'] satisfies Category[]),
  ai_tool_other: request.ai_tool === 'OTHER' ? (request.ai_tool_other ?? null) : null,
});

const newForm = { ...wholeForm, mode: z.enum(MODES).default('grab') };

/** A new request. Source: specification 5, "New request". */
export const ticketInputSchema = z
  .object(newForm)
  .superRefine(toolIsNamed)
  .transform((request) => asStored(request));

/** An edited one, as a whole. */
export const editedTicketSchema = z
  .object(wholeForm)
  .superRefine(toolIsNamed)
  .transform((request) => asStored(request));

/** Uploads that become part of a new request in their own way. */
const broughtAlong = {
  project: fileKeySchema
    .nullish()
    .describe('An archive: the first version of its project, as POST /api/tickets/{id}/snapshots'),
  attempts: z
    .array(fileKeySchema)
    .max(MAX_ATTEMPTS)
    .default([])
    .describe('What the AI already tried, as POST /api/tickets/{id}/attempts'),
};

/** A new request, with its project and what was tried where they are at hand. */
export const newTicketSchema = z
  .object({ ...newForm, ...broughtAlong })
  .superRefine(toolIsNamed)
  .transform((request) => asStored(request));

/** The same as a program prepares it for its person, who chooses the budget where it does not say. */
export const requestDraftInputSchema = z
  .object({ ...wholeForm, ...broughtAlong, budget: text(100).default('') })
  .superRefine(toolIsNamed)
  .transform((request) => asStored(request));

/**
 * An edit may leave fields out; the result must satisfy the whole form. `files` are added to the
 * existing ones; `removed_files` are removed.
 */
export const ticketPatchSchema = z
  .object({ ...requestFields, removed_files: filesInputSchema.optional() })
  .partial();
export type TicketInput = z.output<typeof ticketInputSchema>;
export type RequestDraftInput = z.output<typeof requestDraftInputSchema>;

export const TICKET_VIEWS = ['active', 'history', 'assigned', 'available', 'discussions'] as const;
export type TicketListView = (typeof TICKET_VIEWS)[number];

/** The newest message of a discussion, for lists. */
const lastMessageSchema = z.object({
  author_id: z.uuid(),
  preview: z.string().describe('Its beginning, on one line'),
  created_at: instant,
});

/** The customer's fields of a request, as stored, listed, returned and exported. */
export const requestShape = {
  description: z.string(),
  categories: z.array(z.enum(CATEGORIES)),
  ai_tool: z.enum(AI_TOOLS),
  ai_tool_other: z.string().nullable(),
  stack: z.string(),
  budget: z.string(),
};
export const REQUEST_COLUMNS = Object.keys(requestShape) as (keyof typeof requestShape)[];
/** Free text, which is scanned for keys. */
export const REQUEST_TEXTS = REQUEST_COLUMNS.filter(
  (name) => name !== 'categories' && name !== 'ai_tool',
);

/** What the next developer of a returned request finds. */
export const handoverSchema = z
  .object({
    ended_by: z.enum(HANDOVERS),
    at: instant,
    note: z
      .string()
      .nullable()
      .describe('The last unblocker’s note for the next one; for the two sides'),
    accepted_milestones: z.int(),
    keeps_held: z.boolean().describe('Its customer wants it to stay held'),
    refund_at: instant.nullable().describe('When it is refunded automatically'),
  })
  .meta({ id: 'Handover' });
export type Handover = z.infer<typeof handoverSchema>;

/** A request for one viewer. */
export const ticketSchema = z
  .object({
    id: z.uuid(),
    customer_id: z.uuid(),
    developer_id: z.uuid().nullable(),
    status: z.enum(TICKET_STATUSES),
    status_since: instant,
    ...requestShape,
    files: filesSchema,
    created_at: instant,
    mode: z.enum(MODES).describe('Whether it can be grabbed, or its customer compares quotes'),
    quotes: quotesOfTicketSchema.nullable().describe('While it is open and in mode quotes'),
    title: z.string(),
    counterpart: collaboratorSchema.nullable().describe('The other side, as the viewer sees them'),
    relation: z.enum(VIEWERS),
    turn: turnSchema,
    reserved_until: instant.nullable(),
    held_cents: z
      .int()
      .describe(
        'Held for unapproved milestones: for the customer what they paid, for the unblocker their share',
      ),
    handover: handoverSchema.nullable(),
    help: helpSchema.nullable().describe('Why a side brought it to the moderators'),
    question: questionSchema.nullable().describe('The open question'),
    timer: timerSchema.nullable().describe('The next automatic step'),
    cancellation: cancellationSchema.nullable().describe('The open proposal to cancel'),
    change: openChangeSchema.nullable().describe('The open change of the plan'),
    only_repairs_left: z
      .boolean()
      .describe(
        'All paid work is approved, and only a free repair continues: cancelling ends that alone',
      ),
    ending: z.enum(ENDINGS).nullable().describe('How it ended'),
    unread: z
      .int()
      .optional()
      .describe('With view=discussions, active and assigned: messages the viewer has not read'),
    last_message: lastMessageSchema.nullish().describe('With view=discussions'),
    project: projectFactsSchema
      .nullish()
      .describe('With view=available: what its project is made of, if it has one'),
    actions: actionsSchema,
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof ticketSchema>;

export const ticketListSchema = z.object({
  items: z.array(ticketSchema),
  next_cursor: z.string().nullable(),
});

/** The three counters of the developer dashboard. */
export const ticketCountsSchema = z.object({
  in_progress: z.int(),
  awaiting_response: z.int(),
  completed: z.int(),
});
export type TicketCounts = z.infer<typeof ticketCountsSchema>;
