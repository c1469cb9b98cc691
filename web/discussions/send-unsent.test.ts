import { expect, test, vi } from 'vitest';
import { type Sender, sendUnsent } from './send-unsent.ts';
import { unsentMessages } from './unsent-messages.ts';

const unsent = {
  client_id: 'c',
  ticket_id: '7',
  author_id: 'ana',
  text: 'Hello',
  files: [],
  written_at: 1,
  problem: null,
  lost: false,
};

test('who left the signed-in screens and came back while it was tried sends it all the same', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { getItem: () => null });
  const server = vi.fn(async () => new Response('{}', { status: 503 }));
  vi.stubGlobal('fetch', server);
  let isFirstHere = true;
  const keep = vi.fn();
  const sender = (isHere: () => boolean): Sender => ({ author_id: 'ana', isHere, keep });

  unsentMessages.put(unsent);
  sendUnsent(sender(() => isFirstHere));
  await vi.advanceTimersByTimeAsync(50);
  expect(server).toHaveBeenCalledTimes(1);

  // As for a page that everybody may see.
  isFirstHere = false;
  server.mockResolvedValue(Response.json({ id: 'm' }, { status: 201 }));
  sendUnsent(sender(() => true));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(keep).toHaveBeenCalledWith({ id: 'm' });
  expect(unsentMessages.of(unsent)).toEqual([]);
});
