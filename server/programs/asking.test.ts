import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_DRAFTS, type RequestDraft } from '#domain/request-draft.ts';
import { tidy } from '../start/tidy.ts';
import { listeningWorld } from '../testing/accounts.ts';
import { bringAndRead, readWhatComes } from '../testing/code.ts';
import { agreeOnPlan, aRequest, grab, ok, postRequest } from '../testing/deeds.ts';
import { editorOf, tokenOf, use } from '../testing/programs.ts';
import { walkTo } from '../testing/walk.ts';
import type { World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

const connected = (token: string) => editorOf(world, token);

describe('a person who is stuck in their editor', () => {
  const asked = {
    problem: 'The login ends after a reload\n\nIt should last for days.',
    error: 'AuthError: ```no session``` at refresh',
    ai_tool: 'CURSOR',
    files: [{ name: 'login.ts', text: 'export const days = 1;\n' }],
  };

  test('gets a draft with its files, which they alone read and post', async () => {
    const customer = await world.person('customer');
    const client = await connected(await tokenOf(customer));
    const { is } = await use(client, 'draft_request', asked);
    expect(is.link).toBe(
      `${world.context.config.publicUrl}/dashboard/customer?draft=${is.draft_id}`,
    );
    const path = `/api/drafts/${is.draft_id}`;
    const draft = ok(await customer.call<RequestDraft>('GET', path));
    expect(draft.request.description).toContain(
      '````\nAuthError: ```no session``` at refresh\n````',
    );
    expect(draft).toMatchObject({
      request: { ai_tool: 'CURSOR', budget: '', categories: ['other'] },
      files: [{ name: 'login.ts', size: 23 }],
    });
    const list = await customer.call<{ items: object[] }>('GET', '/api/tickets?view=active');
    expect(ok(list).items).toEqual([]);
    const other = await world.person('customer');
    expect((await other.call('GET', path)).status).toBe(404);
    expect((await other.call('DELETE', path)).status).toBe(404);
    const { files, request } = draft;
    const keys = files.map(({ fileKey }) => fileKey);
    const posted = { ...request, budget: '$100', files: keys };
    const { id } = ok(await customer.call<{ id: string }>('POST', '/api/tickets', posted));
    ok(await customer.call('DELETE', path));
    expect((await customer.call('GET', path)).status).toBe(404);
    const attached = await customer.call<{ items: object[] }>('GET', `/api/tickets/${id}/files`);
    expect(ok(attached).items).toHaveLength(1);
  });

  test('gets a draft with as many texts, and as long ones, as the tool says that it takes', async () => {
    const client = await connected(await tokenOf(await world.person('customer')));
    // Three bytes a letter: as many as any has for its length.
    const text = '请修好它\n'.repeat(200_000 / 5);
    const files = Array.from({ length: 10 }, (_, at) => ({ name: `${at}.ts`, text }));
    expect(await use(client, 'draft_request', { ...asked, files })).toMatchObject({
      isError: false,
    });
  });

  test('drafts no key, and nothing with a token that may only look', async () => {
    const customer = await world.person('customer');
    const client = await connected(await tokenOf(customer));
    const key = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const refused = await use(client, 'draft_request', { ...asked, error: `bad token ${key}` });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('GitHub') });
    const looking = await connected(await tokenOf(customer, ['read']));
    expect(await use(looking, 'draft_request', asked)).toMatchObject({ isError: true });
  });

  test('keeps so many drafts, the newest, for a day', async () => {
    const customer = await world.person('customer');
    const ids: string[] = [];
    for (let count = 0; count < MAX_DRAFTS + 1; count++) {
      ids.push(ok(await customer.call<{ id: string }>('POST', '/api/drafts', aRequest)).id);
    }
    expect((await customer.call('GET', `/api/drafts/${ids[0]}`)).status).toBe(404);
    expect((await customer.call('GET', `/api/drafts/${ids[1]}`)).status).toBe(200);
    const { body } = await customer.call('GET', '/api/me/export');
    expect(body.request_drafts).toHaveLength(MAX_DRAFTS);
    await world.context.db
      .updateTable('request_drafts')
      .set({ created_at: new Date('2020-01-01') })
      .where('user_id', '=', customer.id)
      .execute();
    expect((await customer.call('GET', `/api/drafts/${ids[1]}`)).status).toBe(404);
    await tidy(world.context);
    const left = await world.context.db
      .selectFrom('request_drafts')
      .select('id')
      .where('user_id', '=', customer.id)
      .execute();
    expect(left).toEqual([]);
  });

  test('finds a prompt for it in the menu, and their requests to pick', async () => {
    const { customer, ticketId } = await walkTo(world, 'planning');
    const client = await connected(await tokenOf(customer, ['read']));
    const { prompts } = await client.listPrompts();
    expect(prompts).toMatchObject([{ name: 'ask_a_human', title: 'Ask a human about this error' }]);
    const error = 'AuthError: no session';
    const { messages } = await client.getPrompt({ name: 'ask_a_human', arguments: { error } });
    expect(JSON.stringify(messages)).toContain(error);
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: `unblock://requests/${ticketId}` }]);
    const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' });
    expect(JSON.stringify(contents)).toContain('written_by');
    const { ticketId: foreign } = await walkTo(world, 'planning');
    await expect(client.readResource({ uri: `unblock://requests/${foreign}` })).rejects.toThrow(
      /not found/i,
    );
  });
});

