import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ticket } from '#domain/ticket.ts';
import { bringAndRead } from '../testing/code.ts';
import { ok, postRequest } from '../testing/deeds.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('the list of open requests says what a project is made of, and no more than that', async () => {
  const customer = await world.person('customer');
  const developer = await world.person('developer', { categories: ['web'] });
  const [shared, bare] = [await postRequest(customer), await postRequest(customer)];
  await bringAndRead(world, customer, shared.id, {
    'package.json': '{"dependencies":{"react":"19","@supabase/supabase-js":"2"}}',
    'src/app.tsx': 'export const App = () => null;\n'.repeat(9),
    'src/app.css': 'body { margin: 0 }\n',
  });
  const listed = async (view: string, by = developer) =>
    ok(await by.call<{ items: Ticket[] }>('GET', `/api/tickets?view=${view}`)).items;
  const items = await listed('available');
  const projectOf = (id: string) => items.find((ticket) => ticket.id === id)?.project;
  expect(projectOf(bare.id)).toBeNull();
  const project = projectOf(shared.id);
  expect(project).toMatchObject({ files: 3 });
  expect(project?.languages).toContain('TypeScript');
  expect(project?.technologies).toContain('React');
  expect(project?.findings).toBeGreaterThan(0);
  for (const ticket of await listed('active', customer)) expect(ticket.project).toBeUndefined();
});
