/**
 * The process of one lane of `npm run mutants`: holds one vitest. Each run of it is a worker that takes
 * jobs from the lane until it is told that the run is over. The faults live in memory only.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';
import { LAST, type Loaded } from './lane.ts';
import { root } from './run.ts';

/** A worker that lives for ever would fill the memory with the tests that it has loaded. */
const JOBS_OF_A_RUN = 150;
const WORKERS = join(root, 'server/workers/workers.ts');
const { LANE_FOLDER = '' } = process.env;
/** What worker threads are told, and tell: files, since they know nothing of this process. */
const threads = { FAULT: join(LANE_FOLDER, 'fault.json'), LOADED: join(LANE_FOLDER, 'loaded') };

class AsTold extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

let loaded: Loaded = {};

const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    maxWorkers: 1,
    reporters: [{}],
    runner: join(root, 'tools/mutation-runner.ts'),
    sequence: { sequencer: AsTold },
    // It would answer with the text on the disk.
    fsModuleCache: false,
    // Where a fault makes a test wait for what never comes.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
  {
    plugins: [
      {
        name: 'faults',
        enforce: 'pre',
        load: (id) => (id === WORKERS ? toldOfFault() : loaded[relative(root, id)]),
      },
    ],
  },
);

const names = Array.from({ length: JOBS_OF_A_RUN }, (_, n) => `job-${n}.test.ts`);
const jobs = [...names, LAST].map((name) => {
  const file = join(LANE_FOLDER, name);
  writeFileSync(file, '// Stands for a job.\n');
  return vitest.getRootProject().createSpecification(file);
});

process.on('message', async (now: Loaded) => {
  const changed = [...Object.keys(loaded), ...Object.keys(now)];
  for (const file of new Set(changed))
    if (loaded[file] !== now[file]) vitest.invalidateFile(join(root, file));
  loaded = now;
  // It keeps what it knows of earlier runs.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  await vitest.runTestSpecifications(jobs);
  process.send?.('over');
});
process.once('disconnect', () => process.exit());
process.send?.('over');

/** The threads of the product are told of the fault too; they are given no environment otherwise. */
function toldOfFault(): string {
  const source = readFileSync(WORKERS, 'utf8');
  const told = source
    .replace('env: {},', `env: ${JSON.stringify(threads)},`)
    .replace(
      'execArgv: [],',
      `execArgv: ['--import', '${join(root, 'tools/mutation-thread.ts')}'],`,
    );
  if (told.length < source.length + LANE_FOLDER.length * 2)
    throw new Error('the threads have changed');
  return told;
}
