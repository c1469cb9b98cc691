import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { zipStream } from './zip-stream.ts';

test('leaves nothing open where its reader goes while a file is opened', async () => {
  const opened = Promise.withResolvers<void>();
  // It never ends by itself, as one that is longer than what is read of it.
  const file = new Readable({ read: () => undefined });
  const content = vi.fn(() => opened.promise.then(() => file));
  const zip = zipStream([{ path: 'large.bin', content }], new Date());
  zip.resume();
  await expect.poll(() => content.mock.calls.length).toBe(1);
  zip.destroy();
  opened.resolve();
  await once(zip, 'close');
  expect(file.destroyed).toBe(true);
});
