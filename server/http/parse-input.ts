import type { z } from 'zod';
import { Refusal } from '#domain/refusals.ts';

/**
 * Validates input that is only complete inside a command, such as an edit applied to what is stored.
 * @throws Refusal `invalid_input` with every problem found
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  throw new Refusal('invalid_input', errors.length === 1 ? errors[0]?.message : undefined, errors);
}
