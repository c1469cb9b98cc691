import { z } from 'zod';
import type { Counts } from './steps.ts';

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

const playwrightReport = z.object({
  errors: z.array(z.unknown()),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** Counts a vitest JSON report; a file that fails before its tests run counts as one failure. */
export function countVitest(json: string): Counts {
  const files = vitestReport.parse(JSON.parse(json)).testResults;
  const tests = files.flatMap((file) => file.assertionResults);
  const broken = files.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: tests.filter((test) => test.status === 'failed').length + broken.length,
  };
}

/** Counts a Playwright JSON report; an error outside of any test counts as one failure. */
export function countPlaywright(json: string): Counts {
  const { errors, stats } = playwrightReport.parse(JSON.parse(json));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** A run that broke without a failing test, or ran none at all, has failed too. */
export function atLeastOneFailureUnless(ok: boolean, { passed, failed }: Counts): Counts {
  const proven = ok && passed + failed > 0;
  return { passed, failed: proven ? failed : Math.max(failed, 1) };
}
