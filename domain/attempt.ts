import { z } from 'zod';
import { fileKeySchema } from './file.ts';
import { secretsChoiceSchema } from './secret.ts';
import { instant, text } from './text.ts';

// What the AI tool already tried: a session or chat that the customer has shared.

const ATTEMPT_KINDS = ['claude_code', 'chat', 'git', 'text'] as const;

/** Of one request. */
export const MAX_ATTEMPTS = 10;

/** `POST /api/tickets/{id}/attempts`. What becomes of keys in it is `secrets`, as everywhere. */
export const attemptInputSchema = z
  .object({
    file_key: fileKeySchema.optional(),
    text: text(200_000).optional(),
    secrets: secretsChoiceSchema.optional(),
  })
  .refine(
    (input) => (input.file_key === undefined) !== (input.text === undefined),
    'Please send either file_key or text',
  );

export const attemptSchema = z
  .object({
    id: z.uuid(),
    ticket_id: z.uuid(),
    kind: z.enum(ATTEMPT_KINDS),
    name: z.string().describe('Of the file, or "Pasted text"'),
    steps: z
      .array(
        z.object({
          at: instant.nullable(),
          prompt: z.string().describe('What was asked for, shortened'),
          answer: z.string().nullable().describe('What was answered, shortened'),
          files: z.array(z.string()).describe('Paths that it touched'),
          errors: z.array(z.string()).describe('First lines of errors that came up'),
        }),
      )
      .describe('In the order of time'),
    files: z.array(z.object({ path: z.string(), count: z.int() })).describe('Most touched first'),
    errors: z
      .array(z.object({ text: z.string(), count: z.int() }))
      .describe('That came again and again, most often first'),
    text: z.string().nullable().describe('The words themselves, where nothing could be told apart'),
    is_complete: z.boolean(),
    created_at: instant,
  })
  .meta({ id: 'Attempt' });
export type Attempt = z.infer<typeof attemptSchema>;
