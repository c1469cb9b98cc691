import { buildIfStale } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { type RunResult, run } from './run.ts';

/** Runs the browser journeys in the browser at that path. */
export function runBrowserTests(
  chromium: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<RunResult> {
  return run('playwright', ['test', ...args], {
    // Playwright colours its workers' output by itself and Node.js warns about both at once.
    env: { ...env, CHROMIUM_PATH: chromium, NO_COLOR: undefined },
    live: true,
    minutes: 30,
  });
}

if (import.meta.main) {
  await buildIfStale();
  const { ok } = await runBrowserTests(await ensureChromium(), process.argv.slice(2));
  process.exitCode = ok ? 0 : 1;
}
