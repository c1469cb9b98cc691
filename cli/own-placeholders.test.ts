import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OwnPlaceholders } from './own-placeholders.ts';
import { Machine } from './testing.ts';

// Put together here, so that no source of ours holds anything like a key.
const KEY = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

test('two commands at once give one placeholder to one key, and two machines different ones', async () => {
  const machines = [new Machine('https://unblock.example'), new Machine('https://unblock.example')];
  const placeholders = await Promise.all(
    machines.map(async (machine) => {
      const folder = await machine.folder('shop', { 'a.ts': `const key = '${KEY}';\n` });
      const words = ['ask', folder, '-p', 'It fails', '-t', 'Cursor', '--dry-run'];
      const asked = [1, 2, 3].map(() =>
        machine.json<{ keys: { placeholder: string }[] }>(words, { env: TOKEN }),
      );
      const all = (await Promise.all(asked)).flatMap(({ keys }) => keys);
      return new Set(all.map(({ placeholder }) => placeholder));
    }),
  );
  expect(placeholders).toMatchObject([{ size: 1 }, { size: 1 }]);
  expect(placeholders[0]).not.toEqual(placeholders[1]);
});

test('no key among thousands has the placeholder of another', () => {
  vi.stubEnv('XDG_STATE_HOME', new Machine('').home);
  onTestFinished(() => void vi.unstubAllEnvs());
  const placeholders = new OwnPlaceholders();
  const all = Array.from({ length: 5000 }, (_, at) => placeholders.of('github', `key ${at}`));
  expect(new Set(all).size).toBe(all.length);
});

/** What stands for the key in what a machine would send. */
async function placeholderOn(machine: Machine, env: Record<string, string> = {}) {
  const folder = await machine.folder('shop', { 'a.ts': `const key = '${KEY}';\n` });
  const words = ['ask', folder, '-p', 'It fails', '-t', 'Cursor', '--dry-run'];
  const { keys } = await machine.json<{ keys: { placeholder: string }[] }>(words, {
    env: { ...TOKEN, ...env },
  });
  return keys[0]?.placeholder;
}

const saltOf = (machine: Machine) => path.join(machine.home, '.local/state/unblock/salt');

test('a key keeps its placeholder where a file system has no links', async () => {
  const machine = new Machine('https://unblock.example');
  const script = `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    fs.linkSync = () => { throw Object.assign(new Error('No links'), { code: 'EPERM' }); };
    syncBuiltinESMExports();`;
  const without = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
  };
  const placeholder = await placeholderOn(machine, without);
  expect(placeholder).toBeDefined();
  expect(await placeholderOn(machine, without)).toBe(placeholder);
  expect(await placeholderOn(machine)).toBe(placeholder);
});

test('nothing is sent where the salt cannot be kept', async () => {
  const machine = new Machine('https://unblock.example');
  const folder = await machine.folder('shop', { 'a.ts': `const key = '${KEY}';\n`, state: '' });
  const env = { XDG_STATE_HOME: path.join(folder, 'state') };
  const words = ['ask', folder, '-p', 'It fails', '-t', 'Cursor', '--dry-run'];
  expect(await machine.run(words, { env })).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be written'),
  });
});

test.each(['', '0'.repeat(63)])(
  'a salt that a crash has left as “%s” is made anew',
  async (left) => {
    const machine = new Machine('https://unblock.example');
    await machine.folder('.local/state/unblock', { salt: left });
    const placeholder = await placeholderOn(machine);
    expect(await readFile(saltOf(machine), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
    expect(await placeholderOn(machine)).toBe(placeholder);
  },
);

test('no key of what goes along in words is sent, nor the end of one that is cut off', async () => {
  const { machine, drafted } = await whoLosesTheAnswer();
  const folder = await machine.folder('shop', { 'a.ts': 'export {};\n' });
  const printed = `token ${KEY}`;
  const input = `${'x\n'.repeat(100)}${printed}${'\n'.repeat(4000 - KEY.length / 2 - 2)}at`;
  const about = ['--stack', `Next.js with ${KEY}`, '--budget', KEY, '--error', '-'];
  const words = ['ask', folder, '-p', 'It fails', '-t', KEY, ...about, '--no-sessions', '--yes'];
  expect(await machine.run(words, { env: TOKEN, input })).toMatchObject({ code: 5 });
  const said = JSON.parse(drafted());
  expect(said.stack).toMatch(/^Next\.js with \{\{SECRET:github:\d{12}\}\}$/);
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