describe('an unblocker’s program', () => {
  const patch = (before: string) =>
    [
      ...['diff --git a/src/login.ts b/src/login.ts', '--- a/src/login.ts', '+++ b/src/login.ts'],
      ...['@@ -1 +1 @@', `-export const days = ${before};`, '+export const days = 30;', ''],
    ].join('\n');

  test('delivers a patch that fits, and is told where one does not', async () => {
    const customer = await world.person('customer');
    const developer = await world.person('developer', { categories: ['web'] });
    const { id: request_id } = await postRequest(customer);
    await bringAndRead(world, customer, request_id, {
      'src/login.ts': 'export const days = 1;\n',
    });
    await grab(developer, request_id);
    const [milestone] = await agreeOnPlan({ customer, developer }, request_id);
    const milestone_id = milestone?.id ?? '';
    ok(await developer.call('POST', `/api/milestones/${milestone_id}/start`));
    const client = await connected(await tokenOf(developer));
    const { is: asked } = await use(client, 'read_request', { request_id });
    const [check_id] = asked.plan[0]?.checks.map(({ id }) => id) ?? [];
    const evidence = [{ check_id, text: 'Reloaded ten times' }];
    const about = { request_id, milestone_id, evidence, message: 'It lasts for a month.' };
    const deliver = async (before: string) => {
      const [{ is }] = await Promise.all([
        use(client, 'deliver_patch', { ...about, patch: patch(before) }),
        readWhatComes(world, request_id),
      ]);
      return is;
    };
    expect(await deliver('2')).toMatchObject({
      state: 'failed',
      trouble: expect.stringContaining('src/login.ts'),
      submitted: false,
    });
    // Words that would be refused bring nothing: told so, a program delivers again.
    const key = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const versions = () => use(client, 'list_versions', { request_id });
    const count = (await versions()).is.versions.length;
    for (const words of [{ message: `Use ${key}` }, { evidence: [{ check_id, text: key }] }]) {
      const given = { ...about, ...words, patch: patch('1') };
      const refused = await use(client, 'deliver_patch', given);
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('GitHub') });
    }
    expect((await versions()).is.versions).toHaveLength(count);
    expect(await deliver('1')).toMatchObject({ state: 'ready', trouble: null, submitted: true });
    const plan = await customer.call<{ items: object[] }>(
      'GET',
      `/api/tickets/${request_id}/milestones`,
    );
    expect(ok(plan).items).toMatchObject([
      {
        deliveries: [{ message: about.message }],
        checks: [{ evidence: { text: 'Reloaded ten times' } }],
      },
    ]);
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'plan_a_fix' }]);
  });
});
