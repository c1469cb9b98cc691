import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { git } from './git.ts';
import { opener } from './open-browser.ts';
import { Machine } from './testing.ts';

// Programs are not looked for in a folder that somebody else has filled.

test('a program called git in a project is not started', async () => {
  const machine = new Machine('');
  const ran = path.join(machine.home, 'ran');
  const folder = await machine.folder('shop', { git: `#!/bin/sh\ntouch ${ran}\n` });
  await chmod(path.join(folder, 'git'), 0o755);
  // Windows looks there without being told.
  const env = { PATH: `.${path.delimiter}${process.env.PATH}` };
  expect(await git({ folder, env }, 'rev-parse', '--git-dir')).toMatchObject({
    isFine: false,
    err: expect.stringContaining('not a git repository'),
  });
  await expect(readFile(ran)).rejects.toThrow('ENOENT');
});

test.each([
  [{ SystemRoot: 'D:\\Windows' }, 'D:\\Windows\\System32\\rundll32.exe'],
  [{}, 'C:\\Windows\\System32\\rundll32.exe'],
])('Windows opens a browser by the whole path of a program of its own', (env, program) => {
  expect(opener('https://example.com/', 'win32', env)[0]).toBe(program);
});

test('other systems open a browser by its name', () => {
  const address = 'https://example.com/';
  expect(opener(address, 'linux', {})).toEqual(['xdg-open', address]);
  expect(opener(address, 'linux', { WSL_DISTRO_NAME: 'Debian' })).toEqual(['wslview', address]);
  expect(opener(address, 'darwin', {})).toEqual(['open', address]);
  expect(opener(address, 'win32', { BROWSER: 'firefox' })).toEqual(['firefox', address]);
});
