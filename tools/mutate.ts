/**
 * `npm run mutants`: puts one fault at a time into a copy of the repository and runs the tests that
 * must notice. Prints what no test noticed, and fails below the goal. MUTANTS names an area by a part
 * of its name, MUTANTS_MOST how many faults of each area are tried (drawn evenly), for a short run.
 */
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestDatabase } from '../server/testing/global-setup.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { type Area, areas, harmless } from './mutation-areas.ts';
import { root, run } from './run.ts';

const GOAL = 0.9;
const MOST = Number(process.env.MUTANTS_MOST ?? Number.POSITIVE_INFINITY);
const FOLDERS = ['domain', 'server', 'tools', 'web', 'e2e', 'bench', 'docs', 'deploy'];

interface Tried extends Mutant {
  file: string;
}

const copy = mkdtempSync(join(tmpdir(), 'unblock-mutants-'));
const database = await startTestDatabase();
let missed = 0;
try {
  copyRepository();
  for (const area of areas.filter(({ name }) => name.includes(process.env.MUTANTS ?? '')))
    missed += await tryArea(area);
} finally {
  await database.stop();
  rmSync(copy, { recursive: true, force: true });
}
process.exit(missed > 0 ? 1 : 0);

function copyRepository(): void {
  for (const name of FOLDERS) cpSync(join(root, name), join(copy, name), { recursive: true });
  for (const name of globSync('*.{json,ts,md}', { cwd: root }))
    cpSync(join(root, name), join(copy, name));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

/** Answers 1 where too few faults were noticed, else 0. */
async function tryArea({ name, files, tests }: Area): Promise<number> {
  const suite = globSync(tests, { cwd: root }).filter((file) => !SLOW.test(file));
  const sources = globSync(files, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const all = sources.flatMap((file) =>
    mutantsOf(readFileSync(join(root, file), 'utf8')).map((mutant) => ({ ...mutant, file })),
  );
  const real = all.filter((mutant) => isProgram(mutant.source) && !isHarmless(mutant));
  const chosen = real.filter((_, n) => n % Math.max(1, Math.ceil(real.length / MOST)) === 0);
  const began = Date.now();
  if (!(await passes(suite))) throw new Error(`The tests of "${name}" fail without any fault.`);
  const minutes = (3 * (Date.now() - began)) / 60_000 + 0.5;
  const unnoticed: Tried[] = [];
  for (const mutant of chosen) if (await survives(mutant, suite, minutes)) unnoticed.push(mutant);
  const noticed = chosen.length - unnoticed.length;
  console.log(`${name}: ${noticed} of ${chosen.length} faults noticed (${real.length} in all)`);
  for (const { file, line, fault, before } of unnoticed)
    console.log(`  ${file}:${line} ${fault}: ${before}`);
  return noticed < GOAL * chosen.length ? 1 : 0;
}

/** They start servers of their own, and are no quicker to notice what others do. */
const SLOW = /killed|money-walk|random-walk|clients\.test/;

async function survives(mutant: Tried, suite: string[], minutes: number): Promise<boolean> {
  const file = join(copy, mutant.file);
  writeFileSync(file, mutant.source);
  try {
    return await passes(suite, minutes);
  } finally {
    cpSync(join(root, mutant.file), file);
  }
}

async function passes(suite: string[], minutes = 30): Promise<boolean> {
  const { ok } = await run('vitest', ['run', '--root', copy, '--bail', '1', ...suite], {
    env: { TEST_DATABASE_URL: database.url },
    minutes,
  });
  return ok;
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

function isHarmless({ file, before }: Tried): boolean {
  return harmless.some((one) => one.file === file && one.line === before);
}
