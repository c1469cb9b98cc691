import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestDraft } from '../domain/request-draft.ts';
import { listeningWorld } from '../server/testing/accounts.ts';
import { ok } from '../server/testing/deeds.ts';
import { tokenOf } from '../server/testing/programs.ts';
import type { Person, World } from '../server/testing/world.ts';
import { builtCli, Machine, OLD_NODE } from './testing.ts';

/** Of util-linux: a terminal for the command that it runs. */
const SCRIPT = '/usr/bin/script';

/** A command in a terminal of its own, as a person sits before it. */
class Sitting {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly ended: Promise<number>;
  /** What stood on the screen so far, and how much of it was read. */
  screen = '';
  private read = 0;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    child.stdout.on('data', (part: Buffer) => (this.screen += part.toString()));
    this.ended = new Promise((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  }

  /** Waits until something is asked, and then types. */
  async answer(question: string, typed: string): Promise<void> {
    await expect.poll(() => this.screen.slice(this.read)).toContain(question);
    this.read = this.screen.length;
    this.child.stdin.write(typed);
  }

  async end(): Promise<{ code: number; screen: string }> {
    const code = await this.ended;
    return { code, screen: this.screen };
  }
}

async function sit(machine: Machine, words: string[], env: Record<string, string>, node: string) {
  const quoted = [node, await builtCli(), ...words].map((word) => `'${word}'`).join(' ');
  const child = spawn(SCRIPT, ['--quiet', '--return', '--command', quoted, '/dev/null'], {
    cwd: machine.home,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: machine.home,
      UNBLOCK_SERVER: machine.server,
      CI: '1',
      TERM: 'xterm',
      SHELL: '/bin/sh',
      ...env,
    },
  });
  return new Sitting(child);
}

const nodes = [
  ['this Node.js', process.execPath],
  ['Node.js 20', OLD_NODE],
].filter((each): each is [string, string] => each[1] !== undefined);

describe.runIf(existsSync(SCRIPT)).each(nodes)('a person in a terminal, with %s', (_, node) => {
  let world: World;
  let ana: Person;
  let env: Record<string, string>;
  beforeAll(async () => {
    world = await listeningWorld();
    ana = await world.person('customer');
    env = { UNBLOCK_TOKEN: await tokenOf(ana) };
  });
  afterAll(() => world.close());

  const drafts = async () =>
    (await ana.call<{ request_drafts: RequestDraft[] }>('GET', '/api/me/export')).body
      .request_drafts;

  test('says what is stuck, by which tool, which session goes along, and agrees', async () => {
    const machine = new Machine(world.url);
    const folder = await machine.folder('shop', { 'a.ts': 'export {};\n' });
    const session = { sessionId: 'a', cwd: folder, message: { role: 'user', content: 'Fix it' } };
    await machine.folder(`.claude/projects/${folder.replace(/[^A-Za-z0-9]/g, '-')}`, {
      'one.jsonl': `${JSON.stringify(session)}\n`,
    });
    const sitting = await sit(machine, ['ask', 'shop', '--no-browser'], env, node);
    await sitting.answer('Which go along?', ' 1\r');
    await sitting.answer('What is stuck?', 'The login ends\r');
    await sitting.answer('> ', '\r');
    await sitting.answer('[y/N] ', 'y\r');
    const { code, screen } = await sitting.end();
    expect({ code, screen }).toMatchObject({ code: 0 });
    expect(screen).toContain('This will be sent:');
    const link = /[?&]draft=([0-9a-f-]{36})/.exec(screen)?.[1];
    const draft = ok(await ana.call<RequestDraft>('GET', `/api/drafts/${link}`));
    expect(draft).toMatchObject({
      request: { description: 'The login ends', ai_tool: 'CLAUDE' },
      attempts: [{ name: 'one.jsonl' }],
    });
  });

  test('pastes several paragraphs, of which none answers the next question', async () => {
    const machine = new Machine(world.url);
    await machine.folder('shop', { 'a.ts': 'export {};\n' });
    const words = ['ask', 'shop', '--no-browser', '--no-sessions'];
    const sitting = await sit(machine, words, env, node);
    await sitting.answer('Which AI tool', ' Lovable \r');
    const pasted = 'It loops\r\r  at render (a.ts:1)\r\ry\ryes\rand that is all';
    await sitting.answer('What is stuck?', pasted);
    await sitting.answer('and that is all', '\r');
    await sitting.answer('> ', '\r');
    // Nothing that was pasted agrees.
    await sitting.answer('[y/N] ', 'y\r');
    const { code, screen } = await sitting.end();
    expect({ code, screen }).toMatchObject({ code: 0 });
    const link = /[?&]draft=([0-9a-f-]{36})/.exec(screen)?.[1];
    const { request } = ok(await ana.call<RequestDraft>('GET', `/api/drafts/${link}`));
    expect(request).toMatchObject({
      description: 'It loops\n\n  at render (a.ts:1)\n\ny\nyes\nand that is all',
      ai_tool: 'LOVABLE',
    });
  });

  test.each([
    ['says no', 'n\r', 2],
    ['says nothing', '\r', 2],
    ['says something else', 'why?\r', 2],
    ['stops with Ctrl-C', '\u0003', 130],
    ['ends the input', '\u0004', 130],
  ])('who %s has sent nothing', async (_, typed, expected) => {
    const before = (await drafts()).length;
    const machine = new Machine(world.url);
    await machine.folder('shop', { 'a.ts': 'export {};\n' });
    const words = ['ask', 'shop', '-p', 'It loops', '-t', 'Claude', '--no-sessions'];
    const sitting = await sit(machine, words, env, node);
    await sitting.answer('[y/N] ', typed);
    const { code, screen } = await sitting.end();
    expect({ code, screen }).toMatchObject({ code: expected });
    expect(await drafts()).toHaveLength(before);
    const own = path.join(machine.home, '.local/state/unblock');
    await expect(readFile(own)).rejects.toThrow('ENOENT');
  });
});
