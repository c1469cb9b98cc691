import { beforeEach, expect, test, vi } from 'vitest';
import { alertError } from '../ui/toasts.tsx';
import { leftWhile } from './use-unsent-prompt.ts';

vi.mock('../ui/toasts.tsx', () => ({ alertError: vi.fn() }));

const stored = new Map<string, string>();
const OWNER = 'unblock.user';

beforeEach(() => {
  stored.clear();
  stored.set(OWNER, 'ana');
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
  vi.mocked(alertError).mockClear();
});

test('a form that was left says what did not happen, and that its words are kept', () => {
  leftWhile('Your message was not sent')();
  expect(alertError).toHaveBeenCalledExactlyOnceWith(
    'Your message was not sent, as its files were still on their way. What you wrote is kept.',
  );
});

test('nothing is said to be kept of who has signed out meanwhile', () => {
  const sayLeft = leftWhile('Your message was not sent');
  stored.delete(OWNER);
  sayLeft();
  expect(alertError).not.toHaveBeenCalled();
});
