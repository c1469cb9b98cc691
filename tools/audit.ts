/**
 * `npm run audit`: what is known of the packages that we are made of, without asking anybody; then
 * their signatures, where the registry can be asked for them.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type Findings,
  findBrokenRules,
  findKnown,
  knownSchema,
  lockfileSchema,
} from './audit-lockfile.ts';
import { root, run } from './run.ts';

const packageSchema = z.object({ allowScripts: z.record(z.string(), z.boolean()) });

const read = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(join(root, file), 'utf8'));

const lockfile = lockfileSchema.parse(await read('package-lock.json'));
const known = knownSchema.parse(await read('server/code/packages/known-vulnerable.json'));
const { allowScripts } = packageSchema.parse(await read('package.json'));
const decided = Object.keys(allowScripts);

const today = new Date().toISOString().slice(0, 10);
const all: Findings[] = [
  findKnown(lockfile, known, today),
  findBrokenRules(lockfile, decided),
  await signatures(),
];
const failures = all.flatMap((each) => each.failures);
for (const remark of all.flatMap((each) => each.remarks)) console.log(remark);
for (const failure of failures) console.log(`FAILED: ${failure}`);
const size = Object.keys(lockfile.packages).length - 1;
console.log(
  `${size} packages against ${known.vulnerable.length} known holes of ${known.checked}: ${failures.length} failures`,
);
process.exitCode = failures.length > 0 ? 1 : 0;

/** A registry that has no keys, or is out of reach, is only said. */
async function signatures(): Promise<Findings> {
  const { ok, output } = await run('npm', ['audit', 'signatures'], { minutes: 1 });
  const said = output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^npm (warn|notice)/.test(line))
    .slice(0, 6)
    .join(' ');
  if (ok) return { failures: [], remarks: [`signatures: ${said}`] };
  const isForged =
    /invalid (registry )?signature|invalid attestation|missing registry signature/i.test(said);
  return isForged
    ? { failures: [`signatures: ${said}`], remarks: [] }
    : { failures: [], remarks: [`WARNING: signatures were not checked: ${said}`] };
}
