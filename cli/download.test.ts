import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import yazl from 'yazl';
import { shortId } from '../domain/ticket-words.ts';
import { listeningWorld } from '../server/testing/accounts.ts';
import { bringAndRead } from '../server/testing/code.ts';
import { grab, postRequest } from '../server/testing/deeds.ts';
import { tokenOf } from '../server/testing/programs.ts';
import type { World } from '../server/testing/world.ts';
import { zipOf } from '../server/testing/write-zip.ts';
import { Machine } from './testing.ts';

// Put together here, so that no source of ours holds anything like a key.
const KEY = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

describe('the project of a request', () => {
  let world: World;
  beforeAll(async () => {
    world = await listeningWorld();
  });
  afterAll(() => world.close());

  async function requestWithProject() {
    const customer = await world.person('customer');
    const developer = await world.person('developer', { categories: ['web'] });
    const { id } = await postRequest(customer);
    const files = {
      'src/login.ts': `const token = '${KEY}';\n`,
      'README.md': 'Shop\n',
      'empty.txt': '',
    };
    await bringAndRead(world, customer, id, files, { secrets: 'mask' });
    const machine = new Machine(world.url);
    const env = { UNBLOCK_TOKEN: await tokenOf(developer, ['read']) };
    return { customer, developer, id, machine, env };
  }

  test('is fetched into a folder by who has the request, with placeholders for keys', async () => {
    const { customer, developer, id, machine, env } = await requestWithProject();
    const early = await machine.run(['download', id], { env });
    expect(early).toMatchObject({ code: 4, out: '' });
    expect(await readdir(machine.home)).toEqual([]);
    await grab(developer, id);
    const got = await machine.json(['download', shortId(id)], { env });
    const folder = path.join(machine.home, `project-${shortId(id)}`);
    expect(got).toMatchObject({ version: 1, folder, left_out: [] });
    const login = await readFile(path.join(folder, 'src/login.ts'), 'utf8');
    expect(login).toBe("const token = '{{SECRET:github:1}}';\n");
    expect(await readFile(path.join(folder, 'README.md'), 'utf8')).toBe('Shop\n');
    expect(await readFile(path.join(folder, 'empty.txt'), 'utf8')).toBe('');
    // Dummies for the keys, so that it starts.
    expect(await readFile(path.join(folder, '.env'), 'utf8')).not.toContain(KEY);
    // Its owner has their own key in it.
    const own = new Machine(world.url);
    const asOwner = { env: { UNBLOCK_TOKEN: await tokenOf(customer, ['read']) } };
    expect(await own.run(['download', id, 'back', '--number', '1'], asOwner)).toMatchObject({
      code: 0,
      out: expect.stringContaining('3 files'),
    });
    expect(await readFile(path.join(own.home, 'back/src/login.ts'), 'utf8')).toContain(KEY);
    expect(await own.run(['download', id, 'more', '--number', '7'], asOwner)).toMatchObject({
      code: 4,
      err: expect.stringContaining('no such version'),
    });
  });

  test('writes over nothing that is there', async () => {
    const { developer, id, machine, env } = await requestWithProject();
    await grab(developer, id);
    await mkdir(path.join(machine.home, 'mine'));
    await writeFile(path.join(machine.home, 'mine.txt'), 'mine');
    for (const name of ['mine', 'mine.txt', '.'])
      expect(await machine.run(['download', id, name], { env })).toMatchObject({
        code: 2,
        err: expect.stringContaining('is there already'),
      });
    expect((await readdir(machine.home)).sort()).toEqual(['mine', 'mine.txt']);
    expect(await readdir(path.join(machine.home, 'mine'))).toEqual([]);
  });
});

