import { expect, test, vi } from 'vitest';
import { networkError } from '../api/api-error.ts';
import { verifyFile } from './verify-file.ts';

test('a file that is too large to be checked is not sent, and not said to be no evidence', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  const file = new File([new Uint8Array(16 * 1024 * 1024 + 1)], 'evidence.json');
  await expect(verifyFile(file)).rejects.toThrow(
    'This file is larger than 16 MB, too large to be verified here.',
  );
  expect(sent).not.toHaveBeenCalled();
});

test('an answer that breaks off is a lost connection', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"is_valid":'));
  await expect(verifyFile(new File(['{}'], 'evidence.json'))).rejects.toEqual(networkError());
});
