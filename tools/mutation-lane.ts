/**
 * The process of one lane of `npm run mutants`: holds one vitest and runs, for each message, some test
 * files against a source file with a fault. The fault lives in memory only.
 */
import { join } from 'node:path';
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
        load: (id) => (id === fault?.id ? fault.source : undefined),
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
  // It keeps what it knows of earlier runs: their failures would be taken for those of this one.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  if (fault) vitest.invalidateFile(fault.id);
  const failed = testModules.find((one) => one.state() === 'failed')?.relativeModuleId;
  const first = unhandledErrors.length > 0 ? (job.tests[0] ?? null) : null;
  process.send?.({ failed: failed ?? first } satisfies Outcome);
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
