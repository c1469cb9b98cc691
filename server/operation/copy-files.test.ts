import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/server-process.ts';
import { copyFiles } from './copy-files.ts';

test('files that a running server removes or moves meanwhile fail no backup', async () => {
  const [from, to] = [temporaryFolder(), path.join(temporaryFolder(), 'files')];
  const originals = path.join(from, 'originals');
  await mkdir(originals);
  await mkdir(path.join(from, 'incoming'));
  await writeFile(path.join(from, 'incoming', 'half'), 'half of a file');
  for (let number = 0; number < 40; number++)
    await writeFile(path.join(originals, String(number)), Buffer.alloc(2 ** 20, number));
  const copied = copyFiles(from, to);
  const there = path.join(to, 'originals');
  while (!existsSync(there) || (await readdir(there)).length === 0) await sleep(1);
  const begun = new Set(await readdir(there));
  for (const name of await readdir(originals))
    if (!begun.has(name)) await rm(path.join(originals, name));
  await copied;
  const whole = await readdir(there);
  expect(whole.length).toBeGreaterThan(0);
  expect(whole.length).toBeLessThan(40);
  expect(await readdir(to)).toEqual(['originals']);
});
