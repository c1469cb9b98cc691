import { describe, expect, test } from 'vitest';
import { atLeastOneFailureUnless, countPlaywright, countVitest } from './test-results.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((result) => ({ status: result })),
});

describe('the counts at the end of a test run', () => {
  test('skipped tests are neither passed nor failed', () => {
    const json = JSON.stringify({
      testResults: [
        file('passed', 'passed', 'pending', 'todo'),
        file('failed', 'passed', 'failed'),
      ],
    });
    expect(countVitest(json)).toEqual({ passed: 2, failed: 1 });
  });

  test('a test file that does not load is a failure', () => {
    const json = JSON.stringify({ testResults: [file('failed'), file('passed', 'passed')] });
    expect(countVitest(json)).toEqual({ passed: 1, failed: 1 });
  });

  test('a browser run counts flaky tests and errors outside of tests as failures', () => {
    const json = JSON.stringify({
      errors: [{ message: 'no such file' }],
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 4 },
    });
    expect(countPlaywright(json)).toEqual({ passed: 3, failed: 3 });
  });

  test('a run that crashed, or ran nothing, has failed', () => {
    expect(atLeastOneFailureUnless(false, { passed: 5, failed: 0 })).toEqual({
      passed: 5,
      failed: 1,
    });
    expect(atLeastOneFailureUnless(true, { passed: 0, failed: 0 })).toEqual({
      passed: 0,
      failed: 1,
    });
    expect(atLeastOneFailureUnless(false, { passed: 0, failed: 2 })).toEqual({
      passed: 0,
      failed: 2,
    });
    expect(atLeastOneFailureUnless(true, { passed: 5, failed: 0 })).toEqual({
      passed: 5,
      failed: 0,
    });
  });
});
