import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Snapshot } from '#domain/code.ts';
import type { FileStore } from '../store/store.ts';
import { StoreError } from '../store/store.ts';
import { bring, bringAndRead, read } from '../testing/code.ts';
import { ok, postRequest } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { readSnapshot } from './read-snapshot.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

const KEY = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;

it('a project with signs that no database takes is read, without them', async () => {
  const { id: ticketId } = await postRequest(customer);
  const version = await bringAndRead(
    world,
    customer,
    ticketId,
    {
      'package.json': '{"scripts":{"d\\u0000ev":"a\\u0000b","half":"\\ud83d"}}',
      '.env': Buffer.from(`\ufeffA_B=x\0y${KEY}\n`, 'utf16le'),
    },
    { secrets: 'mask' },
  );
  expect(version.state).toBe('ready');
  expect(version.packet?.scripts).toMatchObject([
    { name: 'dev', command: 'ab' },
    { name: 'half', command: '\ufffd' },
  ]);
});

it('a version whose upload is lost fails at once, in words', async () => {
  const { id } = await waiting();
  await world.context.files.remove(`originals/${await uploadOf(id)}`);
  expect(await read(world, customer, id)).toMatchObject({
    state: 'failed',
    trouble: 'The upload is not there any more.',
  });
});

it('a version that cannot be read is tried again, and given up with the last time', async () => {
  const { id } = await waiting();
  const unavailable = () => Promise.reject(new StoreError('unavailable', 'no store'));
  const files: FileStore = { ...world.context.files, lend: unavailable };
  const context = { ...world.context, files };
  await expect(readSnapshot(context, id)).rejects.toThrow(StoreError);
  expect((await seen(id)).state).toBe('reading');
  await readSnapshot(context, id, { isLast: true });
  expect(await seen(id)).toMatchObject({ state: 'failed', trouble: 'It could not be read.' });
});

const seen = async (id: string) => ok(await customer.call<Snapshot>('GET', `/api/snapshots/${id}`));

async function waiting(): Promise<Snapshot> {
  const { id: ticketId } = await postRequest(customer);
  return bring(world, customer, ticketId, { 'a.ts': 'one' });
}

async function uploadOf(id: string): Promise<string> {
  const { file_key } = await world.context.db
    .selectFrom('snapshots')
    .select('file_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return file_key ?? '';
}
