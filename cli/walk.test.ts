import { execFileSync } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '../domain/code.ts';
import type { Milestone } from '../domain/milestone.ts';
import type { RequestDraft } from '../domain/request-draft.ts';
import type { Ticket } from '../domain/ticket.ts';
import { shortId } from '../domain/ticket-words.ts';
import { listeningWorld } from '../server/testing/accounts.ts';
import { pathsOf, readWhatComes } from '../server/testing/code.ts';
import { agreeOnPlan, grab, ok, pay } from '../server/testing/deeds.ts';
import { tokenOf } from '../server/testing/programs.ts';
import type { Person, World } from '../server/testing/world.ts';
import { Machine } from './testing.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

// Put together here, so that no source of ours holds anything like a key.
const KEY = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

const PLACEHOLDER = expect.stringMatching(/^\{\{SECRET:github:\d{12}\}\}$/);

const PROJECT = {
  '.gitignore': '*.log\n/secret/\n!keep.log\n',
  'package.json': '{ "name": "shop" }\n',
  'src/login.ts': `const token = '${KEY}';\nexport const days = 1;\nexport const name = 'shop';\n`,
  'src/error.log': 'nobody reads this',
  'keep.log': 'this one stays\n',
  'secret/plan.md': 'not for others',
  'node_modules/left-pad/index.js': 'module.exports = 1;\n',
  'src/.gitignore': 'generated.ts\n',
  'src/generated.ts': 'export {};\n',
};

const envOf = async (person: Person) => ({ UNBLOCK_TOKEN: await tokenOf(person) });

const gitIn = (cwd: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd });

/** As the form does it, once its person has chosen a budget. */
async function postDraft(person: Person, id: string): Promise<Ticket> {
  const draft = ok(await person.call<RequestDraft>('GET', `/api/drafts/${id}`));
  const { request, project, attempts } = draft;
  const posted = ok(
    await person.call<Ticket>('POST', '/api/tickets', {
      ...request,
      categories: ['web'],
      budget: '$100',
      project: project?.fileKey,
      attempts: attempts.map(({ fileKey }) => fileKey),
    }),
  );
  await readWhatComes(world, posted.id);
  return posted;
}

interface Drafted {
  draft_id: string;
  link: string;
  keys: { placeholder: string; places: object[] }[];
}

/** A request that was asked from a folder, with a plan that is agreed on. */
async function asked() {
  const [customer, developer] = [
    await world.person('customer'),
    await world.person('developer', { categories: ['web'] }),
  ];
  const machine = new Machine(world.url);
  const folder = await machine.folder('shop', PROJECT);
  await symlink('/etc/hosts', path.join(folder, 'hosts'));
  const env = await envOf(customer);
  const words = ['-p', 'The login ends after a reload', '-t', 'cursor', '--yes'];
  const draft = await machine.json<Drafted>(['ask', folder, ...words], { env });
  return { customer, developer, machine, folder, env, draft };
}

