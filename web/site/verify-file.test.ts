import { expect, test, vi } from 'vitest';
import { verifyFile } from './verify-file.ts';

test('a file that is too large to be evidence is not sent', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  const file = new File([new Uint8Array(16 * 1024 * 1024 + 1)], 'evidence.json');
  await expect(verifyFile(file)).rejects.toThrow('it is larger than 16 MB');
  expect(sent).not.toHaveBeenCalled();
});
