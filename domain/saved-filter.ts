/** Filters of the open requests that an unblocker has saved under names. */
import { z } from 'zod';
import { MAX_VIEW_WORDS, OPEN_ORDERS, type OpenView } from './open-view.ts';
import { oneLine, text } from './text.ts';

export const filterNameSchema = text(40)
  .transform(oneLine)
  .refine((name) => name !== '', 'Name is required');

const viewSchema = z.strictObject({
  order: z.enum(OPEN_ORDERS, 'Please choose newest, oldest or budget'),
  with_files: z.boolean('Please choose yes or no'),
  words: text(MAX_VIEW_WORDS),
}) satisfies z.ZodType<OpenView>;

/** By their names. */
export const savedFiltersSchema = z.record(z.string(), viewSchema);
export type SavedFilters = z.output<typeof savedFiltersSchema>;

/** Those to save or replace, and with null those to delete; all others stay. */
export const savedFiltersPatchSchema = z.record(filterNameSchema, viewSchema.nullable());
