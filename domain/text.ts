import { z } from 'zod';
import { isBlank, isStorable, NOT_STORABLE, tooLong } from './text-rules.ts';

/** Text of at most `max` characters that can be stored and shown; `message` where it is missing. */
export const text = (max: number, message?: string) =>
  z.string(message).max(max, tooLong(max)).refine(isStorable, NOT_STORABLE);

/** Text that is not blank; `message` is shown where it is. Surrounding white space is dropped. */
export const requiredText = (max: number, message: string) =>
  text(max, message)
    .refine((value) => !isBlank(value), message)
    .transform((value) => value.trim());

/** Optional text; blank becomes null. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => (value && !isBlank(value) ? value.trim() : null));

/** Direction characters: they turn round what stands after them, as `gpj.exe` that reads as `exe.jpg`. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** One line, such as a name or subject: line breaks and controls become spaces. Empty for what nobody sees. */
export function oneLine(value: string): string {
  if (isBlank(value)) return '';
  return value
    .replace(DIRECTION, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

const timestamp = z.iso.datetime({ offset: true }).describe('ISO 8601, UTC');

/** Rows have `Date`s; JSON makes them ISO 8601 in UTC. */
export const instant = z.union([timestamp, z.date()]).meta({ type: 'string', format: 'date-time' });
