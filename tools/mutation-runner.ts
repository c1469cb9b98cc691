/**
 * Runs tests in a lane of `npm run mutants`: one process takes job after job, each one test file with
 * one fault switched on, and loads the product only once. Vitest is given files that stand for the jobs.
 */
import { request } from 'node:http';
import { test as register, TestRunner } from 'vitest';
import { type Job, LAST, type Outcome } from './lane.ts';

type Task = Parameters<TestRunner['onAfterRunTask']>[0];
type Suite = Parameters<TestRunner['onAfterRunSuite']>[0];

const { LANE_URL = '' } = process.env;
const reached = new Set<number>();
let job: Job | null = null;
let outcome: Outcome | null = null;
let isOver = false;

interface Constant {
  get: () => unknown;
  set: (value: unknown) => void;
  make: () => unknown;
}
const constants = new Map<number, Constant>();
/** Puts the constant of the last job back as it was. */
let putBack = () => {};

Object.assign(globalThis, {
  fault$: (id: number) => {
    reached.add(id);
    return id === job?.fault;
  },
  constant$: (id: number, get: Constant['get'], set: Constant['set'], make: Constant['make']) => {
    constants.set(id, { get, set, make });
    if (id === job?.fault) setConstant(id);
  },
});

function setConstant(id: number): void {
  const constant = constants.get(id);
  if (!constant) return;
  const before = constant.get();
  putBack = () => constant.set(before);
  constant.set(constant.make());
}

// biome-ignore lint/style/noDefaultExport: Vitest takes a runner from there.
export default class FaultRunner extends TestRunner {
  override async importFile(
    path: string,
    source: Parameters<TestRunner['importFile']>[1],
  ): Promise<void> {
    if (source === 'setup') return void (await super.importFile(path, source));
    if (outcome) outcome.reached = [...reached];
    job = isOver ? null : await next(outcome, path.endsWith(LAST) ? '/last' : '/');
    isOver = !job;
    outcome = job && { failed: null, reached: [] };
    reached.clear();
    putBack();
    putBack = () => {};
    if (typeof job?.fault === 'number') setConstant(job.fault);
    if (!job) return register('no more of this run', () => {});
    try {
      await super.importFile(job.test, source);
    } catch (error) {
      failed('as it is loaded', error);
      throw error;
    }
  }

  override async onBeforeRunTask(test: Task): Promise<void> {
    if (outcome?.failed) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: Task): void {
    if (test.result?.state === 'fail') failed(test.name, test.result.errors?.[0]);
    super.onAfterRunTask(test);
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    const [error] = suite.result?.errors ?? [];
    if (error && job) failed(`around ${suite.name}`, error);
    await super.onAfterRunSuite(suite);
  }
}

function failed(test: string, error: unknown): void {
  const why = error instanceof Error || isError(error) ? error.message : '';
  if (outcome) outcome.failed ??= `${test}: ${why.slice(0, 200).replaceAll('\n', ' ')}`;
}

function isError(error: unknown): error is { message: string } {
  return typeof error === 'object' && error !== null && 'message' in error;
}

/** Tells how the last job went, and waits for the next one; null where this run is over. */
function next(last: Outcome | null, path: string): Promise<Job | null> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, LANE_URL), { method: 'POST' }, async (answer) => {
      let text = '';
      for await (const piece of answer.setEncoding('utf8')) text += piece;
      resolve(JSON.parse(text));
    });
    call.once('error', reject);
    call.end(JSON.stringify(last));
  });
}
