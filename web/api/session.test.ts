import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { NETWORK_ERROR } from './api-error.ts';

const signOut = vi.fn(async () => {});

beforeEach(() => vi.resetModules());
afterAll(() => vi.doUnmock('./auth-events.ts'));

test('what comes before signing out is not begun where the code of that does not load', async () => {
  vi.doMock('./auth-events.ts', () => {
    throw new Error('no connection');
  });
  const { loadSignOut } = await import('./session.tsx');
  await expect(loadSignOut()).rejects.toMatchObject({ message: NETWORK_ERROR });
  vi.doMock('./auth-events.ts', () => ({ signOut }));
  const leave = await loadSignOut();
  expect(signOut).not.toHaveBeenCalled();
  await leave();
  expect(signOut).toHaveBeenCalledOnce();
});
