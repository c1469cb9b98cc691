import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilFetched } from './until-fetched.ts';

const browser = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Code that fails that often before it comes. */
function code(failures: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new Error('lost');
    return 'code';
  });
  return load;
}

test('code that is lost is fetched again, each time later, until it comes', async () => {
  const [load, take, onFailure] = [code(2), vi.fn(), vi.fn()];
  untilFetched(load, take, { onFailure });
  await vi.advanceTimersByTimeAsync(2999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(6000);
  expect(load).toHaveBeenCalledTimes(3);
  expect(take.mock.calls).toEqual([['code']]);
  expect(onFailure).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(load).toHaveBeenCalledTimes(3);
});

test('code that is lost is fetched again as soon as the browser is online', async () => {
  const [load, take] = [code(1), vi.fn()];
  untilFetched(load, take);
  await vi.advanceTimersByTimeAsync(1);
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(take).toHaveBeenCalledTimes(1);
});

test('what nobody waits for any more is not fetched again', async () => {
  const [load, take] = [code(1), vi.fn()];
  const giveUp = untilFetched(load, take);
  await vi.advanceTimersByTimeAsync(1);
  giveUp();
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(load).toHaveBeenCalledTimes(1);

  const late = code(0);
  untilFetched(late, take)();
  await vi.advanceTimersByTimeAsync(1);
  expect(take).not.toHaveBeenCalled();
});
