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

/** Runs the steps, at most `width` at once, all of them even when some fail. */
export async function runSteps(steps: readonly Step[], width: number): Promise<Counts> {
  const waiting = [...steps];
  const total: Counts = { passed: 0, failed: 0 };
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const counts = await runStep(step);
      total.passed += counts.passed;
      total.failed += counts.failed;
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return total;
}

async function runStep({ name, run }: Step): Promise<Counts> {
  const start = performance.now();
  const outcome = await run().catch((error: unknown) => check(false, messageOf(error)));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (outcome.failed === 0) {
    console.log(`✓ ${name} (${seconds} s)`);
  } else {
    console.log(`✗ ${name} (${seconds} s)\n${indent(outcome.output)}`);
  }
  return outcome;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function indent(text: string): string {
  return text.trim().replaceAll(/^(?=.)/gm, '  ');
}
