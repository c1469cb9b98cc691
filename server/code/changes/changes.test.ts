import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeChanges } from '#domain/code.ts';
import { bringAndRead } from '../../testing/code.ts';
import { agreeOnPlan, grab, ok, pay, postRequest } from '../../testing/deeds.ts';
import { follow } from '../../testing/files.ts';
import { gitApplied, hasGit } from '../../testing/git.ts';
import { openModeratedWorld } from '../../testing/moderation.ts';
import type { Person, World } from '../../testing/world.ts';

let world: World;
let moderator: Person;
let customer: Person;
let developer: Person;
let candidate: Person;
beforeAll(async () => {
  ({ world, moderator } = await openModeratedWorld());
  customer = await world.person('customer');
  developer = await world.person('developer', { categories: ['web'] });
  candidate = await world.person('developer', { categories: ['web'] });
});
afterAll(() => world.close());

const KEY = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;
const PROJECT = {
  'package.json': '{}\n',
  'src/a.ts': `const key = '${KEY}';\r\nconst one = 1;\r\nexport default one;\r\n`,
  'src/old name.ts': 'kept\n',
  'src/gone.ts': 'gone\n',
  'raw.bin': Buffer.from([0, 1, 2]),
};
const DELIVERED = {
  'package.json': '{}\n',
  'src/a.ts': PROJECT['src/a.ts'].replace(KEY, '{{SECRET:stripe:1}}').replace('= 1', '= 2'),
  'src/new name.ts': 'kept\n',
  'src/added.ts': 'added',
  'raw.bin': Buffer.from([0, 1, 3]),
};

/** A project with a key, and a delivery of it that was not submitted yet. */
async function delivered() {
  const { id: ticketId } = await postRequest(customer);
  const project = await bringAndRead(world, customer, ticketId, PROJECT, { secrets: 'mask' });
  await grab(developer, ticketId);
  const [milestone] = await agreeOnPlan({ customer, developer }, ticketId);
  const milestone_id = milestone?.id ?? '';
  ok(await developer.call('POST', `/api/milestones/${milestone_id}/start`));
  const input = { milestone_id, holds: 'project' as const };
  const { id } = await bringAndRead(world, developer, ticketId, DELIVERED, input);
  return { ticketId, milestone_id, project, id };
}

const submit = (milestoneId: string) =>
  developer.call('POST', `/api/milestones/${milestoneId}/submit`, { message: 'Done' });
const changesOf = (person: Person, id: string, query = '') =>
  person.call<CodeChanges & { code: string }>('GET', `/api/snapshots/${id}/changes${query}`);

async function patchOf(person: Person, id: string, query = '') {
  const { statusCode, headers, rawPayload } = await world.app.inject({
    url: `/api/snapshots/${id}/patch${query}`,
    headers: { authorization: `Bearer ${person.token}` },
  });
  return { status: statusCode, headers, patch: rawPayload };
}

