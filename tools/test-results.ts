import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import type { Counts } from './steps.ts';

/** What a test run found, and of each failure its name and what it says. */
export interface TestResults extends Counts {
  failures: readonly string[];
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const playwrightError = z.object({ message: z.string().optional() });

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.number(),
      tests: z.array(
        z.object({
          status: z.enum(['skipped', 'expected', 'unexpected', 'flaky']),
          results: z.array(
            z.object({
              errors: z.array(playwrightError),
              stdout: z.array(z.object({ text: z.string().optional() })).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

const playwrightReport = z.object({
  errors: z.array(playwrightError),
  suites: z.array(playwrightSuite),
});

/** Reads a vitest JSON report; a file that fails before its tests run counts as one failure. */
export function readVitest(json: string): TestResults {
  const files = vitestReport.parse(JSON.parse(json)).testResults;
  const failures: string[] = [];
  for (const { name, status, message, assertionResults } of files) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName, failureMessages } of failed) {
      failures.push(tell(`${name} > ${fullName}`, failureMessages ?? []));
    }
    if (status === 'failed' && failed.length === 0) failures.push(tell(name, [message]));
  }
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === 'passed').length;
  return { passed, failed: failures.length, failures };
}

/** Reads a Playwright JSON report; flaky journeys and errors outside of any count as failures. */
export function readPlaywright(json: string): TestResults {
  const { errors, suites } = playwrightReport.parse(JSON.parse(json));
  const failures = errors.map((error) => tell('outside of any journey', messages([error])));
  let passed = 0;
  for (const { title, file, line, tests } of suites.flatMap(specsOf)) {
    for (const { status, results } of tests) {
      if (status === 'expected') passed += 1;
      if (status !== 'unexpected' && status !== 'flaky') continue;
      const said = messages(results.flatMap((result) => result.errors));
      // What its people asked for, see e2e/heard-calls.ts.
      const printed = results.flatMap(({ stdout = [] }) => stdout.map(({ text }) => text ?? ''));
      failures.push([tell(`${file}:${line} > ${title}`, said), ...printed].join('\n'));
    }
  }
  return { passed, failed: failures.length, failures };
}

/** A run that broke without a failing test, or ran none at all, has failed too. */
export function atLeastOneFailureUnless(ok: boolean, { passed, failed }: Counts): Counts {
  const proven = ok && passed + failed > 0;
  return { passed, failed: proven ? failed : Math.max(failed, 1) };
}

type PlaywrightSuite = z.infer<typeof playwrightSuite>;

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function messages(errors: readonly z.infer<typeof playwrightError>[]): string[] {
  return errors.map((error) => error.message ?? '');
}

const LINES_OF_A_FAILURE = 20;

function tell(name: string, said: readonly string[]): string {
  const lines = stripVTControlCharacters(said.join('\n')).split('\n');
  return [name, ...lines.slice(0, LINES_OF_A_FAILURE).map((line) => `  ${line}`)].join('\n');
}
