import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { writtenChecks } from '#domain/check.ts';
import { milestoneInputSchema, TIME_MISSING } from '#domain/milestone.ts';

/** The time is looked at even while other fields are wrong, so that one try shows every problem. */
export const milestoneFormSchema = z.intersection(
  milestoneInputSchema,
  z
    .object({ hours: z.number().optional(), minutes: z.number().optional() })
    .refine(({ hours = 0, minutes = 0 }) => hours * 60 + minutes >= 1, {
      path: ['hours'],
      message: TIME_MISSING,
    }),
);

/** What is typed, and sent as it is. */
export type MilestoneFields = z.input<typeof milestoneInputSchema>;
type CheckFields = NonNullable<MilestoneFields['checks']>[number];

// The server does the same reading of hours, minutes and dollars: it is sent what was typed.
const asTyped = zodResolver(milestoneFormSchema, undefined, { raw: true });

/** Checks that were added and left empty are not sent; without any the server gives it one. */
export const milestoneResolver: Resolver<MilestoneFields> = async (values, context, options) => {
  const checks = values.checks ?? [];
  const looked = { ...values, checks: checks.map((check) => (isEmpty(check) ? NONE : check)) };
  const found = await asTyped(looked, context, options);
  if (Object.keys(found.errors).length > 0) return found;
  const { checks: _, ...rest } = values;
  const written = checks.filter((check) => !isEmpty(check));
  return { values: written.length > 0 ? { ...rest, checks: written } : rest, errors: {} };
};

/** One that is there already has to be taken away. */
function isEmpty(check: CheckFields): boolean {
  return check.id === undefined && writtenChecks([check]).length === 0;
}

/** Of a number field: an empty one is no number, and no zero either. */
export const asNumber = {
  setValueAs: (typed: unknown) => (typed === '' || typed == null ? undefined : Number(typed)),
};

/** In its place, so that the others are looked at where they stand. */
const NONE: CheckFields = { text: '-' };
