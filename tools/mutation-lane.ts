/**
 * The process of one lane of `npm run mutants`: holds one vitest and runs, for each message, some test
 * files against a source file with a fault. The fault lives in memory only.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';
import { root } from './run.ts';

export interface Job {
  /** The file with the fault and its text; none to run what is there. */
  fault: { file: string; source: string } | null;
  /** In the order in which they run, until one fails. */
  tests: readonly string[];
  /** Where it writes which lines were run; only for one test file. */
  reach?: string;
}

export interface Outcome {
  /** The test file that failed. */
  failed: string | null;
}

/** Vitest would start with what failed or took long before; the lane was told the best order. */
class AsTold extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

let fault: { id: string; source: string } | undefined;

/** What worker threads are told, and tell: files, since they know nothing of this process. */
const folder = mkdtempSync(join(tmpdir(), 'unblock-lane-'));
const threads = { FAULT: join(folder, 'fault.json'), LOADED: join(folder, 'loaded') };
const WORKERS = join(root, 'server/workers/workers.ts');

const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
    sequence: { sequencer: AsTold },
    setupFiles: ['server/testing/each-file.ts', 'tools/mutation-reach.ts'],
    // It would answer with the text on the disk.
    fsModuleCache: false,
    // Where a fault makes a test wait for what never comes.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
  {
    plugins: [
      {
        name: 'fault',
        enforce: 'pre',
        load: (id) =>
          id === fault?.id ? fault.source : id === WORKERS ? toldOfFault() : undefined,
      },
    ],
  },
);
// Finds the test files once; each has its place in the project then.
await vitest.globTestSpecifications();

process.on('message', async (job: Job) => {
  fault = job.fault ? { id: join(root, job.fault.file), source: job.fault.source } : undefined;
  process.env.REACH = job.reach ?? '';
  const chosen = job.tests.flatMap((test) => vitest.getModuleSpecifications(join(root, test)));
  if (fault) vitest.invalidateFile(fault.id);
  const { id = '', source } = fault ?? {};
  writeFileSync(
    threads.FAULT,
    JSON.stringify(fault ? { url: pathToFileURL(id).href, source } : null),
  );
  writeFileSync(threads.LOADED, '');
  // It keeps what it knows of earlier runs: their failures would be taken for those of this one.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  if (fault) vitest.invalidateFile(fault.id);
  const failed = testModules.find((one) => one.state() === 'failed')?.relativeModuleId;
  if (job.reach && !failed) addThreads(job.reach);
  const first = unhandledErrors.length > 0 ? (job.tests[0] ?? null) : null;
  process.send?.({ failed: failed ?? first } satisfies Outcome);
});
process.once('disconnect', () => process.exit());
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.send?.('ready');

/** The threads of the product are told of the fault too; they are given no environment otherwise. */
function toldOfFault(): string {
  const source = readFileSync(WORKERS, 'utf8');
  const told = source
    .replace('env: {},', `env: ${JSON.stringify(threads)},`)
    .replace(
      'execArgv: [],',
      `execArgv: ['--import', '${join(root, 'tools/mutation-thread.ts')}'],`,
    );
  if (told.length < source.length + folder.length * 2) throw new Error('the threads have changed');
  return told;
}

/** Which lines a thread has run nobody knows: all of what it has loaded. */
function addThreads(reach: string): void {
  const lines: Record<string, number[]> = JSON.parse(readFileSync(reach, 'utf8'));
  for (const url of new Set(readFileSync(threads.LOADED, 'utf8').trim().split('\n'))) {
    const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
    if (!/^(?:domain|server)\//.test(file)) continue;
    const count = readFileSync(join(root, file), 'utf8').split('\n').length;
    lines[file] = Array.from({ length: count }, (_, at) => at + 1);
  }
  writeFileSync(reach, JSON.stringify(lines));
}