test('a customer asks from a folder, an unblocker delivers, and the patch is applied', async () => {
  const { customer, developer, machine, folder, env, draft } = await asked();
  expect(draft).toMatchObject({
    link: `${world.url}/dashboard/customer?draft=${draft.draft_id}`,
    ai_tool: 'CURSOR',
    keys: [{ kind: 'GitHub personal access token', placeholder: PLACEHOLDER }],
    project: { name: 'shop', files: 5 },
    ignored: 3,
  });
  const { id } = await postDraft(customer, draft.draft_id);
  const { items } = ok(
    await customer.call<{ items: Snapshot[] }>('GET', `/api/tickets/${id}/snapshots`),
  );
  expect(items).toMatchObject([{ trouble: null, state: 'ready', secrets: [], is_masked: true }]);
  const version = items[0]?.id ?? '';
  expect(await pathsOf(customer, version)).toEqual(
    ['.gitignore', 'keep.log', 'package.json', 'src/.gitignore', 'src/login.ts'].sort(),
  );
  const seen = await customer.call<{ text: string }>(
    'GET',
    `/api/snapshots/${version}/file?path=src/login.ts`,
  );
  const [masked = ''] = /\{\{SECRET:github:\d{12}\}\}/.exec(ok(seen).text) ?? [];
  expect(ok(seen).text).toBe(PROJECT['src/login.ts'].replace(KEY, masked));
  expect(await machine.run(['status'], { env })).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${shortId(id)}  The login ends after a reload`),
  });

  await grab(developer, id);
  const [milestone] = await agreeOnPlan({ customer, developer }, id);
  const milestoneId = milestone?.id ?? '';
  ok(await developer.call('POST', `/api/milestones/${milestoneId}/start`));

  // The unblocker has the project as it was sent, in a repository of their own.
  const desk = new Machine(world.url);
  const work = await desk.folder('work', {
    'package.json': PROJECT['package.json'],
    'src/login.ts': ok(seen).text,
  });
  for (const words of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'As it came'],
  ])
    gitIn(work, ...words);
  const login = path.join(work, 'src/login.ts');
  await writeFile(login, (await readFile(login, 'utf8')).replace('days = 1', 'days = 30'));
  await writeFile(path.join(work, 'src/new.ts'), 'export const isNew = true;\n');
  const [delivered] = await Promise.all([
    desk.json(['deliver', shortId(id), '-m', 'It lasts.', '--evidence', '1=Reloaded', '--yes'], {
      env: await envOf(developer),
      cwd: work,
    }),
    readWhatComes(world, id),
  ]);
  expect(delivered).toMatchObject({ submitted: true, version: 2 });
  // Nothing of it is in the person's own index.
  expect(gitIn(work, 'status', '--porcelain').toString()).toBe(' M src/login.ts\n?? src/new.ts\n');

  const before = await machine.run(['pull', '--yes'], { env, cwd: folder });
  expect(before).toMatchObject({ code: 4, err: expect.stringContaining('paid') });
  await pay(world, customer, milestoneId);
  expect(await machine.json(['pull', '--check'], { env, cwd: folder })).toMatchObject({
    fits: true,
    applied: false,
  });
  const pulled = await machine.json(['pull', '--yes'], { env, cwd: folder });
  expect(pulled).toMatchObject({
    version: 2,
    applied: true,
    files: [{ path: 'src/login.ts', added: 1, removed: 1 }, { path: 'src/new.ts' }],
  });
  // The key in the line beside is still there.
  expect(await readFile(path.join(folder, 'src/login.ts'), 'utf8')).toBe(
    PROJECT['src/login.ts'].replace('days = 1', 'days = 30'),
  );
  expect(await readFile(path.join(folder, 'src/new.ts'), 'utf8')).toContain('isNew');
  // A second time it does not fit, and nothing is changed.
  expect(await machine.run(['pull', '--yes'], { env, cwd: folder })).toMatchObject({
    code: 7,
    err: expect.stringContaining('src/login.ts'),
  });
  const plan = ok(
    await customer.call<{ items: Milestone[] }>('GET', `/api/tickets/${id}/milestones`),
  );
  expect(plan.items).toMatchObject([
    { deliveries: [{ message: 'It lasts.' }], checks: [{ evidence: { text: 'Reloaded' } }] },
  ]);
});

test('what is in a repository below its root is applied below its root', async () => {
  const { customer, developer, machine, env } = await asked();
  const root = await machine.folder('mono', { 'apps/shop/src/a.ts': 'export const a = 1;\n' });
  gitIn(root, 'init', '-q');
  const folder = path.join(root, 'apps', 'shop');
  const words = ['-p', 'a is wrong', '-t', 'Claude', '--yes'];
  const draft = await machine.json<{ draft_id: string }>(['ask', folder, ...words], { env });
  const { id } = await postDraft(customer, draft.draft_id);
  await grab(developer, id);
  const [milestone] = await agreeOnPlan({ customer, developer }, id);
  ok(await developer.call('POST', `/api/milestones/${milestone?.id}/start`));
  const patch =
    'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-export const a = 1;\n+export const a = 2;\n';
  await Promise.all([
    machine.json(['deliver', id, '-', '-m', 'Done', '--yes'], {
      env: await envOf(developer),
      input: patch,
    }),
    readWhatComes(world, id),
  ]);
  await pay(world, customer, milestone?.id ?? '');
  expect(await machine.run(['pull', id, '--yes'], { env, cwd: folder })).toMatchObject({ code: 0 });
  expect(await readFile(path.join(folder, 'src/a.ts'), 'utf8')).toBe('export const a = 2;\n');
});

test('a patch that does not fit is refused with its place, and nothing is submitted', async () => {
  const { customer, developer, machine, draft } = await asked();
  const { id } = await postDraft(customer, draft.draft_id);
  await grab(developer, id);
  const [milestone] = await agreeOnPlan({ customer, developer }, id);
  ok(await developer.call('POST', `/api/milestones/${milestone?.id}/start`));
  const patch =
    'diff --git a/package.json b/package.json\n--- a/package.json\n+++ b/package.json\n@@ -1 +1 @@\n-{ "name": "other" }\n+{ "name": "shop2" }\n';
  const env = await envOf(developer);
  const [ran] = await Promise.all([
    machine.run(['deliver', id, '-', '-m', 'Done', '--yes'], { env, input: patch }),
    readWhatComes(world, id),
  ]);
  expect(ran).toMatchObject({ code: 7, out: '', err: expect.stringContaining('package.json') });
  const key = patch.replace('shop2', KEY);
  expect(await machine.run(['deliver', id, '-', '--yes'], { env, input: key })).toMatchObject({
    code: 6,
    err: expect.stringContaining('GitHub'),
  });
  expect(
    await machine.run(['deliver', id, '-', '--yes', '--evidence', '9=x'], { env, input: patch }),
  ).toMatchObject({ code: 2, err: expect.stringContaining('works as described') });
});

/** What a terminal would obey. */
const commandsIn = (text: string) =>
  [...text].filter((sign) => ['\u001b', '\u0007', '\u202e'].includes(sign));

test('messages are read and written, and no key is sent', async () => {
  const { customer, developer, machine, env, draft } = await asked();
  const { id } = await postDraft(customer, draft.draft_id);
  await grab(developer, id);
  const hostile = 'Look: \u001b[2J\u001b]0;owned\u0007 \u202egnp.exe\nrm -rf /';
  ok(await developer.call('POST', `/api/tickets/${id}/messages`, { text: hostile }));
  const sent = ['messages', shortId(id), '-m', 'Which page is it?', '--needs-answer'];
  expect(await machine.run(sent, { env })).toMatchObject({ code: 0 });
  const { code, out } = await machine.run(['messages'], { env });
  expect(code).toBe(0);
  expect(out).toContain('    Look:  gnp.exe\n    rm -rf /');
  expect(out).toContain('you  (needs an answer)\n    Which page is it?');
  expect(commandsIn(out)).toEqual([]);
  const json = await machine.run(['messages', '--json'], { env });
  expect(commandsIn(json.out)).toEqual([]);
  expect(JSON.parse(json.out).messages).toHaveLength(2);
  const key = ['messages', '-m', `Use ${KEY}`];
  expect(await machine.run(key, { env })).toMatchObject({
    code: 6,
    err: expect.stringContaining('line 1: GitHub personal access token'),
  });
  expect(await machine.run([...key, '--secrets', 'mask'], { env })).toMatchObject({ code: 0 });
  const { out: after } = await machine.run(['messages'], { env });
  expect(after).toMatch(/Use \{\{SECRET:github:\d{12}\}\}/);
});

test('a session with the AI tool goes along where its person says so', async () => {
  const ana = await world.person('customer');
  const machine = new Machine(world.url);
  const env = await envOf(ana);
  const folder = await machine.folder('shop', { 'a.ts': 'export {};\n' });
  const own = `.claude/projects/${folder.replace(/[^A-Za-z0-9]/g, '-')}`;
  const lines = [
    { sessionId: 'a', cwd: folder, message: { role: 'user', content: `It fails with ${KEY}` } },
    { sessionId: 'a', cwd: folder, message: { role: 'assistant', content: 'I try again.' } },
  ];
  await machine.folder(own, {
    'one.jsonl': lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
  const codex = { type: 'session_meta', payload: { id: 'x', cwd: folder } };
  await machine.folder('.codex/sessions/2026/11/25', {
    'rollout-1.jsonl': `${JSON.stringify(codex)}\n`,
    'rollout-2.jsonl': `${JSON.stringify({ ...codex, payload: { cwd: '/elsewhere' } })}\n`,
  });
  const words = ['ask', folder, '-p', 'It fails', '--yes'];
  const offered = await machine.run([...words, '-t', 'Claude', '--dry-run'], { env });
  expect(offered.err).toContain('one.jsonl');
  expect(offered.err).toContain('rollout-1.jsonl');
  expect(offered.err).not.toContain('rollout-2.jsonl');
  expect(offered).toMatchObject({ code: 0, out: 'Nothing was sent.\n' });
  const session = path.join(machine.home, own, 'one.jsonl');
  const draft = await machine.json<{ draft_id: string }>([...words, '--session', session], { env });
  expect(draft).toMatchObject({
    ai_tool: 'CLAUDE',
    sessions: [{ file: session, summary: '1 question, 0 repeated errors' }],
  });
  const { id } = await postDraft(ana, draft.draft_id);
  const { items } = ok(await ana.call<{ items: object[] }>('GET', `/api/tickets/${id}/attempts`));
  expect(items).toMatchObject([
    { steps: [{ prompt: expect.stringMatching(/^It fails with \{\{SECRET:github:\d{12}\}\}$/) }] },
  ]);
});

test('a key keeps its placeholder when its person asks again', async () => {
  const { machine, folder, env, draft } = await asked();
  const [first] = draft.keys;
  const other = KEY.replace('A1b2', 'Z9y8');
  await writeFile(path.join(folder, 'a-first.ts'), `const other = '${other}';\n`);
  const words = ['-p', 'Still', '-t', 'cursor', '--yes', '--dry-run'];
  const { keys } = await machine.json<Drafted>(['ask', folder, ...words], { env });
  expect(keys).toMatchObject([
    { placeholder: PLACEHOLDER, places: [{ path: 'a-first.ts' }] },
    { placeholder: first?.placeholder, places: [{ path: 'src/login.ts' }] },
  ]);
  expect(keys[0]?.placeholder).not.toBe(first?.placeholder);
  // What it is made with stays here, and is nobody else's.
  const state = path.join(machine.home, '.local', 'state', 'unblock');
  expect(await readdir(state)).toEqual(['salt']);
  expect((await stat(path.join(state, 'salt'))).mode & 0o777).toBe(0o600);
});

/** Bytes like those of chance, the same each time: in some of chance there is something like a password. */
function notPackable(bytes: number, seed: number): Buffer {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16));
  return cipher.update(Buffer.alloc(bytes));
}

test('nothing is sent that was not confirmed, or is no project', async () => {
  const ana = await world.person('customer');
  const machine = new Machine(world.url);
  const env = await envOf(ana);
  const folder = await machine.folder('shop', { 'a.ts': 'export {};\n' });
  const words = ['-p', 'It fails', '-t', 'Claude'];
  expect(await machine.run(['ask', folder, ...words], { env })).toMatchObject({
    code: 2,
    err: expect.stringContaining('--yes'),
  });
  for (const place of ['/', machine.home])
    expect(await machine.run(['ask', place, ...words, '--yes'], { env })).toMatchObject({
      code: 2,
    });
  expect(await machine.run(['ask', 'nowhere', ...words, '--yes'], { env })).toMatchObject({
    code: 4,
  });
  await mkdir(path.join(folder, 'big'));
  for (const at of [1, 2]) {
    const half = notPackable(12 * 1024 * 1024, at);
    await writeFile(path.join(folder, 'big', `${at}.bin`), half);
  }
  expect(await machine.run(['ask', folder, ...words, '--yes'], { env })).toMatchObject({
    code: 2,
    err: expect.stringContaining('big/1.bin (12.0 MB)'),
  });
  const { rows } = await world.context.pool.query('select from request_drafts where user_id = $1', [
    ana.id,
  ]);
  expect(rows).toEqual([]);
});
