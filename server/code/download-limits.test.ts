import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadLink } from '../files/link.ts';
import { LIMITS } from '../http/limits.ts';
import { bringAndRead } from '../testing/code.ts';
import { ok, postRequest } from '../testing/deeds.ts';
import { follow } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

/** A signed link to a project that does not fit into what waits on the way. */
async function projectLink(): Promise<string> {
  const { id: ticketId } = await postRequest(customer);
  const project = { 'raw.bin': randomBytes(400_000) };
  const { id } = await bringAndRead(world, customer, ticketId, project);
  const path = `/api/snapshots/${id}/archive/link`;
  return ok(await customer.call<{ url: string }>('GET', path)).url;
}

async function limited(work: () => Promise<void>): Promise<void> {
  const { config, db } = world.context;
  config.rateLimits = true;
  try {
    await work();
  } finally {
    config.rateLimits = false;
    await db.deleteFrom('rate_limits').execute();
  }
}

describe('a signed link to code', () => {
  it('is not followed without end', async () => {
    const url = await projectLink();
    await limited(async () => {
      for (let count = 0; count < LIMITS.code_archive.hits; count++)
        expect((await follow(world, url)).status).toBe(200);
      const { status, headers } = await follow(world, url);
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    });
  });

  it.each(['projects', 'patches', 'hand-backs'] as const)('to %s is limited', async (kind) => {
    const linked = { key: randomUUID(), personId: customer.id };
    const { url } = downloadLink(world.context.config, linked, kind);
    await limited(async () => {
      for (let count = 0; count < LIMITS.code_archive.hits; count++)
        expect((await follow(world, url)).status).toBe(404);
      expect((await follow(world, url)).status).toBe(429);
    });
  });

  it.each([
    ['followed', (url: string) => url],
    ['called for itself', (url: string) => `/api/snapshots/${/[0-9a-f-]{36}/.exec(url)}/archive`],
  ])(
    'is %s twice at once by one person; the next waits until an answer has closed',
    async (_, to) => {
      const link = await projectLink();
      const headers = { authorization: `Bearer ${customer.token}` };
      const begin = (url = to(link)) => world.app.inject({ url, headers, payloadAsStream: true });
      const [first, second] = await Promise.all([begin(), begin()]);
      let isThird = false;
      const third = begin().then((answer) => {
        isThird = true;
        return answer;
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(isThird).toBe(false);
      first.stream().resume();
      (await third).stream().resume();
      expect((await third).statusCode).toBe(200);
      second.stream().resume();
    },
  );
});
