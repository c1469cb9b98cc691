import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applicant } from './joining.ts';
import { openWorldWithRoutes, type RegisteredRoute } from './registered-routes.ts';
import type { Person, World } from './world.ts';

let world: World;
let routes: RegisteredRoute[];
let moderator: Person;
beforeAll(async () => {
  ({ world, routes } = await openWorldWithRoutes());
  moderator = await world.person('moderator');
});
afterAll(() => world.close());

describe('moderation', () => {
  test('is not there for anybody else, whatever they send', async () => {
    const [customer, developer] = [await world.person('customer'), await world.person('developer')];
    const entry = await applicant(world, moderator);
    const nothing = await customer.call('GET', '/api/moderation-of-nothing');
    const { request_id: _, ...unknown } = nothing.body;
    for (const { method, url } of routes.filter(({ url }) => url.startsWith('/api/moderation/'))) {
      if (method === 'HEAD') continue;
      const path = url.replace(':id', entry.id);
      const calls = [customer.call, developer.call, world.call];
      for (const call of calls) {
        const answer = await call(method as 'POST', path, method === 'POST' ? {} : undefined);
        const { request_id, ...body } = answer.body;
        expect({ status: answer.status, body }, path).toEqual({ status: 404, body: unknown });
      }
    }
  });

  test('asks for the role on each of its calls', () => {
    const calls = routes.filter(({ url }) => url.startsWith('/api/moderation/'));
    expect(calls.length).toBeGreaterThan(4);
    for (const { url, schema } of calls) {
      expect(schema?.security, url).toEqual([{ bearer: ['moderator'] }]);
    }
  });
});
