/**
 * `npm run mutants`: puts one fault at a time into a source file and runs the tests that reach its
 * line, until one fails. Prints what no test noticed, and fails below the goal. MUTANTS names an area
 * by a part of its name, MUTANTS_MOST how many faults of each area are tried (drawn evenly).
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestDatabase } from '../server/testing/global-setup.ts';
import { Lane } from './lane.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { type Area, areas, harmless } from './mutation-areas.ts';
import { root } from './run.ts';

const GOAL = 0.9;
const MOST = Number(process.env.MUTANTS_MOST ?? Number.POSITIVE_INFINITY);
/** They start servers of their own, and are no quicker to notice what others do. */
const SLOW = /killed|money-walk|random-walk|clients\.test/;

interface Tried extends Mutant {
  file: string;
}

/** A test file with what it runs without a fault. */
interface Runs {
  test: string;
  milliseconds: number;
  lines: Record<string, number[]>;
}

/** What noticed the last fault of a file will most likely notice the next one. */
const killers = new Map<string, string>();

const folder = mkdtempSync(join(tmpdir(), 'unblock-mutants-'));
const database = await startTestDatabase();
const lanes = [new Lane(database.url), new Lane(database.url)];
let missed = 0;
try {
  for (const area of areas.filter(({ name }) => name.includes(process.env.MUTANTS ?? '')))
    missed += await tryArea(area);
} finally {
  for (const lane of lanes) lane.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(missed > 0 ? 1 : 0);

/** Answers 1 where too few faults were noticed, else 0. */
async function tryArea({ name, files, tests }: Area): Promise<number> {
  const began = Date.now();
  const all = globSync(files, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const real = all.flatMap(faultsOf).filter((mutant) => !isHarmless(mutant));
  const chosen = real.filter((_, n) => n % Math.max(1, Math.ceil(real.length / MOST)) === 0);
  const suite = globSync(tests, { cwd: root }).filter((file) => !SLOW.test(file));
  const runs = await inLanes(suite, (lane, test) => runsOf(lane, test));
  runs.sort((a, b) => a.milliseconds - b.milliseconds);
  const survived = await inLanes(chosen, (lane, mutant) => survives(lane, mutant, runs));
  const noticed = survived.filter((one) => !one).length;
  const minutes = Math.round((Date.now() - began) / 60_000);
  console.log(
    `${name}: ${noticed} of ${chosen.length} faults noticed (${real.length} in all), ${minutes} min`,
  );
  return noticed < GOAL * chosen.length ? 1 : 0;
}

function faultsOf(file: string): Tried[] {
  return mutantsOf(readFileSync(join(root, file), 'utf8'))
    .filter(({ source }) => isProgram(source))
    .map((mutant) => ({ ...mutant, file }));
}

/** Each lane takes the next one as soon as it is free. */
async function inLanes<T, R>(all: readonly T[], act: (lane: Lane, one: T) => Promise<R>) {
  const done: R[] = [];
  const left = all.entries();
  const work = async (lane: Lane) => {
    for (const [n, one] of left) done[n] = await act(lane, one);
  };
  await Promise.all(lanes.map(work));
  return done;
}

async function runsOf(lane: Lane, test: string): Promise<Runs> {
  const reach = join(folder, `${test.replaceAll('/', '-')}.json`);
  const began = Date.now();
  const job = { fault: null, tests: [test], reach };
  // On a busy machine a test may be late once.
  if ((await lane.run(job)) && (await lane.run(job)))
    throw new Error(`${test} fails without any fault.`);
  const lines = JSON.parse(readFileSync(reach, 'utf8'));
  return { test, milliseconds: Date.now() - began, lines };
}

async function survives(lane: Lane, mutant: Tried, runs: readonly Runs[]): Promise<boolean> {
  const { file, line, fault, before, source } = mutant;
  const reaching = runs.filter(({ lines }) => lines[file]?.includes(line));
  const minutes = reaching.reduce((sum, one) => sum + (4 * one.milliseconds) / 60_000, 1);
  const tests = first(file, reaching);
  const failed =
    tests.length > 0 ? await lane.run({ fault: { file, source }, tests }, minutes) : null;
  if (failed) killers.set(file, failed);
  else
    console.log(
      `  ${file}:${line} ${fault}: ${before}${tests.length === 0 ? ' (no test comes here)' : ''}`,
    );
  return failed === null;
}

function first(file: string, runs: readonly Runs[]): string[] {
  const tests = runs.map(({ test }) => test);
  const killer = killers.get(file);
  return killer && tests.includes(killer)
    ? [killer, ...tests.filter((one) => one !== killer)]
    : tests;
}

/** A fault that cannot even be read is noticed by anybody. */
function isProgram(source: string): boolean {
  try {
    stripTypeScriptTypes(source);
    return true;
  } catch {
    return false;
  }
}

function isHarmless({ file, before, fault }: Tried): boolean {
  return harmless.some(
    (one) => one.file === file && one.line === before && (one.fault ?? fault) === fault,
  );
}
