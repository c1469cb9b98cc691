import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { defaultCheck, writtenChecks } from '#domain/check.ts';
import { milestoneInputSchema } from '#domain/milestone.ts';

/** Sent as typed. */
export type MilestoneFields = z.input<typeof milestoneInputSchema>;
type CheckFields = NonNullable<MilestoneFields['checks']>[number];

// The server parses hours, minutes and dollars itself.
const asTyped = zodResolver(milestoneInputSchema, undefined, { raw: true });

/**
 * Added and empty checks are not sent; without any the server adds the default, to an existing milestone only
 * where it is sent.
 * @param start with what the form began
 */
export function milestoneResolver(start: MilestoneFields): Resolver<MilestoneFields> {
  return async (values, context, options) => {
    const checks = values.checks ?? [];
    const looked = { ...values, checks: checks.map((check) => (isEmpty(check) ? NONE : check)) };
    const found = await asTyped(looked, context, options);
    if (Object.keys(found.errors).length > 0) return found;
    const { checks: _, ...rest } = values;
    const written = checks.filter((check) => !isEmpty(check));
    if (written.length === 0 && start.checks?.some((check) => !isEmpty(check)))
      written.push({ text: defaultCheck(values.title.trim()) });
    return { values: written.length > 0 ? { ...rest, checks: written } : rest, errors: {} };
  };
}

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
