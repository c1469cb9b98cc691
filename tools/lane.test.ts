import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Lane } from './lane.ts';
import { root } from './run.ts';

const lane = new Lane('postgres://127.0.0.1:1/no-test-here-asks-for-it');
afterAll(() => lane.stop());

test('a fault fails the tests that notice it, and those that run after it no more', async () => {
  const file = 'domain/money.ts';
  const whole = readFileSync(join(root, file), 'utf8');
  const fault = { file, source: whole.replace('minutes + 30', 'minutes - 30') };
  const [money, due] = ['domain/money.test.ts', 'domain/milestone-dates.test.ts'];
  expect(await lane.run({ fault, tests: [due, money] })).toBe(money);
  expect(await lane.run({ fault, tests: [due] })).toBeNull();
  expect(await lane.run({ fault: null, tests: [money, due] })).toBeNull();
  expect(await lane.run({ fault, tests: [money] })).toBe(money);
  expect(readFileSync(join(root, file), 'utf8')).toBe(whole);
});

test('a fault in what worker threads run is noticed too', async () => {
  const file = 'server/workers/testing-tasks.ts';
  const source = readFileSync(join(root, file), 'utf8').replace('bytes.length', '7');
  const tests = ['server/workers/workers.test.ts'];
  expect(await lane.run({ fault: { file, source }, tests })).toBe(tests[0]);
});
