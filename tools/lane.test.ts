import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Lane } from './lane.ts';
import { switchFaults } from './mutation-switch.ts';
import { root } from './run.ts';

const lane = new Lane('postgres://127.0.0.1:1/no-test-here-asks-for-it');
afterAll(() => lane.stop());

const changed = (file: string, from: string, to: string) => {
  const whole = readFileSync(join(root, file), 'utf8');
  return { whole, faulty: whole.replace(from, to) };
};

test('a fault fails the tests that notice it, for as long as it is switched on', async () => {
  const file = 'domain/money.ts';
  const { whole, faulty } = changed(file, 'minutes + 30', 'minutes - 30');
  const { source } = switchFaults(whole, [{ id: 7, source: faulty }]);
  const run = { loaded: { [file]: source }, thread: null };
  const [money, due] = ['domain/money.test.ts', 'domain/milestone-dates.test.ts'];
  expect(await lane.run({ test: due, fault: 7 }, run)).toEqual({
    failed: null,
    reached: [],
  });
  expect((await lane.run({ test: money, fault: 7 }, run)).failed).not.toBeNull();
  const well = await lane.run({ test: money, fault: null }, run);
  expect(well).toMatchObject({ failed: null, reached: [7] });
  // Also where the whole file is loaded with the fault.
  const loaded = { loaded: { [file]: faulty }, thread: null };
  expect((await lane.run({ test: money, fault: 7 }, loaded)).failed).not.toBeNull();
  expect(readFileSync(join(root, file), 'utf8')).toBe(whole);
});

test('a fault in what worker threads run is noticed too', async () => {
  const file = 'server/testing/hostile-tasks.ts';
  const source = changed(file, 'bytes.length', '7').faulty;
  const job = { test: 'server/workers/workers.test.ts', fault: 7 };
  const { failed } = await lane.run(job, { loaded: {}, thread: { file, source } });
  expect(failed).not.toBeNull();
  expect(lane.loadedInThreads()).toContain(file);
});
