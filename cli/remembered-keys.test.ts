import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { matched, rememberedKeys, rememberKeys } from './remembered-keys.ts';
import { ended, Machine, said } from './testing.ts';

let home: string;
const { XDG_STATE_HOME: before } = process.env;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'unblock-state-'));
  process.env.XDG_STATE_HOME = home;
});
afterAll(async () => {
  if (before === undefined) delete process.env.XDG_STATE_HOME;
  else process.env.XDG_STATE_HOME = before;
  await rm(home, { recursive: true, force: true });
});

test('two commands at once lose nothing, and give one placeholder to one key', async () => {
  const folder = home;
  await Promise.all([
    rememberKeys(folder, { '{{SECRET:a:1}}': 'one' }),
    rememberKeys(folder, { '{{SECRET:b:1}}': 'two' }),
  ]);
  const kept = await rememberedKeys(folder);
  expect(matched(kept, ['one', 'two'])).toEqual({
    '{{SECRET:a:1}}': 'one',
    '{{SECRET:b:1}}': 'two',
  });
  await expect(rememberKeys(folder, { '{{SECRET:a:1}}': 'three' })).rejects.toThrow('ask again');
  expect(matched(await rememberedKeys(folder), ['one', 'three'])).toEqual({
    '{{SECRET:a:1}}': 'one',
  });
});

// Put together here, so that no source of ours holds anything like a key.
const KEY = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

test('a draft whose answer was lost has its keys remembered, as its person can post it', async () => {
  const { machine, drafted } = await whoLosesTheAnswer();
  const folder = await machine.folder('shop', { 'a.ts': `const key = '${KEY}';\n` });
  const words = ['ask', folder, '-p', 'It fails', '-t', 'Cursor', '--no-sessions', '--yes'];
  expect(await machine.run(words, { env: TOKEN })).toMatchObject({ code: 5 });
  expect(drafted()).toContain('It fails');
  const state = path.join(machine.home, '.local', 'state', 'unblock', 'placeholders');
  expect(await readdir(state).catch(() => [])).toHaveLength(1);
});

test('a command that waits for another one says so', async () => {
  const { machine } = await whoLosesTheAnswer();
  const folder = await machine.folder('shop', { 'a.ts': `const key = '${KEY}';\n` });
  const state = path.join(machine.home, '.local', 'state', 'unblock', 'placeholders');
  const words = ['ask', folder, '-p', 'It fails', '-t', 'Cursor', '--no-sessions', '--yes'];
  await machine.run(words, { env: TOKEN });
  const [file = ''] = await readdir(state);
  const lock = path.join(state, `${file}.lock`);
  await writeFile(lock, 'of a command that was killed');
  const child = await machine.start(words, { env: TOKEN });
  const over = ended(child);
  await said(child, /Waiting for another command\. If none is running, delete .*\.json\.lock\n/);
  await rm(lock);
  expect(await over).toMatchObject({ code: 5 });
});

test('no key of what goes along in words is sent, nor the end of one that is cut off', async () => {
  const { machine, drafted } = await whoLosesTheAnswer();
  const folder = await machine.folder('shop', { 'a.ts': 'export {};\n' });
  const printed = `token ${KEY}`;
  const input = `${'x\n'.repeat(100)}${printed}${'\n'.repeat(4000 - KEY.length / 2 - 2)}at`;
  const about = ['--stack', `Next.js with ${KEY}`, '--budget', KEY, '--error', '-'];
  const words = ['ask', folder, '-p', 'It fails', '-t', KEY, ...about, '--no-sessions', '--yes'];
  expect(await machine.run(words, { env: TOKEN, input })).toMatchObject({ code: 5 });
  const said = JSON.parse(drafted());
  expect(said.stack).toBe('Next.js with {{SECRET:github:1}}');
  expect(drafted()).not.toContain(KEY.slice(-10));
});

test('no part of a key is sent where the name of the tool is cut off', async () => {
  const { machine, drafted } = await whoLosesTheAnswer();
  const folder = await machine.folder('shop', { 'a.ts': 'export {};\n' });
  const named = `${'x '.repeat(32)}${KEY}`;
  const words = ['ask', folder, '-p', 'It fails', '-t', named, '--no-sessions', '--yes'];
  expect(await machine.run(words, { env: TOKEN })).toMatchObject({ code: 5 });
  expect(JSON.parse(drafted())).toMatchObject({ ai_tool: 'OTHER' });
  expect(drafted()).not.toContain(KEY.slice(0, 12));
});

test('a trial says as JSON all that would be sent', async () => {
  const machine = new Machine('https://unblock.example');
  const folder = await machine.folder('shop', { 'a.ts': 'export {};\n' });
  const about = ['-p', 'It fails', '-t', 'Eliza', '--stack', 'Next.js', '--budget', '$100'];
  const words = ['ask', folder, ...about, '--no-sessions', '--dry-run'];
  expect(await machine.json(words)).toMatchObject({
    description: 'It fails',
    ai_tool: 'OTHER',
    ai_tool_other: 'Eliza',
    stack: 'Next.js',
    budget: '$100',
  });
  expect(await machine.json(['ask', folder, '-p', 'x', '-t', 'cursor', '--dry-run'])).toMatchObject(
    { ai_tool: 'CURSOR', ai_tool_other: null, stack: '', budget: '' },
  );
});

const TOKEN = { UNBLOCK_TOKEN: 'ubk_any' };

/** Somebody whose server takes a draft, and whose answer to it is lost. */
async function whoLosesTheAnswer() {
  let drafted = '';
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    if (request.url === '/files/upload') return response.end('{"fileKey":"any"}');
    drafted = sent;
    return response.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const machine = new Machine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { machine, drafted: () => drafted };
}
