import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { writtenChecks } from '#domain/check.ts';
import { milestoneInputSchema, TIME_MISSING } from '#domain/milestone.ts';

/** The time is validated even while other fields are invalid, so that all problems show at once. */
export const milestoneFormSchema = z.intersection(
  milestoneInputSchema,
  z
    .object({ hours: z.number().optional(), minutes: z.number().optional() })
    .refine(({ hours = 0, minutes = 0 }) => hours * 60 + minutes >= 1, {
      path: ['hours'],
      message: TIME_MISSING,
    }),
);

/** Sent as typed. */
export type MilestoneFields = z.input<typeof milestoneInputSchema>;
type CheckFields = NonNullable<MilestoneFields['checks']>[number];

// The server parses hours, minutes and dollars itself.
const asTyped = zodResolver(milestoneFormSchema, undefined, { raw: true });

/** Added and empty checks are not sent; without any the server adds the default. */
export const milestoneResolver: Resolver<MilestoneFields> = async (values, context, options) => {
  const checks = values.checks ?? [];
  const looked = { ...values, checks: checks.map((check) => (isEmpty(check) ? NONE : check)) };
  const found = await asTyped(looked, context, options);
  if (Object.keys(found.errors).length > 0) return found;
  const { checks: _, ...rest } = values;
  const written = checks.filter((check) => !isEmpty(check));
  return { values: written.length > 0 ? { ...rest, checks: written } : rest, errors: {} };
};

/** An existing one has to be removed explicitly. */
function isEmpty(check: CheckFields): boolean {
  return check.id === undefined && writtenChecks([check]).length === 0;
}

/** For number fields: an empty one is no number rather than zero. */
export const asNumber = {
  setValueAs: (typed: unknown) => (typed === '' || typed == null ? undefined : Number(typed)),
};

/** A placeholder, so that the other checks keep their positions. */
const NONE: CheckFields = { text: '-' };
