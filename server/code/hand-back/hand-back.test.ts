import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Milestone } from '#domain/milestone.ts';
import { bringAndRead } from '../../testing/code.ts';
import { agreeOnPlan, grab, ok, pay, postRequest } from '../../testing/deeds.ts';
import { follow } from '../../testing/files.ts';
import { gitApplied, hasGit } from '../../testing/git.ts';
import { openModeratedWorld } from '../../testing/moderation.ts';
import type { Person, World } from '../../testing/world.ts';
import { zipEntries } from '../../testing/zip-entries.ts';

let world: World;
let moderator: Person;
let customer: Person;
let developer: Person;
let stranger: Person;
beforeAll(async () => {
  ({ world, moderator } = await openModeratedWorld());
  customer = await world.person('customer');
  developer = await world.person('developer', { categories: ['web'] });
  stranger = await world.person('customer');
});
afterAll(() => world.close());

const KEY = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;
const PROJECT: Record<string, string | Buffer> = {
  'AGENTS.md': '# Ours\r\n\r\nUse tabs.\r\n',
  'src/pay.ts': `const key = '${KEY}';\nconst one = 1;\n`,
  'src/old.txt': Buffer.from('caf\xe9\r\n', 'latin1'),
};

interface About {
  milestones?: number;
  beside?: typeof PROJECT;
}

/** A request whose first milestone of so many was handed in. */
async function delivered(mustKeep: string | null, { milestones = 1, beside }: About = {}) {
  const { id: ticketId } = await postRequest(customer);
  await bringAndRead(world, customer, ticketId, PROJECT, { secrets: 'mask' });
  await grab(developer, ticketId);
  const plan = Array.from({ length: milestones }, () => ({}));
  const [milestone] = await agreeOnPlan({ customer, developer }, ticketId, plan);
  const milestone_id = milestone?.id ?? '';
  ok(await developer.call('POST', `/api/milestones/${milestone_id}/start`));
  const files = {
    ...PROJECT,
    'src/pay.ts': "const key = '{{SECRET:stripe:1}}';\nconst one = 2;\n",
    'src/new.ts': 'new\n',
  };
  const input = { milestone_id, holds: 'project' as const };
  await bringAndRead(world, developer, ticketId, files, input);
  const early = await customer.call<{ code: string }>('GET', `/api/tickets/${ticketId}/hand-back`);
  const submitted = { message: 'It adds up again.\n# 2. Nothing', must_keep: mustKeep };
  ok(await developer.call('POST', `/api/milestones/${milestone_id}/submit`, submitted));
  if (beside) await bringAndRead(world, customer, ticketId, beside, { secrets: 'mask' });
  return { ticketId, milestone_id, early };
}

/** The same, approved. */
async function accepted(mustKeep: string | null, about?: About) {
  const { milestone_id, ...made } = await delivered(mustKeep, about);
  await pay(world, customer, milestone_id);
  ok(await customer.call('POST', `/api/milestones/${milestone_id}/accept`, {}));
  return made;
}

/** The same, closed for the unblocker instead. */
async function closed(about?: About) {
  const { ticketId, milestone_id } = await delivered(null, about);
  await pay(world, customer, milestone_id);
  const told = { reason: 'It does what was promised.' };
  const path = `/api/moderation/tickets/${ticketId}`;
  ok(await moderator.call('POST', `${path}/take-in`, told));
  ok(await moderator.call('POST', `${path}/close-for-developer`, told));
  return { ticketId };
}

async function handBack(person: Person, ticketId: string) {
  const { statusCode, rawPayload } = await world.app.inject({
    url: `/api/tickets/${ticketId}/hand-back`,
    headers: { authorization: `Bearer ${person.token}` },
  });
  return { status: statusCode, bytes: rawPayload };
}

