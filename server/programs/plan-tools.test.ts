import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../http/limits.ts';
import { listeningWorld } from '../testing/accounts.ts';
import { ok } from '../testing/deeds.ts';
import { editorOf, tokenOf, use } from '../testing/programs.ts';
import { walkTo } from '../testing/walk.ts';
import type { World } from '../testing/world.ts';
import { CallRefused } from './api.ts';
import { planTools } from './plan-tools.ts';
import type { At } from './tool.ts';

// A plan is proposed whole or not at all: proposed again, a part that stayed would stand in it twice.

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

const part = (title: string) => ({ title, description: 'Why.', hours: 1, hourly_rate: 80 });
const PARTS = ['One', 'Two', 'Three', 'Four'].map(part);

async function whoPlans() {
  const { developer, ticketId: request_id } = await walkTo(world, 'reserved');
  ok(await developer.call('POST', `/api/tickets/${request_id}/grab`));
  const client = await editorOf(world, await tokenOf(developer));
  const path = `/api/tickets/${request_id}/milestones`;
  const plan = async () => ok(await developer.call<{ items: object[] }>('GET', path)).items;
  const propose = (milestones: object[]) =>
    use(client, 'propose_plan', { request_id, milestones, submit: true });
  return { plan, propose };
}

/** Lets programs make so many calls a minute while something is done. */
async function withCalls(hits: number, act: () => Promise<void>) {
  const { config } = world.context;
  const { program_call: before } = LIMITS;
  config.rateLimits = true;
  LIMITS.program_call = { hits, seconds: 60 };
  try {
    await act();
  } finally {
    LIMITS.program_call = before;
    config.rateLimits = false;
  }
}

test('a plan in whose middle the limit is reached leaves no part', async () => {
  const { plan, propose } = await whoPlans();
  await withCalls(4, async () => {
    expect(await propose(PARTS)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Too many requests\. .* Wait, then try again\.$/),
    });
  });
  expect(await plan()).toEqual([]);
  expect((await propose(PARTS)).is).toMatchObject({ submitted: true });
  expect(await plan()).toMatchObject(PARTS.map(({ title }) => ({ title })));
});

/** A product that refuses a call the second time, and some others. */
function refusing(twice: string, others: readonly string[]) {
  const calls: string[] = [];
  const api = async (method: string, path: string) => {
    const call = `${method} ${path.replace(/^\/tickets\/[^/]+/, '')}`;
    calls.push(call);
    const times = calls.filter((each) => each === call).length;
    const detail = `No to ${call}.`;
    if ((call === twice && times === 2) || others.includes(call))
      throw new CallRefused({ status: 429, code: 'too_many_requests', detail });
    return { id: String(times), quotes: null };
  };
  const at: At = {
    api: api as At['api'],
    upload: async () => '',
    link: (path) => path,
    role: 'developer',
  };
  return { at, calls };
}

function proposed(at: At, milestones: object[]): Promise<object> {
  const [tool] = planTools;
  if (!tool) throw new Error('There is no tool.');
  const input = tool.input.parse({ request_id: crypto.randomUUID(), milestones });
  return tool.run(input as never, at);
}

test('what cannot be taken out again is named, with why the plan was refused', async () => {
  const { at, calls } = refusing('POST /milestones', ['DELETE /milestones/1']);
  const [one, two] = PARTS;
  await expect(proposed(at, [one ?? {}, two ?? {}])).rejects.toMatchObject({
    code: 'parts_stayed',
    message: 'No to POST /milestones. These milestones are in the plan all the same: “One”.',
  });
  expect(calls.at(-1)).toBe('DELETE /milestones/1');
});

test('every part is taken out, also after one that could not be', async () => {
  const { at, calls } = refusing('never', ['POST /submit-plan', 'DELETE /milestones/1']);
  const [tool] = planTools;
  const input = { request_id: crypto.randomUUID(), milestones: PARTS, submit: true };
  const run = tool?.run(tool.input.parse(input) as never, at);
  await expect(run).rejects.toThrow(/^No to POST \/submit-plan\. .*: “One”\.$/);
  expect(calls.slice(-4)).toEqual([1, 2, 3, 4].map((id) => `DELETE /milestones/${id}`));
});

test('nothing is written of a plan with a part that is not valid', async () => {
  const { at, calls } = refusing('never', []);
  const bad = { ...part('Four'), hourly_rate: 0.001 };
  await expect(proposed(at, [...PARTS.slice(0, 3), bad])).rejects.toThrow(
    'Milestone 4: Hourly rate must be in whole cents',
  );
  const blank = { ...part(''), description: '', hourly_rate: 0.001 };
  await expect(proposed(at, [blank])).rejects.toThrow(
    'Milestone 1: Title is required. Description is required. Hourly rate must be in whole cents.',
  );
  expect(calls).toEqual(['GET ', 'GET ']);
});
