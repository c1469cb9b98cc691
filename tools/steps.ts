/** What a step found, in tests: a check counts as one, a test run as many as it ran. */
export interface Counts {
  passed: number;
  failed: number;
}

export interface Outcome extends Counts {
  /** Printed when something failed, unless it was shown live. */
  output: string;
}

export interface Step {
  name: string;
  run: () => Promise<Outcome>;
}

/** The outcome of a check that either holds or not. */
export function check(ok: boolean, output: string): Outcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
}

export interface Total extends Counts {
  /** What was printed of each step that failed. */
  failures: string[];
}

/** Runs the steps, at most `width` at once, all of them even when some fail. */
export async function runSteps(steps: readonly Step[], width: number): Promise<Total> {
  const waiting = [...steps];
  const total: Total = { passed: 0, failed: 0, failures: [] };
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { passed, failed, words } = await runStep(step);
      total.passed += passed;
      total.failed += failed;
      if (failed > 0) total.failures.push(words);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return total;
}

async function runStep({ name, run }: Step): Promise<Counts & { words: string }> {
  const start = performance.now();
  const { passed, failed, output } = await run().catch((error: unknown) =>
    check(false, messageOf(error)),
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const words =
    failed === 0 ? `✓ ${name} (${seconds} s)` : `✗ ${name} (${seconds} s)\n${indent(output)}`;
  console.log(words);
  return { passed, failed, words };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function indent(text: string): string {
  return text.trim().replaceAll(/^(?=.)/gm, '  ');
}