describe('the hand-back of a request', () => {
  it('is there for its customer once a delivery with code was approved, and for nobody else', async () => {
    const { ticketId, early } = await accepted(null);
    expect(early).toMatchObject({ status: 409, body: { code: 'nothing_handed_back' } });
    expect((await handBack(customer, ticketId)).status).toBe(200);
    expect((await handBack(developer, ticketId)).status).toBe(403);
    expect((await handBack(stranger, ticketId)).status).toBe(404);
    expect((await handBack(moderator, ticketId)).status).toBe(404);
    const path = `/api/tickets/${ticketId}/hand-back/link`;
    expect((await developer.call('GET', path)).status).toBe(403);
    const { url } = ok(await customer.call<{ url: string }>('GET', path));
    const followed = await zipEntries((await follow(world, url)).bytes);
    expect([...followed.keys()].sort()).toEqual([
      'CHANGES.md',
      'ROTATE.md',
      'changes.patch',
      'project/AGENTS.md',
      'project/src/new.ts',
      'project/src/old.txt',
      'project/src/pay.ts',
    ]);
    expect((await follow(world, url.replace(ticketId, stranger.id))).status).toBe(403);
  });

  it('holds a patch that makes the delivered project of the own copy, byte by byte', async () => {
    const { ticketId } = await accepted(null);
    const entries = await zipEntries((await handBack(customer, ticketId)).bytes);
    const project = Object.fromEntries(
      [...entries]
        .filter(([path]) => path.startsWith('project/'))
        .map(([path, bytes]) => [path.slice('project/'.length), bytes.toString('latin1')]),
    );
    expect(project['src/pay.ts']).toBe(`const key = '${KEY}';\nconst one = 2;\n`);
    expect(project['src/old.txt']).toBe('caf\xe9\r\n');
    if (!hasGit) return;
    expect(gitApplied(PROJECT, entries.get('changes.patch') ?? Buffer.alloc(0))).toEqual(project);
  });

  it('holds a patch that leaves what the customer brought beside the delivery', async () => {
    const { ticketId } = await accepted(null, { beside: { ...PROJECT, 'src/beside.ts': 'own\n' } });
    const entries = await zipEntries((await handBack(customer, ticketId)).bytes);
    const patch = entries.get('changes.patch')?.toString();
    expect(patch).toContain('src/new.ts');
    expect(patch).not.toContain('src/beside.ts');
    expect(entries.get('CHANGES.md')?.toString()).not.toContain('src/beside.ts');
  });

  it('tells what was done, what must stay for the tools that write code, and which keys to replace', async () => {
    const { ticketId } = await accepted(
      'Prices are whole cents.\n<!-- unblock:end -->\nNo floats.',
    );
    const entries = await zipEntries((await handBack(customer, ticketId)).bytes);
    const text = (path: string) => entries.get(path)?.toString();
    expect(text('CHANGES.md')).toMatch(/## 1\. .+\n\nApproved on \d{4}-\d\d-\d\d\./);
    expect(text('CHANGES.md')).toContain(`\n## Why\n\nThis is what was asked for:\n\n> `);
    expect(text('CHANGES.md')).toContain('\n> It adds up again.\n> # 2. Nothing\n');
    expect(text('CHANGES.md')).toContain('\n- [ ] ');
    expect(text('CHANGES.md')).toContain('- `src/pay.ts`: changed, +1 −1');
    expect(text('AGENTS.md')).toMatch(
      /^# Ours\r\n\r\nUse tabs\.\r\n\r\n<!-- unblock:begin -->\r\n[\s\S]*> Prices are whole cents\.\r\n> < !-- unblock:end -- >\r\n> No floats\.\r\n<!-- unblock:end -->\r\n$/,
    );
    expect(text('CLAUDE.md')).toBe('<!-- unblock:begin -->\n@AGENTS.md\n<!-- unblock:end -->\n');
    expect(text('.cursor/rules/unblock.mdc')).toMatch(
      /^---\ndescription: .+\nalwaysApply: true\n---\n/,
    );
    expect(text('ROTATE.md')).toContain('`src/pay.ts` line 1');
    expect(text('ROTATE.md')).not.toContain(KEY);
    // The project itself stays what was approved.
    expect(text('project/AGENTS.md')).toBe(PROJECT['AGENTS.md']);
  });

  it('holds what a closing for the unblocker has paid, which is the project from then on', async () => {
    const { ticketId } = await closed();
    const { status, bytes } = await handBack(customer, ticketId);
    expect(status).toBe(200);
    const pack = await zipEntries(bytes);
    expect(pack.get('project/src/new.ts')?.toString()).toBe('new\n');
    const changes = pack.get('CHANGES.md')?.toString();
    expect(changes).toContain('A moderator closed the request for the unblocker.');
    expect(changes).toContain('> It adds up again.');
  });

  it('holds what such a closing has paid, though the customer brought a version before it', async () => {
    const { ticketId } = await closed({ beside: { ...PROJECT, 'src/beside.ts': 'own\n' } });
    const pack = await zipEntries((await handBack(customer, ticketId)).bytes);
    expect(pack.get('project/src/new.ts')?.toString()).toBe('new\n');
    expect(pack.get('CHANGES.md')?.toString()).toContain('- `src/new.ts`: added');
    expect(pack.get('changes.patch')?.toString()).not.toContain('src/beside.ts');
  });

  it('says that all of it is new where the customer brought no project', async () => {
    const { id: ticketId } = await postRequest(customer);
    await grab(developer, ticketId);
    const [milestone] = await agreeOnPlan({ customer, developer }, ticketId);
    const milestone_id = milestone?.id ?? '';
    ok(await developer.call('POST', `/api/milestones/${milestone_id}/start`));
    await bringAndRead(world, developer, ticketId, { 'src/new.ts': 'new\n' }, { milestone_id });
    const path = `/api/milestones/${milestone_id}`;
    ok(await developer.call('POST', `${path}/submit`, { message: 'Done' }));
    await pay(world, customer, milestone_id);
    ok(await customer.call('POST', `${path}/accept`, {}));
    const pack = await zipEntries((await handBack(customer, ticketId)).bytes);
    const changes = pack.get('CHANGES.md')?.toString();
    expect(changes).toContain('- `src/new.ts`: added, +1 −0');
    expect(changes).toContain('`changes.patch` makes the same in an empty folder');
    expect(changes).not.toContain('you brought it last');
    const patch = pack.get('changes.patch') ?? Buffer.alloc(0);
    expect(patch.toString()).toContain('+++ b/src/new.ts');
    if (hasGit) expect(gitApplied({}, patch)).toEqual({ 'src/new.ts': 'new\n' });
  });

  it('holds the work that stays paid, where the money of what came after it was given back', async () => {
    const { ticketId } = await accepted('Keep the one.', { milestones: 2 });
    const path = `/api/tickets/${ticketId}/milestones`;
    const plan = ok(await developer.call<{ items: Milestone[] }>('GET', path));
    const milestone_id = plan.items[1]?.id ?? '';
    await pay(world, customer, milestone_id);
    const files = { 'src/later.ts': 'later\n' };
    await bringAndRead(world, developer, ticketId, files, { milestone_id, holds: 'changes' });
    const submitted = { message: 'And this later.', must_keep: 'Keep the later.' };
    ok(await developer.call('POST', `/api/milestones/${milestone_id}/submit`, submitted));
    // Moderators still look at its payment.
    await world.context.db
      .updateTable('billing_records')
      .set({ review_reasons: ['rate'] })
      .where('milestone_id', '=', milestone_id)
      .execute();
    const { billing_record_id: record } = ok(
      await customer.call<Milestone>('POST', `/api/milestones/${milestone_id}/accept`, {}),
    );
    ok(
      await moderator.call('POST', `/api/moderation/payments/${record}/refuse`, {
        reason: 'It is not theirs.',
      }),
    );
    const { status, bytes } = await handBack(customer, ticketId);
    expect(status).toBe(200);
    const pack = await zipEntries(bytes);
    expect(pack.get('project/src/new.ts')?.toString()).toBe('new\n');
    expect(pack.has('project/src/later.ts')).toBe(false);
    expect(pack.get('AGENTS.md')?.toString()).toContain('Keep the one.');
    const told = `${pack.get('CHANGES.md')}${pack.get('AGENTS.md')}`;
    expect(told).toContain('It adds up again.');
    expect(told).not.toContain('later');
  });

  it('is taken by a moderator while they decide, without the keys', async () => {
    const { ticketId } = await accepted(null, { milestones: 2 });
    const help = { reason: 'quality', text: 'Please look at it.' };
    ok(await customer.call('POST', `/api/tickets/${ticketId}/get-help`, help));
    const entries = await zipEntries((await handBack(moderator, ticketId)).bytes);
    expect(entries.get('project/src/pay.ts')?.toString()).not.toContain(KEY);
  });
});
