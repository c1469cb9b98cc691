import { afterEach, expect, test, vi } from 'vitest';
import { sendFile } from './send-files.ts';

afterEach(() => vi.useRealTimers());

test('a file whose answer breaks off is sent again under the same key', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => null });
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('idempotency-key'));
    return new Response(sent.length === 1 ? '{"fileKey":' : '{"fileKey":"a"}');
  });
  const sending = sendFile(new File(['x'], 'error.log'), { key: 'k' });
  void vi.runAllTimersAsync();
  expect(await sending).toEqual({ fileKey: 'a' });
  expect(sent).toEqual(['k', 'k']);
});
