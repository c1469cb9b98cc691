import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CodeChanges, CodeFile } from '#domain/code.ts';
import { bringAndRead } from '../../testing/code.ts';
import { agreeOnPlan, grab, ok, postRequest } from '../../testing/deeds.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';

let world: World;
let customer: Person;
let developer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
  developer = await world.person('developer', { categories: ['web'] });
});
afterAll(() => world.close());

const KEY = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;
const PROJECT = {
  'package.json': '{}\n',
  'src/pay.ts': `const key = '${KEY}';\r\nconst cents = 1.5;\r\n`,
};
const patch = (before: string) =>
  Buffer.from(
    `diff --git a/src/pay.ts b/src/pay.ts\n--- a/src/pay.ts\n+++ b/src/pay.ts\n@@ -1,2 +1,2 @@\n const key = '{{SECRET:stripe:1}}';\r\n-const cents = ${before};\r\n+const cents = 150;\r\n`,
  );

it('a patch of the developer changes the project as they have it, or says where it does not fit', async () => {
  const { id: ticketId } = await postRequest(customer);
  await bringAndRead(world, customer, ticketId, PROJECT, { secrets: 'mask' });
  await grab(developer, ticketId);
  const [milestone] = await agreeOnPlan({ customer, developer }, ticketId);
  const input = { milestone_id: milestone?.id ?? '', name: 'fix.patch' };
  ok(await developer.call('POST', `/api/milestones/${input.milestone_id}/start`));
  const misfit = await bringAndRead(world, developer, ticketId, patch('2.5'), input);
  expect(misfit).toMatchObject({
    state: 'failed',
    trouble:
      'src/pay.ts: change 1, on line 5 of the patch, does not fit at line 2. The patch expects “const cents = 2.5;”, but there stands “const cents = 1.5;”.',
  });
  const { id, state, source } = await bringAndRead(world, developer, ticketId, patch('1.5'), input);
  expect([state, source]).toEqual(['ready', 'patch']);
  const file = `/api/snapshots/${id}/file?path=src/pay.ts`;
  expect(ok(await developer.call<CodeFile>('GET', file)).text).toContain('const cents = 150;\r\n');
  const changes = ok(await developer.call<CodeChanges>('GET', `/api/snapshots/${id}/changes`));
  expect(changes).toMatchObject({ files: 1, added: 1, removed: 1 });
});
