import { availableParallelism } from 'node:os';
import { run } from './run.ts';
import { check, type Outcome, runSteps, type Step } from './steps.ts';

/** Types, lint and unused code: what `npm run check` runs and `npm test` begins with. */
export const checks: readonly Step[] = [
  { name: 'types', run: checkTypes },
  { name: 'lint', run: checkLint },
  { name: 'unused code', run: checkUnused },
];

async function checkTypes(): Promise<Outcome> {
  // The route types are generated; without them nothing in web/ type-checks.
  const results = [await run('react-router', ['typegen'])];
  results.push(await run('tsc', ['-p', '.', ...checkers(), ...pretty()]));
  results.push(await run('tsc', ['-p', 'web', ...checkers(), ...pretty()]));
  const failures = results.filter((result) => !result.ok);
  return check(failures.length === 0, failures.map((result) => result.output).join('\n'));
}

async function checkLint(): Promise<Outcome> {
  const colors = process.stdout.isTTY ? 'force' : 'off';
  const result = await run('biome', ['ci', `--colors=${colors}`, '--max-diagnostics=100']);
  return check(result.ok, result.output);
}

async function checkUnused(): Promise<Outcome> {
  const result = await run('knip', ['--no-progress']);
  return check(result.ok, result.output);
}

/** Each looks at many files that others look at too, and the other steps want the processor as well. */
function checkers(): string[] {
  return ['--checkers', String(Math.max(1, availableParallelism() >> 1))];
}

function pretty(): string[] {
  return ['--pretty', String(process.stdout.isTTY === true)];
}

if (import.meta.main) {
  const { failed } = await runSteps(checks, 2);
  process.exitCode = failed > 0 ? 1 : 0;
}
