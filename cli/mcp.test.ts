import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { RequestDraft } from '../domain/request-draft.ts';
import { listeningWorld } from '../server/testing/accounts.ts';
import { ok, postRequest } from '../server/testing/deeds.ts';
import { tokenOf, use } from '../server/testing/programs.ts';
import type { Person, World } from '../server/testing/world.ts';
import { builtCli, ended, Machine } from './testing.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

// Put together here, so that no source of ours holds anything like a key.
const KEY = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

/** An editor that starts the command by itself, by the official client. */
async function editorOf(person: Person, scopes?: string[]) {
  const machine = new Machine(world.url);
  const { PATH = '' } = process.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await builtCli(), 'mcp'],
    env: {
      PATH,
      HOME: machine.home,
      UNBLOCK_SERVER: world.url,
      UNBLOCK_TOKEN: await tokenOf(person, scopes),
    },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const client = new Client({ name: 'editor', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, said: () => said };
}

test('an editor that starts the command has the tools, prompts and requests of its person', async () => {
  const ana = await world.person('customer');
  const { id } = await postRequest(ana);
  const { client, said } = await editorOf(ana);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('draft_request');
  expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'ask_a_human' }]);
  expect((await client.listResources()).resources).toMatchObject([
    { uri: `unblock://requests/${id}` },
  ]);
  const { is } = await use(client, 'list_requests');
  expect(is.requests).toHaveLength(1);
  // An editor shows its person what stands here.
  expect(said()).toBe('');
  // Many at the same time keep their answers apart.
  const all = await Promise.all(
    Array.from({ length: 20 }, () => use(client, 'read_request', { request_id: id })),
  );
  expect(all.every(({ isError }) => !isError)).toBe(true);
});

test('a key in what the editor sends does not leave the machine', async () => {
  const ana = await world.person('customer');
  const { client, said } = await editorOf(ana);
  const { is, isError } = await use(client, 'draft_request', {
    problem: `The token ${KEY} is refused`,
    error: `bad token ${KEY}`,
    ai_tool: 'CURSOR',
    files: [{ name: 'a.ts', text: `const token = '${KEY}';\n` }],
  });
  expect(isError).toBe(false);
  const draft = ok(await ana.call<RequestDraft>('GET', `/api/drafts/${is.draft_id}`));
  expect(draft.request.description).toMatch(
    /The token (\{\{SECRET:github:\d{12}\}\}) is refused[\s\S]*bad token \1/,
  );
  expect(JSON.stringify(draft)).not.toContain(KEY);
  await expect.poll(said).toContain('Replaced before sending: GitHub personal access token');
});

test('no message leaves the machine with a key in it, whatever it is', async () => {
  const sent: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    sent.push(body);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, result: {} }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const env = { UNBLOCK_TOKEN: 'ubk_x', UNBLOCK_SERVER: `http://127.0.0.1:${port}` };
  const argument = { name: 'problem', value: `it says ${KEY}` };
  const { answers, err } = await spoken(
    env,
    call(1, 'completion/complete', { ref: { type: 'ref/prompt', name: 'a' }, argument }),
    `[${call(2, 'tools/call', { name: 'a', arguments: { b: KEY } })},${call(3, 'tools/list')}]`,
    call(4, 'tools/call', { name: 'a', arguments: { [KEY]: 1 }, _meta: { c: [KEY] } }),
    JSON.stringify({ jsonrpc: '2.0', id: 5, result: { text: KEY } }),
  );
  expect(sent).toHaveLength(5);
  expect(sent.join()).not.toContain(KEY);
  expect(sent.join()).toContain('it says {{SECRET:github:');
  // One key has one placeholder, in however many messages.
  expect(new Set(sent.join().match(/\{\{[^}]+\}\}/g)).size).toBe(1);
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5]);
  expect(err).toContain('Replaced before sending');
});

test('a refusal of a tool comes back in its own words', async () => {
  const ana = await world.person('customer');
  const { client } = await editorOf(ana, ['read']);
  expect(await use(client, 'draft_request', { problem: 'x', ai_tool: 'CURSOR' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('Ask its owner'),
  });
  await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow();
});

/** Lines in, lines out. */
async function spoken(env: Record<string, string>, ...lines: string[]) {
  const machine = new Machine(world.url);
  const child = await machine.start(['mcp'], { env });
  child.stdin.end(`${lines.join('\n')}\n`);
  const { code, out, err } = await ended(child);
  const answers =
    out.trim() === ''
      ? []
      : out
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
  return { code, answers, err };
}

const call = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

test('without a sign-in each call is answered with what to do', async () => {
  const { answers } = await spoken({}, call(1, 'tools/list'));
  expect(answers).toMatchObject([
    { id: 1, error: { message: expect.stringContaining('unblock login') } },
  ]);
});

test.each([
  ['no JSON', 'hello', { id: null, error: { code: -32_700 } }],
  ['null', 'null', { id: null, error: { code: -32_600 } }],
  ['a number', '7', { id: null, error: { code: -32_600 } }],
  ['no messages', '[]', { id: null, error: { code: -32_600 } }],
  ['several of none', '[[]]', { id: null, error: { code: -32_600 } }],
  [
    'deep',
    call(2, 'tools/call', JSON.parse(`{"arguments":${'['.repeat(200)}${']'.repeat(200)}}`)),
    { id: 2, error: {} },
  ],
])('what is no message is refused, and the next one is answered: %s', async (_, line, refused) => {
  const env = { UNBLOCK_TOKEN: await tokenOf(await world.person('customer')) };
  const { code, answers } = await spoken(env, line, '', call(9, 'tools/list'));
  expect(code).toBe(0);
  expect(answers).toHaveLength(2);
  expect(answers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: refused.id, error: expect.objectContaining(refused.error) }),
      expect.objectContaining({ id: 9, result: expect.anything() }),
    ]),
  );
});

test('a server that cannot be reached is said, and the command goes on', async () => {
  const env = { UNBLOCK_TOKEN: 'ubk_x', UNBLOCK_SERVER: 'http://127.0.0.1:9' };
  const { code, answers } = await spoken(env, call(1, 'tools/list'), call(2, 'tools/list'));
  expect(code).toBe(0);
  expect(answers.map(({ error }) => error.message)).toEqual([
    expect.stringContaining('could not be reached'),
    expect.stringContaining('could not be reached'),
  ]);
});
