import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listeningWorld } from '../testing/accounts.ts';
import { tokenOf } from '../testing/programs.ts';
import { type Scene, walkTo } from '../testing/walk.ts';
import type { World } from '../testing/world.ts';

/** The package names it as a program, and exports nothing. */
const PROGRAM = path.join(
  findPackageJSON('@modelcontextprotocol/inspector', import.meta.url) ?? '',
  '../clients/launcher/build/index.js',
);

let world: World;
let scene: Scene;
let token: string;

/** What it prints about our server, in one line of JSON. */
async function inspect(...words: string[]) {
  const home = mkdtempSync(path.join(tmpdir(), 'unblock-inspector-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const about = ['--cli', `${world.url}/mcp`, '--transport', 'http', '--format', 'json'];
  const who = ['--header', `Authorization: Bearer ${token}`];
  const child = spawn(process.execPath, [PROGRAM, ...about, ...who, ...words], {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

async function seen<Answer>(...words: string[]): Promise<Answer> {
  const { code, out, err } = await inspect(...words);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out).result;
}

describe('the official Inspector', () => {
  beforeAll(async () => {
    world = await listeningWorld();
    scene = await walkTo(world, 'planning');
    token = await tokenOf(scene.customer, ['read']);
  });
  afterAll(() => world.close());

  test.each(['legacy', 'modern'])(
    'lists our tools, in both lines of the protocol: %s',
    async (era) => {
      const words = ['--method', 'tools/list', '--strict', '--protocol-era', era];
      const { tools } = await seen<{ tools: { name: string; outputSchema: object }[] }>(...words);
      const names = tools.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['list_requests', 'read_request']));
      for (const { outputSchema } of tools) expect(outputSchema).toMatchObject({ type: 'object' });
    },
  );

  test('reads a request by a tool, and hears why where it may not', async () => {
    const words = ['--method', 'tools/call', '--tool-name', 'read_request', '--tool-arg'];
    expect(await seen(...words, `request_id=${scene.ticketId}`)).toMatchObject({
      structuredContent: { id: scene.ticketId, status: 'Planning' },
    });
    const { ticketId: foreign } = await walkTo(world, 'planning');
    const refused = await inspect(...words, `request_id=${foreign}`);
    expect(refused.code).not.toBe(0);
    expect(refused.out + refused.err).toContain('Use list_requests');
  });

  test('lists and reads requests as resources, and gets a prompt', async () => {
    const uri = `unblock://requests/${scene.ticketId}`;
    const listed = await seen('--method', 'resources/list');
    expect(listed).toMatchObject({ resources: [{ uri }] });
    const read = await seen('--method', 'resources/read', '--uri', uri);
    expect(JSON.stringify(read)).toContain('written_by');
    const error = 'AuthError';
    const prompt = ['--prompt-name', 'ask_a_human', '--prompt-args', `error=${error}`];
    expect(JSON.stringify(await seen('--method', 'prompts/get', ...prompt))).toContain(error);
  });
});
