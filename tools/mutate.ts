/**
 * `npm run mutants`: puts one fault at a time into a source file and runs the test files that come to
 * it, until a test fails. Prints what no test noticed, and fails below the goal. MUTANTS names an area,
 * or a source file with or without a line, by a part of it. MUTANTS_MOST is how many faults of each area
 * are tried, drawn by chance but the same each time; MUTANTS_LANES how many at a time; MUTANTS_TESTS
 * names test files by a part of theirs, where all of an area would take too long; MUTANTS_LOG a file
 * to which each fault is written with the test that noticed it: what is in it is not tried again.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { startTestDatabase } from '../server/testing/global-setup.ts';
import { Lane, type Loaded } from './lane.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { type Area, areas } from './mutation-areas.ts';
import { harmless } from './mutation-harmless.ts';
import { switchFaults } from './mutation-switch.ts';
import { root } from './run.ts';

const GOAL = 0.9;
const { MUTANTS = '', MUTANTS_TESTS = '', MUTANTS_LOG } = process.env;
const MOST = Number(process.env.MUTANTS_MOST ?? Number.POSITIVE_INFINITY);
const LANES = Number(process.env.MUTANTS_LANES ?? 2);
/** They start servers of their own, and are no quicker to notice what others do. */
const SLOW = /killed|money-walk|random-walk|clients\.test|list-plans/;

interface Tried extends Mutant {
  id: number;
  file: string;
}

/** A test file with what it does without a fault. */
interface Known {
  test: string;
  milliseconds: number;
  reached: ReadonlySet<number>;
  threads: readonly string[];
}

/** What noticed the last fault of a file will most likely notice the next one. */
const killers = new Map<string, string[]>();

const database = await startTestDatabase();
const lanes = Array.from({ length: LANES }, () => new Lane(database.url));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().finally(() => process.exit(1)));
let missed = 0;
let isOver = false;
try {
  for (const area of areas) missed += await tryArea(area);
} finally {
  await end();
}
process.exit(missed > 0 ? 1 : 0);

async function end(): Promise<void> {
  isOver = true;
  for (const lane of lanes) lane.stop();
  await database.stop();
}

