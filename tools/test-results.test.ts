import { describe, expect, test } from 'vitest';
import { atLeastOneFailureUnless, readPlaywright, readVitest } from './test-results.ts';

const file = (status: string, ...tests: string[]) => ({
  name: 'a.test.ts',
  status,
  message: 'no such module',
  assertionResults: tests.map((result, i) => ({
    status: result,
    fullName: `test ${i + 1}`,
    failureMessages: result === 'failed' ? ['expected 1 to be 2'] : [],
  })),
});

const journey = (status: string, message?: string) => ({
  title: `a journey that is ${status}`,
  file: 'a.spec.ts',
  line: 7,
  tests: [{ status, results: [{ errors: message === undefined ? [] : [{ message }] }] }],
});

describe('the results of a test run', () => {
  test('skipped tests are neither passed nor failed', () => {
    const json = JSON.stringify({
      testResults: [
        file('passed', 'passed', 'pending', 'todo'),
        file('failed', 'passed', 'failed'),
      ],
    });
    expect(readVitest(json)).toEqual({
      passed: 2,
      failed: 1,
      failures: ['a.test.ts > test 2\n  expected 1 to be 2'],
    });
  });

  test('a test file that does not load is a failure', () => {
    const json = JSON.stringify({ testResults: [file('failed'), file('passed', 'passed')] });
    expect(readVitest(json)).toEqual({
      passed: 1,
      failed: 1,
      failures: ['a.test.ts\n  no such module'],
    });
  });

  test('a browser run counts flaky tests and errors outside of tests as failures', () => {
    const json = JSON.stringify({
      errors: [{ message: 'no such file' }],
      suites: [
        {
          specs: [journey('expected'), journey('skipped')],
          suites: [{ specs: [journey('unexpected', '\u001b[31mno button\u001b[39m')] }],
        },
        { specs: [journey('flaky')] },
      ],
    });
    const { failures, ...counts } = readPlaywright(json);
    expect(counts).toEqual({ passed: 1, failed: 3 });
    expect(failures).toEqual([
      'outside of any journey\n  no such file',
      'a.spec.ts:7 > a journey that is unexpected\n  no button',
      expect.stringContaining('a journey that is flaky'),
    ]);
  });

  test('with a failed journey comes all that it printed', () => {
    const failed = journey('unexpected', 'no button');
    const results = [
      { errors: [{ message: 'no button' }], stdout: [{ text: 'POST /api failed' }] },
    ];
    const spec = { ...failed, tests: [{ status: 'unexpected', results }] };
    const json = JSON.stringify({ errors: [], suites: [{ specs: [spec] }] });
    expect(readPlaywright(json).failures).toEqual([
      'a.spec.ts:7 > a journey that is unexpected\n  no button\nPOST /api failed',
    ]);
  });

  test('of a long failure the first lines are told', () => {
    const long = journey('unexpected', 'line\n'.repeat(1000));
    const json = JSON.stringify({ errors: [], suites: [{ specs: [long] }] });
    expect(readPlaywright(json).failures[0]?.split('\n').length).toBeLessThan(30);
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
