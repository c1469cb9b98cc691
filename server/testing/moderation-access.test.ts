import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applicant } from './joining.ts';
import type { RegisteredRoute } from './note-routes.ts';
import { openWorldWithRoutes } from './registered-routes.ts';
import { walkTo } from './walk.ts';
import type { Person, World } from './world.ts';

let world: World;
let routes: RegisteredRoute[];
let moderator: Person;
beforeAll(async () => {
  ({ world, routes } = await openWorldWithRoutes());
  moderator = await world.person('moderator');
});
afterAll(() => world.close());

/** Every call of moderators about one thing; the table for spreadsheets is one more. */
function calls(id: string): { method: 'GET' | 'POST'; path: string }[] {
  return routes
    .filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/moderation/'))
    .flatMap(({ method, url }) => {
      const call = { method: method as 'GET' | 'POST', path: url.replace(':id', id) };
      const csv = url === '/api/moderation/audit' ? [{ ...call, path: `${url}?format=csv` }] : [];
      return [call, ...csv];
    });
}

describe('moderation', () => {
  test('is not there for anybody else, whatever they send', async () => {
    const [customer, developer] = [await world.person('customer'), await world.person('developer')];
    const entry = await applicant(world, moderator);
    const nothing = await customer.call('GET', '/api/moderation-of-nothing');
    const { request_id: _, ...unknown } = nothing.body;
    for (const { method, path } of calls(entry.id)) {
      for (const call of [customer.call, developer.call, world.call]) {
        const answer = await call(method, path, method === 'POST' ? {} : undefined);
        const { request_id, ...body } = answer.body;
        expect({ status: answer.status, body }, path).toEqual({ status: 404, body: unknown });
      }
    }
  });

  test('wants the second factor where it is required, on each of its calls and for files', async () => {
    const { config } = world.context;
    const { ticketId, fileKey } = await walkTo(world, 'help');
    config.moderatorMfa = 'required';
    try {
      const file = { method: 'GET', path: `/api/files/${fileKey}` } as const;
      for (const { method, path } of [...calls(ticketId), file]) {
        const body = method === 'POST' ? { reason: 'I have a password.' } : undefined;
        const answer = await moderator.call(method, path, body);
        expect(answer, path).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
      }
    } finally {
      config.moderatorMfa = 'offered';
    }
  });

  test('asks for the role on each of its calls', () => {
    const found = routes.filter(({ url }) => url.startsWith('/api/moderation/'));
    expect(found.length).toBeGreaterThan(4);
    for (const { url, schema } of found) {
      expect(schema?.security, url).toEqual([{ bearer: ['moderator'] }]);
    }
  });
});