/** Answers 1 where too few faults were noticed, else 0. */
async function tryArea({ name, files, tests }: Area): Promise<number> {
  const began = Date.now();
  const real = globSync(files, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap(faultsOf)
    .filter((one) => !isHarmless(one) && (name.includes(MUTANTS) || isNamed(one)))
    .map((one, id) => ({ ...one, id }));
  if (real.length === 0) return 0;
  const drawn = sample(real);
  const before = loggedOf(drawn);
  const tried = drawn.filter((one) => !before.has(one.id));
  const { loaded, ids, constants } = switched(tried);
  // The others load the product anew, and come when most test files are known.
  const chosen = tried.toSorted((a, b) => Number(ids.has(b.id)) - Number(ids.has(a.id)));
  const found = tests.flatMap((pattern) => globSync(pattern, { cwd: root }));
  const suite = [...new Set(found)].filter(
    (file) => file.includes(MUTANTS_TESTS) && !SLOW.test(file),
  );
  const known = knowing(loaded);
  const survived = await inLanes(chosen, async (lane, mutant) => {
    const isConstant = constants.has(mutant.id);
    // What uses a constant is not known, so all tests of the area are asked.
    const comesHere = ({ reached, threads }: Known) =>
      isConstant || threads.includes(mutant.file) || reached.has(mutant.id);
    const isSwitched = ids.has(mutant.id);
    const reaching: Reaching = {
      tests: nearestFirst(suite, mutant.file),
      know: (test) => known(lane, test),
      comesHere: isSwitched ? comesHere : () => true,
    };
    const survives = isSwitched
      ? await survivesSwitched(lane, mutant, { reaching, loaded })
      : await survivesLoaded(lane, mutant, reaching);
    tell(mutant, survives);
    return survives.killer === null;
  });
  const results = [...survived, ...before.values()];
  const noticed = results.filter((one) => !one).length;
  const minutes = Math.round((Date.now() - began) / 60_000);
  console.log(
    `${name}: ${noticed} of ${drawn.length} faults noticed (${real.length} in all), ${minutes} min`,
  );
  return noticed < GOAL * drawn.length ? 1 : 0;
}

function faultsOf(file: string): Omit<Tried, 'id'>[] {
  const whole = withoutTypes(readFileSync(join(root, file), 'utf8'));
  return mutantsOf(readFileSync(join(root, file), 'utf8'))
    .filter(({ source }) => ![whole, undefined].includes(withoutTypes(source)))
    .map((mutant) => ({ ...mutant, file }));
}

/** A fault in types is none; undefined where it cannot even be read, which anybody would notice. */
function withoutTypes(source: string): string | undefined {
  try {
    return stripTypeScriptTypes(source).replace(/\s+/g, ' ');
  } catch {
    return undefined;
  }
}

/**
 * At most so many, drawn by their hash: an edit of other lines does not draw others. In that order, so
 * that what a run has tried before it is stopped is a fair sample, too.
 */
function sample(all: readonly Tried[]): Tried[] {
  const key = ({ file, fault, before }: Tried) =>
    createHash('sha256').update(`${file} ${fault} ${before}`).digest('hex');
  const keys = new Map(all.map((one) => [one, key(one)]));
  return all
    .toSorted((a, b) => (keys.get(a) ?? '').localeCompare(keys.get(b) ?? ''))
    .slice(0, MOST);
}

/** Which of the faults an earlier run has written down, on whatever line, and whether they survived. */
function loggedOf(drawn: readonly Tried[]): Map<number, boolean> {
  const lines = MUTANTS_LOG && existsSync(MUTANTS_LOG) ? readFileSync(MUTANTS_LOG, 'utf8') : '';
  const left = lines.trimEnd().split('\n').map(withoutLine);
  const logged = new Map<number, boolean>();
  for (const one of drawn) {
    const at = left.indexOf(withoutLine(placeOf(one)));
    if (at < 0) continue;
    const [, killer] = left.splice(at, 2);
    logged.set(one.id, killer?.trim() === '-');
  }
  return logged;
}

function switched(chosen: readonly Tried[]) {
  const loaded: Loaded = {};
  const ids = new Set<number>();
  const constants = new Set<number>();
  for (const [file, faults] of Map.groupBy(chosen, (one) => one.file)) {
    const result = switchFaults(readFileSync(join(root, file), 'utf8'), faults);
    loaded[file] = result.source;
    for (const id of result.ids) ids.add(id);
    for (const id of result.constants) constants.add(id);
  }
  return { loaded, ids, constants };
}

/** A test file is run without a fault once, when it is first needed: most are not, in a small sample. */
function knowing(loaded: Loaded) {
  const known = new Map<string, Promise<Known | null>>();
  return (lane: Lane, test: string): Promise<Known | null> => {
    const before = known.get(test);
    if (before) return before;
    const now = knownOf(lane, test, loaded);
    known.set(test, now);
    return now;
  };
}

/** Those beside the source file come first: they are likely to notice. */
function nearestFirst(tests: readonly string[], file: string): string[] {
  const isBeside = (test: string) => dirname(test) === dirname(file);
  return [...tests.filter(isBeside), ...tests.filter((test) => !isBeside(test))];
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

/** Null for a test file that fails by itself, as some do on a busy machine: it is left out. */
async function knownOf(lane: Lane, test: string, loaded: Loaded): Promise<Known | null> {
  for (let tries = 0; ; tries++) {
    const began = Date.now();
    const outcome = await lane.run({ test, fault: null }, { loaded, thread: null });
    const milliseconds = Date.now() - began;
    if (outcome.failed && tries > 0) {
      console.log(`  left out, as it fails without any fault: ${test}: ${outcome.failed}`);
      return null;
    }
    if (outcome.failed) continue;
    const reached = new Set(outcome.reached);
    return { test, milliseconds, reached, threads: lane.loadedInThreads() };
  }
}

/** The test files of an area, in their order for one fault. */
interface Reaching {
  tests: readonly string[];
  know: (test: string) => Promise<Known | null>;
  /** Whether it can notice the fault at all. */
  comesHere: (known: Known) => boolean;
}

interface Survival {
  /** The test that noticed it; null for none. */
  killer: string | null;
  isReached: boolean;
}

async function survivesSwitched(
  lane: Lane,
  mutant: Tried,
  { reaching, loaded }: { reaching: Reaching; loaded: Loaded },
): Promise<Survival> {
  const { file, source } = mutant;
  const run = { loaded, thread: { file, source } };
  const { killer, came } = await killerOf(lane, mutant, reaching, run);
  // What was worked out and kept before the switch, as statements are, may still be noticed.
  return killer === null && came.length > 0
    ? survivesLoaded(lane, mutant, reaching)
    : { killer, isReached: came.length > 0 };
}

/** Loads the file with the fault and nothing else: takes longer, and works for every fault. */
async function survivesLoaded(lane: Lane, mutant: Tried, reaching: Reaching): Promise<Survival> {
  const { file, source } = mutant;
  const run = { loaded: { [file]: source }, thread: { file, source } };
  const { killer, came } = await killerOf(lane, mutant, reaching, run);
  return { killer, isReached: came.length > 0 };
}

async function killerOf(
  lane: Lane,
  { id, file }: Tried,
  { tests, know, comesHere }: Reaching,
  run: Parameters<Lane['run']>[1],
): Promise<{ killer: string | null; came: Known[] }> {
  const first = killers.get(file) ?? [];
  const rank = (test: string) => (first.includes(test) ? first.indexOf(test) : first.length);
  const came: Known[] = [];
  for (const test of tests.toSorted((a, b) => rank(a) - rank(b))) {
    const known = await know(test);
    if (!known || !comesHere(known)) continue;
    came.push(known);
    const most = 90_000 + 3 * known.milliseconds;
    const { failed } = await lane.run({ test, fault: id }, run, most);
    if (!failed) continue;
    killers.set(file, [test, ...first.filter((one) => one !== test)]);
    return { killer: `${test}: ${failed}`, came };
  }
  return { killer: null, came };
}

function placeOf({ file, line, fault, before }: Tried): string {
  return `  ${file}:${line} ${fault}: ${before}`;
}

function withoutLine(place: string): string {
  return place.replace(/^( {2}\S+\.ts):\d+ /, '$1 ');
}

function tell(mutant: Tried, { killer, isReached }: Survival): void {
  // A lane that is stopped looks like one that the fault has killed.
  if (isOver) return;
  const place = placeOf(mutant);
  if (killer === null) console.log(`${place}${isReached ? '' : ' (no test comes here)'}`);
  if (MUTANTS_LOG) appendFileSync(MUTANTS_LOG, `${place}\n    ${killer ?? '-'}\n`);
}

function isNamed({ file, line }: Omit<Tried, 'id'>): boolean {
  return `${file}:${line}:`.includes(MUTANTS);
}

function isHarmless({ file, before, fault }: Omit<Tried, 'id'>): boolean {
  return harmless.some(
    (one) => one.file === file && one.line === before && (one.fault ?? fault) === fault,
  );
}
