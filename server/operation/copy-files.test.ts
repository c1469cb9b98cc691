import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/server-process.ts';
import { copyFiles } from './copy-files.ts';

test('files that a running server removes or moves meanwhile fail no backup', async () => {
  const [from, to] = [temporaryFolder(), path.join(temporaryFolder(), 'files')];
  const originals = path.join(from, 'originals');
  const elsewhere = temporaryFolder();
  await mkdir(originals);
  await mkdir(path.join(from, 'incoming'));
  await writeFile(path.join(from, 'incoming', 'half'), 'half of a file');
  await writeFile(path.join(originals, 'kept'), 'kept');
  // Listed like a file, and gone when it is opened.
  await symlink(path.join(from, 'nothing'), path.join(originals, 'gone'));
  await writeFile(path.join(elsewhere, 'far'), 'on another disk');
  await symlink(elsewhere, path.join(from, 'previews'));
  await copyFiles(from, to);
  expect((await readdir(to)).toSorted()).toEqual(['originals', 'previews']);
  expect(await readdir(path.join(to, 'originals'))).toEqual(['kept']);
  expect(await readdir(path.join(to, 'previews'))).toEqual(['far']);
});
