import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { Snapshot } from '#domain/code.ts';
import { bringAndRead, read } from '../testing/code.ts';
import { ok, postRequest } from '../testing/deeds.ts';
import { kept } from '../testing/files.ts';
import { drip, ONE_MORE, REFS_BEGIN, REFS_TYPE, serve } from '../testing/git-server.ts';
import { PATIENCE } from '../testing/patience.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { INTAKE_LIMITS } from './read-snapshot.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld({ looksAtLoopback: true });
  customer = await world.person('customer');
});
afterAll(() => world.close());

const USUAL = { ...INTAKE_LIMITS };
const useUsualLimits = () => Object.assign(INTAKE_LIMITS, USUAL);
afterEach(useUsualLimits);

/** A Git server that names branches one by one, without end. */
async function dripping() {
  const server = await serve((_, response) => {
    response.setHeader('content-type', REFS_TYPE);
    drip(response, REFS_BEGIN, ONE_MORE);
  });
  onTestFinished(server.close);
  return server;
}

it.each([
  ['the time of repositories', { repository: 2 }, 'The repository took longer than 2 seconds.'],
  [
    'the time of any project, and its thread is ended',
    { inAll: 6 },
    'It takes more time to be read than we give to one project.',
  ],
])(
  'a repository that drips is given up within %s: nothing of it stays, and the next project is read',
  async (_, seconds, trouble) => {
    Object.assign(INTAKE_LIMITS, seconds);
    const { url, connections } = await dripping();
    const { id } = await postRequest(customer);
    const input = { git_url: `${url}/shop.git`, kind: 'project' };
    const brought = ok(
      await customer.call<Snapshot>('POST', `/api/tickets/${id}/snapshots`, input),
    );
    const began = performance.now();
    const reading = read(world, customer, brought.id);
    await vi.waitUntil(async () => (await connections()) > 0, PATIENCE);
    expect(await reading).toMatchObject({ state: 'failed', trouble, files: 0 });
    expect(performance.now() - began).toBeLessThan(30_000);

    await vi.waitUntil(async () => (await connections()) === 0, PATIENCE);
    expect((await kept(world)).incoming).toEqual([]);
    const packs = world.context.db.selectFrom('code_packs').select('key');
    expect(await packs.where('ticket_id', '=', id).execute()).toEqual([]);
    useUsualLimits();
    const next = await bringAndRead(world, customer, id, { 'a.ts': 'export const a = 1;\n' });
    expect(next).toMatchObject({ state: 'ready', files: 1 });
  },
  120_000,
);
