import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeFile } from '#domain/code.ts';
import { bringAndRead, pathsOf } from '../testing/code.ts';
import { agreeOnPlan, grab, ok, postRequest } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { zipEntries } from '../testing/zip-entries.ts';

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
const PAY = { 'package.json': '{}\n', 'src/pay.ts': `const key = '${KEY}';\n` };
const ENV = { '.env': `STRIPE_SECRET_KEY=${KEY}\nPORT=3000\n` };
const MASKED_ENV = 'STRIPE_SECRET_KEY={{SECRET:stripe:1}}\nPORT=3000\n';

/** What a developer downloads of such a project, and a milestone to deliver it for. */
async function downloaded(project: Record<string, string>) {
  const { id: ticketId } = await postRequest(customer);
  const { id } = await bringAndRead(world, customer, ticketId, project, { secrets: 'mask' });
  await grab(developer, ticketId);
  const [milestone] = await agreeOnPlan({ customer, developer }, ticketId);
  const milestone_id = milestone?.id ?? '';
  ok(await developer.call('POST', `/api/milestones/${milestone_id}/start`));
  const { rawPayload } = await world.app.inject({
    url: `/api/snapshots/${id}/archive`,
    headers: { authorization: `Bearer ${developer.token}` },
  });
  const entries = await zipEntries(rawPayload);
  const files = Object.fromEntries([...entries].map(([path, bytes]) => [path, bytes.toString()]));
  const deliver = (content: Record<string, string> | Buffer, name = 'project.zip') =>
    bringAndRead(world, developer, ticketId, content, { milestone_id, name });
  return { files, deliver };
}

const textOf = async (id: string, path: string) =>
  ok(await developer.call<CodeFile>('GET', `/api/snapshots/${id}/file?path=${path}`)).text;

describe('a dummy of ours in a delivery', () => {
  it('that was copied over the .env of the project leaves that one as it was', async () => {
    const { files, deliver } = await downloaded({ ...PAY, ...ENV });
    const copied = { ...files, '.env': files['.env.dummy'] ?? '' };
    for (const content of [copied, inFolder(copied)]) {
      const { id } = await deliver(content);
      expect(await pathsOf(developer, id)).toEqual(['.env', 'package.json', 'src/pay.ts']);
      expect(await textOf(id, '.env')).toBe(MASKED_ENV);
    }
  });

  it('leaves the .env as it was where a patch has put it there', async () => {
    const { files, deliver } = await downloaded({ ...PAY, ...ENV });
    const lines = (text: string, sign: string) => text.replaceAll(/^(?=.)/gm, sign);
    const dummy = files['.env.dummy'] ?? '';
    const { id } = await deliver(
      Buffer.from(
        `--- a/.env\n+++ b/.env\n@@ -1,2 +1 @@\n${lines(MASKED_ENV, '-')}${lines(dummy, '+')}`,
      ),
      'fix.patch',
    );
    expect(await textOf(id, '.env')).toBe(MASKED_ENV);
  });

  it('is no file of a project that had none there', async () => {
    const { files, deliver } = await downloaded(PAY);
    expect(files['.env']).toContain('sk_test_000');
    const { id } = await deliver(files);
    expect(await pathsOf(developer, id)).toEqual(['package.json', 'src/pay.ts']);
  });
});

function inFolder(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`shop/${path}`, text]));
}