describe('what a delivery changes', () => {
  it('is for its developer all, for the customer names and counts before they pay, and then all', async () => {
    const { id, milestone_id, project } = await delivered();
    const all = ok(await changesOf(developer, id));
    expect(all).toMatchObject({ since: project.id, files: 5, added: 2, removed: 2 });
    expect(
      all.items.map(({ path, kind, added, removed, is_binary }) => [
        path,
        kind,
        added,
        removed,
        is_binary,
      ]),
    ).toEqual([
      ['raw.bin', 'changed', 0, 0, true],
      ['src/a.ts', 'changed', 1, 1, false],
      ['src/added.ts', 'added', 1, 0, false],
      ['src/gone.ts', 'removed', 0, 1, false],
      ['src/new name.ts', 'moved', 0, 0, false],
    ]);
    expect(all.items[1]?.hunks?.[0]?.lines).toEqual([
      " const key = '{{SECRET:stripe:1}}';",
      '-const one = 1;',
      '+const one = 2;',
      ' export default one;',
    ]);
    for (const person of [customer, candidate, moderator]) {
      expect((await changesOf(person, id)).status).toBe(404);
      expect((await patchOf(person, id)).status).toBe(404);
    }
    ok(await submit(milestone_id));
    const names = ok(await changesOf(customer, id));
    expect(names).toMatchObject({ files: 5, added: 2, removed: 2, is_complete: true });
    expect(names.items.every(({ hunks }) => hunks === null)).toBe(true);
    expect(ok(await changesOf(customer, id, '?path=src/a.ts')).items).toMatchObject([
      { path: 'src/a.ts', hunks: null },
    ]);
    expect((await patchOf(customer, id)).status).toBe(403);
    expect((await customer.call('GET', `/api/snapshots/${id}/patch/link`)).status).toBe(403);
    await pay(world, customer, milestone_id);
    const one = ok(await changesOf(customer, id, '?path=src/a.ts'));
    expect(one).toMatchObject({
      files: 1,
      items: [{ path: 'src/a.ts', hunks: [{ old_start: 1 }] }],
    });
  });

  it('comes as a patch that makes of the own copy what was delivered, with the own keys in it', async () => {
    const { id, milestone_id } = await delivered();
    ok(await submit(milestone_id));
    await pay(world, customer, milestone_id);
    const { status, headers, patch } = await patchOf(customer, id);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/x-diff');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="changes-\w{6}-1-to-2\.patch"/,
    );
    expect(patch.toString()).toContain(` const key = '${KEY}';\r\n`);
    const { url } = ok(
      await customer.call<{ url: string }>('GET', `/api/snapshots/${id}/patch/link`),
    );
    const followed = await follow(world, url);
    expect(followed.bytes).toEqual(patch);
    expect((await follow(world, url.replace('/patches/', `/patches/${id}..`))).status).not.toBe(
      200,
    );
    expect((await patchOf(developer, id)).patch.toString()).not.toContain(KEY);
    if (!hasGit) return;
    const made = { ...DELIVERED, 'src/a.ts': PROJECT['src/a.ts'].replace('= 1', '= 2') };
    expect(gitApplied(PROJECT, patch)).toEqual(
      Object.fromEntries(
        Object.entries(made).map(([path, content]) => [
          path,
          Buffer.from(content).toString('latin1'),
        ]),
      ),
    );
  });

  it('can be compared with any other version of the same request alone', async () => {
    const { id, project } = await delivered();
    expect(ok(await changesOf(developer, id, `?since=${id}`))).toMatchObject({
      since: id,
      items: [],
    });
    expect(ok(await changesOf(developer, project.id))).toMatchObject({ since: null, files: 5 });
    const other = await delivered();
    expect((await changesOf(developer, id, `?since=${other.id}`)).status).toBe(404);
    expect((await patchOf(developer, id, `?since=${other.id}`)).status).toBe(404);
  });

  it('is marked as viewed by each person for themselves', async () => {
    const { id } = await delivered();
    const mark = (person: Person, viewed: boolean, path = 'src/a.ts') =>
      person.call('PUT', `/api/snapshots/${id}/viewed`, { path, viewed });
    const viewed = async () =>
      ok(await changesOf(developer, id))
        .items.filter((item) => item.viewed)
        .map(({ path }) => path);
    expect((await mark(developer, true)).status).toBe(204);
    expect((await mark(developer, true)).status).toBe(204);
    expect(await viewed()).toEqual(['src/a.ts']);
    expect((await mark(developer, false)).status).toBe(204);
    expect(await viewed()).toEqual([]);
    expect((await mark(customer, true)).status).toBe(404);
    expect((await mark(developer, true, 'x'.repeat(1001))).status).toBe(400);
  });

  it('is read by a moderator while they decide, which is written down', async () => {
    const { ticketId, id } = await delivered();
    const help = { reason: 'quality', text: 'Please look at it.' };
    ok(await customer.call('POST', `/api/tickets/${ticketId}/get-help`, help));
    const { items } = ok(await changesOf(moderator, id, '?path=src/a.ts'));
    expect(items[0]?.hunks).toHaveLength(1);
    expect((await patchOf(moderator, id)).patch.toString()).not.toContain(KEY);
    const looks = ok(
      await moderator.call<{ items: { after: unknown }[] }>(
        'GET',
        `/api/moderation/audit?action=code_opened&ticket_id=${ticketId}`,
      ),
    );
    expect(looks.items.map(({ after }) => after)).toEqual([
      { version: 2 },
      { version: 2, path: 'src/a.ts' },
    ]);
  });
});