describe('a server that sends', () => {
  const ID = '0195f3a0-0000-7000-8000-000000abc123';

  /** A machine whose server answers with this archive. */
  async function machineFor(archive: Buffer): Promise<Machine> {
    const version = { id: ID, number: 1, is_head: true, state: 'ready', opens: 'contents' };
    const server = createServer(({ url = '' }, response) => {
      response.setHeader('content-type', 'application/json');
      if (url.endsWith('/archive')) response.end(archive);
      else if (url.endsWith('/snapshots')) response.end(JSON.stringify({ items: [version] }));
      else response.end(JSON.stringify({ id: ID, relation: 'developer' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return new Machine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  const env = { UNBLOCK_TOKEN: 'ubk_any' };
  const fetched = (machine: Machine) => machine.run(['download', ID, 'shop', '--json'], { env });

  /** Everything below the folder in which it ran, and beside it. */
  async function written(machine: Machine): Promise<string[]> {
    const all = await readdir(machine.home, { recursive: true, withFileTypes: true });
    return all
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => path.relative(machine.home, path.join(parentPath, name)))
      .sort();
  }

  test.each([
    '../outside.txt',
    'src/../../outside.txt',
    '/tmp/unblock-download-outside.txt',
    '..\\outside.txt',
    'C:\\outside.txt',
    '.git/hooks/post-checkout',
    '.GIT/config',
    'name\u202etxt.exe',
    'a\u0007.txt',
  ])('a file called %j has it left out, and the rest is there', async (name) => {
    const machine = await machineFor(zipOf({ 'a.txt': 'a', [name]: 'owned', 'z/b.txt': 'b' }));
    const { code, out } = await fetched(machine);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ files: 2, left_out: [{ reason: expect.any(String) }] });
    expect(await written(machine)).toEqual(['shop/a.txt', 'shop/z/b.txt']);
    await expect(stat('/tmp/unblock-download-outside.txt')).rejects.toThrow('ENOENT');
  });

  test('what Git would take for a repository has that left out', async () => {
    const files = {
      'sub/HEAD': 'ref: refs/heads/main\n',
      'sub/config': '[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = owned\n',
      'sub/objects/info/x': 'x',
      'sub/refs/heads/main': 'x',
      'config/a.ts': 'a',
    };
    const machine = await machineFor(zipOf(files));
    const { out } = await fetched(machine);
    const paths = ['sub/HEAD', 'sub/config', 'sub/objects/info/x'];
    expect(JSON.parse(out)).toMatchObject({
      files: 2,
      left_out: paths.map((path) => ({ path, reason: 'belongs to Git' })),
    });
    expect(await written(machine)).toEqual(['shop/config/a.ts', 'shop/sub/refs/heads/main']);
  });

  test('links has none of them made, nor anything written through one', async () => {
    const archive = new yazl.ZipFile();
    archive.addBuffer(Buffer.from('/etc'), 'link', { mode: 0o120777 });
    archive.addBuffer(Buffer.from('owned'), 'link/passwd', { mode: 0o100644 });
    archive.addBuffer(Buffer.from('#!/bin/sh\n'), 'run.sh', { mode: 0o104755 });
    archive.end();
    const machine = await machineFor(await buffer(archive.outputStream));
    const { code, out } = await fetched(machine);
    expect(code).toBe(0);
    expect(JSON.parse(out).left_out).toEqual([{ path: 'link', reason: 'is no plain file' }]);
    expect(await written(machine)).toEqual(['shop/link/passwd', 'shop/run.sh']);
    // Executable, and with no right of somebody else.
    expect((await stat(path.join(machine.home, 'shop/run.sh'))).mode & 0o7777).toBe(0o755);
  });

  test('two files of one name has the first one kept', async () => {
    const files = { a: 'first', 'b/c': 'x' };
    const twice = Buffer.from(zipOf({ ...files, d: 'second', 'a/e': 'within a file' }));
    // The name of the second becomes that of the first.
    for (let at = twice.indexOf('d', 40); at >= 0; at = twice.indexOf('d', at + 1))
      if (isName(twice, at)) twice[at] = 'a'.charCodeAt(0);
    const machine = await machineFor(twice);
    const { code, out } = await fetched(machine);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ files: 2, left_out: [{ path: 'a' }, { path: 'a/e' }] });
    expect(await readFile(path.join(machine.home, 'shop/a'), 'utf8')).toBe('first');
  });

  /** Whether a name of one letter stands there, in the archive or its directory. */
  function isName(bytes: Buffer, at: number): boolean {
    const isEntry = bytes.toString('latin1', at - 30, at - 28) === 'PK' && bytes[at - 28] === 3;
    return isEntry || (bytes.toString('latin1', at - 46, at - 44) === 'PK' && bytes[at - 44] === 1);
  }

  test.each([
    ['no archive', Buffer.from('<html>hello')],
    ['nothing', Buffer.alloc(0)],
    ['half an archive', zipOf({ 'a.txt': 'a'.repeat(1000) }).subarray(0, 60)],
    ['a broken archive', damaged(zipOf({ 'a.txt': 'abc'.repeat(1000) }))],
    ['more than a project may have', zipOf({ 'a.bin': Buffer.alloc(201 * 1024 * 1024) })],
  ])('%s is told, and leaves nothing behind', async (_, archive) => {
    const machine = await machineFor(archive);
    const { code, err } = await fetched(machine);
    expect({ code, err }).toMatchObject({ code: 5, err: expect.stringContaining('no project') });
    expect(await readdir(machine.home)).toEqual([]);
  });

  /** With other bytes in the place of some that are packed. */
  function damaged(archive: Buffer): Buffer {
    const copy = Buffer.from(archive);
    copy.fill(0xff, 36, 46);
    return copy;
  }
});
