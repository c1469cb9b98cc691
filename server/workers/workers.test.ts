import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { holdOf } from '../testing/own-time.ts';
import { taskModule } from './task.ts';
import { Turns } from './turns.ts';
import { Workers } from './workers.ts';

const tasks = taskModule<typeof import('../testing/hostile-tasks.ts')>(
  import.meta.resolve('../testing/hostile-tasks.ts'),
);
const owner = 'somebody';

let workers: Workers;
beforeEach(() => {
  workers = new Workers();
});
afterEach(() => workers.close());

test('a task is run on bytes, and on a file by its path', async () => {
  expect(await workers.run(tasks, 'lengthOf', Buffer.from('hello'), { owner })).toBe(5);
  const path = fileURLToPath(import.meta.url);
  expect(await workers.run(tasks, 'firstLine', path, { owner })).toMatch(/^import /);
});

test('a task that goes on for ever is ended, and does not hold up the server meanwhile', async () => {
  await workers.run(tasks, 'spin', 1, { owner });
  const began = performance.now();
  const held = await holdOf(async () => {
    const endless = workers.run(tasks, 'spin', 600_000, { owner, seconds: 1 });
    await expect(endless).rejects.toMatchObject({ trouble: 'slow', code: 'too_much_to_read' });
  });
  expect(performance.now() - began).toBeLessThan(60_000);
  expect(held).toBeLessThan(50);
  expect(await workers.run(tasks, 'spin', 1, { owner })).toBe('done');
});

test('a task that takes too much memory is ended, and the next one is run', async () => {
  const large = workers.run(tasks, 'fillMemory', undefined, { owner, seconds: 60 });
  await expect(large).rejects.toMatchObject({ trouble: 'large', code: 'too_much_to_read' });
  expect(await workers.run(tasks, 'spin', 1, { owner })).toBe('done');
});

test('what a task refuses keeps its code and words; a fault is one of ours', async () => {
  const refused = workers.run(tasks, 'refuse', undefined, { owner });
  await expect(refused).rejects.toMatchObject({ code: 'not_text', message: 'Not this one.' });
  const failed = workers.run(tasks, 'fail', undefined, { owner });
  await expect(failed).rejects.toMatchObject({
    trouble: 'failed',
    code: 'internal',
    cause: { message: 'a fault of ours' },
  });
});

test('a task sees nothing of the environment', async () => {
  expect(await workers.run(tasks, 'environment', undefined, { owner })).toEqual([]);
});

test('much work of one owner does not hold up that of another', async () => {
  let done = 0;
  const spin = () => workers.run(tasks, 'spin', 1000, { owner }).finally(() => (done += 1));
  const much = Promise.allSettled(Array.from({ length: 12 }, spin));
  await workers.run(tasks, 'spin', 1, { owner: 'another' });
  expect(done).toBeLessThan(6);
  await workers.close();
  await much;
});

test('slow work, of however many owners, leaves a thread to what is quick, also to their own', async () => {
  let done = 0;
  const slowly = (who: string) =>
    workers
      .run(tasks, 'spin', 4000, { owner: who, seconds: 60, isSlow: true })
      .finally(() => (done += 1));
  const slow = Promise.allSettled(['one', 'another', 'third'].map(slowly));
  // What may take its time is not slow for that.
  for (const who of ['one', 'another', 'fourth'])
    for (const seconds of [10, 30])
      expect(await workers.run(tasks, 'spin', 1, { owner: who, seconds })).toBe('done');
  expect(done).toBe(0);
  await workers.close();
  await slow;
});

test('slow work waits until what is ahead of it has ended, however long that may take', async () => {
  await workers.run(tasks, 'spin', 1, { owner });
  const timeout = AbortSignal.timeout;
  const faster = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
  onTestFinished(() => faster.mockRestore());
  const slowly = (who: string, milliseconds: number) =>
    workers.run(tasks, 'spin', milliseconds, { owner: who, seconds: 60, isSlow: true });
  // Together longer than any of it may take.
  const asked = [
    slowly('one', 700),
    slowly('another', 700),
    slowly('third', 700),
    slowly('one', 1),
    slowly('fourth', 1),
  ];
  expect(await Promise.all(asked)).toEqual(Array(5).fill('done'));
});

test('more than may wait are turned away, and all are when the server closes', async () => {
  const many = Array.from({ length: 60 }, () => workers.run(tasks, 'spin', 30_000, { owner }));
  const told = Promise.allSettled(many);
  await sleep(500);
  await workers.close();
  for (const { status, ...rest } of await told) {
    expect(status).toBe('rejected');
    expect(rest).toMatchObject({ reason: { trouble: 'busy', code: 'unavailable' } });
  }
  await expect(workers.run(tasks, 'spin', 1, { owner })).rejects.toMatchObject({ trouble: 'busy' });
});

test('turns: so many at once, and of those that wait first the owner with the least', async () => {
  const turns = new Turns({ atOnce: 2, atOnceEach: 2, waiting: 3, waitingEach: 2 });
  const patience = new AbortController();
  const order: string[] = [];
  const take = async (who: string) => {
    const end = await turns.take(who, patience.signal);
    order.push(end ? who : `${who} turned away`);
    return end;
  };
  const first = await take('a');
  const second = await take('a');
  const waiting = [take('a'), take('a'), take('b')];
  expect(await take('a')).toBeNull();
  expect(await take('c')).toBeNull();
  first?.();
  await sleep(1);
  second?.();
  await sleep(1);
  patience.abort();
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'a', 'a turned away', 'c turned away', 'b', 'a', 'a turned away']);
});
