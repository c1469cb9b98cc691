import { Refusal } from '#domain/refusals.ts';

/**
 * What is wrong with a patch itself, whatever the project is.
 * @param line of the patch, counted from 1
 * @param what goes on after "Line 3 of the patch "
 */
export function unreadable(line: number, what: string): Refusal {
  return new Refusal('not_a_patch', `Line ${line} of the patch ${what}.`);
}
