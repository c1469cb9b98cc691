import { z } from 'zod';
import { tooLong } from '#domain/text-rules.ts';

/**
 * Gives all schemas of this process plain messages where they have none of their own, such as for a
 * missing field.
 */
export function sayInputProblemsPlainly(): void {
  z.config({ customError: wordsFor });
}

type Issue = Parameters<z.core.$ZodErrorMap>[0];

function wordsFor(issue: Issue): string {
  const name = issue.path?.join('.') || 'This';
  switch (issue.code) {
    case 'invalid_type':
      return wrongKind(issue, name);
    case 'invalid_value':
      return `${name} has to be ${issue.values.map(String).join(' or ')}`;
    case 'too_big':
      return tooMuch(issue, name);
    case 'too_small':
      return tooLittle(issue, name);
    case 'unrecognized_keys':
      return `${issue.keys.join(', ')}: nothing of that name is known here`;
    default:
      return `${name} is not valid`;
  }
}

/** For a missing body, only the expected type can be named. */
function wrongKind(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>, name: string): string {
  if (!issue.path?.length && issue.expected === 'object') return 'Please send a JSON object';
  if (issue.input === undefined) return `${name} is missing`;
  return `${name} has to be ${KINDS[issue.expected] ?? 'something else'}`;
}

function tooMuch({ origin, maximum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>, name: string) {
  if (origin === 'string') return tooLong(Number(maximum));
  if (isMany(origin)) return `${name} may have at most ${maximum} entries`;
  return `${name} may be at most ${maximum}`;
}

function tooLittle(
  { origin, minimum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>,
  name: string,
) {
  if (origin === 'string') return `Please use at least ${minimum} characters`;
  if (isMany(origin)) return `${name} needs at least ${minimum} entries`;
  return `${name} has to be at least ${minimum}`;
}

const isMany = (origin: string) => ['array', 'set', 'map', 'file'].includes(origin);

const KINDS: Partial<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
  date: 'a date',
};
