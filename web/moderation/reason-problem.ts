import { reasonSchema } from '#domain/decision.ts';

/** What is wrong with a reason, in the server's own words, or true. */
export function reasonProblem(reason: string): string | true {
  const checked = reasonSchema.safeParse({ reason });
  return checked.success || (checked.error.issues[0]?.message ?? 'Please give a reason');
}
