import { STATUS_CODES } from 'node:http';
import { expect } from 'vitest';
import { refusals } from '#domain/refusals.ts';
import { problemSchema } from '../http/problems.ts';

interface Refused {
  status: number;
  body: unknown;
  headers: Record<string, unknown>;
}

/** Made once: each schema is compiled when it is first used. */
const wholeProblem = problemSchema.strict();

/** Holds that a refusal is told as the contract says, and tells nothing that is ours alone. */
export function expectProblem({ status, body, headers }: Refused, about: string): void {
  expect(headers['content-type'], about).toMatch(/^application\/problem\+json\b/);
  expect(headers['cache-control'], about).toBe('no-store');
  const problem = wholeProblem.parse(body);
  expect(problem.status, about).toBe(status);
  expect(problem.title, about).toBe(STATUS_CODES[status]);
  expect(problem.detail, about).not.toBe('');
  expect(Object.keys(refusals), about).toContain(problem.code);
  expect(refusals[problem.code as keyof typeof refusals][0], about).toBe(status);
  expect(JSON.stringify(body), about).not.toMatch(OURS_ALONE);
}

/** Stack frames, source files, and the words of PostgreSQL, its driver and the schema library. */
const OURS_ALONE =
  /\bat \S+ \(|node:internal|node_modules|\.[cm]?[jt]s:\d+|syntax error at|invalid input syntax|violates|duplicate key|out of range for type|relation \\?"|column \\?"|kysely|ECONNREFUSED|invalid (?:input|option|string)\b|expected \w+, received|too (?:big|small): /i;
