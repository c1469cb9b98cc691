import { z } from 'zod';
import { isStorable, NOT_STORABLE, tooLong } from './text-rules.ts';

/** Any text of at most `max` characters that can be stored and shown; `message` where there is none. */
export const text = (max: number, message?: string) =>
  z.string(message).max(max, tooLong(max)).refine(isStorable, NOT_STORABLE);

/** Text that is there and not blank; `message` is shown when it is not. Surrounding white space is dropped. */
export const requiredText = (max: number, message: string) =>
  text(max, message)
    .refine((value) => value.trim() !== '', message)
    .transform((value) => value.trim());

/** Text that may be left out; blank becomes null. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value?.trim() || null);

/** One line, such as a name or a subject: line breaks and other controls become spaces. */
export function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

const timestamp = z.iso.datetime({ offset: true }).describe('ISO 8601, UTC');

/** Rows hand over `Date`s; JSON makes them ISO 8601 in UTC. */
export const instant = z.union([timestamp, z.date()]).meta({ type: 'string', format: 'date-time' });
