import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMost, forceStopAfter, Stops } from './stops.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a server stops what it started the other way round, also where one part fails', async () => {
  const stops = new Stops();
  const stopped: string[] = [];
  for (const what of ['database', 'jobs', 'requests'])
    stops.add(what, async () => {
      stopped.push(`${what}, waited for ${stops.waitsFor}`);
      if (what === 'jobs') throw new Error('jobs do not end');
    });
  await expect(stops.stopAll()).rejects.toThrow('did not stop cleanly');
  expect(stopped).toEqual([
    'requests, waited for requests',
    'jobs, waited for jobs',
    'database, waited for database',
  ]);
  expect(stops.waitsFor).toBeNull();
});

test('a stop that takes too long is forced, and one line says what it waited for', () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const lines: unknown[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  forceStopAfter(25, { log, waitsFor: () => 'requests' });
  vi.advanceTimersByTime(24_900);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(exit).toHaveBeenCalledWith(1);
  expect(lines).toMatchObject([
    { level: 50, waits_for: 'requests', msg: 'the stop took over 25 s and is forced' },
  ]);
});

test('what is of no worth any more is waited for so long and no longer', async () => {
  const late = vi.fn();
  await atMost(100, Promise.resolve(), late);
  expect(late).not.toHaveBeenCalled();
  vi.useRealTimers();
  await atMost(100, new Promise(() => undefined), late);
  expect(late).toHaveBeenCalledOnce();
});
