import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBrowserTests } from './browser-tests.ts';
import { buildIfStale } from './build.ts';
import { checks } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { type RunResult, run } from './run.ts';
import { check, type Outcome, runSteps, type Step } from './steps.ts';
import {
  atLeastOneFailureUnless,
  readPlaywright,
  readVitest,
  type TestResults,
} from './test-results.ts';

const reports = await mkdtemp(join(tmpdir(), 'unblock-test-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

// Fetching a browser waits on the network, so it goes on beside the checks. Its failure is
// reported by the step that needs the browser.
const chromium = ensureChromium();
chromium.catch(() => undefined);

const build: Step = {
  name: 'build',
  run: async () => {
    await buildIfStale();
    return check(true, '');
  },
};

const unitAndIntegration: Step = {
  name: 'unit and integration tests',
  run: async () => {
    const reporters = ['--reporter=default', '--reporter=json'];
    const output = `--outputFile.json=${vitestReport}`;
    const args = ['run', '--allowOnly=false', ...reporters, output];
    const result = await run('vitest', args, { live: true, minutes: 60 });
    return readReport(vitestReport, readVitest, result);
  },
};

const browserJourneys: Step = {
  name: 'browser journeys',
  run: async () => {
    const args = ['--forbid-only', '--add-reporter=json'];
    const result = await runBrowserTests(await chromium, args, {
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    });
    return readReport(playwrightReport, readPlaywright, result);
  },
};

const NOTHING: TestResults = { passed: 0, failed: 0, failures: [] };

async function readReport(
  file: string,
  read: (json: string) => TestResults,
  result: RunResult,
): Promise<Outcome> {
  const { failures, ...counts } = existsSync(file) ? read(await readFile(file, 'utf8')) : NOTHING;
  const { passed, failed } = atLeastOneFailureUnless(result.ok, counts);
  return { passed, failed, output: [`${passed} passed, ${failed} failed`, ...failures].join('\n') };
}

const totals = [await runSteps([build, ...checks], 2)];
// Not beside each other: on two cores both then took more than twice as long, and some ran out of time.
totals.push(await runSteps([unitAndIntegration, browserJourneys], 1));
await rm(reports, { recursive: true, force: true });

const passed = totals.reduce((sum, counts) => sum + counts.passed, 0);
const failed = totals.reduce((sum, counts) => sum + counts.failed, 0);
// Thousands of lines stand between a failure and the end, where people look first.
for (const { failures } of totals) for (const words of failures) console.log(`\n${words}`);
console.log(`\n${passed} passed, ${failed} failed`);
// Nothing that is still running may print after the last line.
process.exit(failed > 0 ? 1 : 0);
