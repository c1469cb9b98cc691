import { createCipheriv } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bringAndRead } from '../../testing/code.ts';
import { postRequest } from '../../testing/deeds.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';
import { zipOf } from '../../testing/write-zip.ts';
import { zipEntries } from '../../testing/zip-entries.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

const KEY = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;
const MB = 1024 * 1024;

/** Bytes as of a video or a picture, the same in each run. */
function noise(seed: number, bytes = 5 * MB): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(
    Buffer.alloc(bytes),
  );
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex');

async function brought(files: Record<string, Buffer>, secrets?: 'mask') {
  const { id: ticketId } = await postRequest(customer);
  const content = { 'package.json': '{}\n', ...files };
  const input = secrets ? { secrets } : {};
  return bringAndRead(world, customer, ticketId, content, input);
}

describe('a file that is too long to be held', () => {
  it('and is no text, such as a video, holds no key by chance', async () => {
    const picture = Buffer.concat([PNG, noise(3)]);
    const version = await brought({ 'a.mp4': noise(1), 'b.mp4': noise(2), 'c.png': picture });
    expect(version).toMatchObject({ state: 'ready', secrets: [], files: 4 });
  }, 60_000);

  it.each([
    ['among bytes', Buffer.concat([noise(1), Buffer.from(`\0${KEY}\0`)])],
    ['among bytes, across two pieces', keyAt(5 * MB - 10)],
    [
      'among bytes, in wide letters',
      Buffer.concat([noise(1), Buffer.from(`\n${KEY}\n`, 'utf16le')]),
    ],
    ['in UTF-8', Buffer.from(`${'a line\n'.repeat(MB)}${KEY}\n`)],
    ['in UTF-16', Buffer.from(`\ufeff${'a line\n'.repeat(MB)}${KEY}\n`, 'utf16le')],
    ['in a zip', zipOf({ 'v.mp4': noise(1), '.env': `KEY=${KEY}\n` })],
    ['in a packed text', gzipSync(Buffer.concat([Buffer.from(`${KEY}\n`), noise(1)]))],
  ])(
    'is looked through for keys %s',
    async (_, bytes) => {
      const version = await brought({ 'a.bin': bytes });
      expect(version).toMatchObject({ state: 'blocked' });
      expect(version.secrets).toMatchObject([{ kind: 'Stripe live secret key' }]);
    },
    60_000,
  );

  it('and is an archive is written anew without its key', async () => {
    const archive = zipOf({ 'v.mp4': noise(1), '.env': `KEY=${KEY}\n` });
    const { id, left_out } = await brought({ 'a.zip': archive }, 'mask');
    expect(left_out).toEqual([]);
    const { rawPayload } = await world.app.inject({
      url: `/api/snapshots/${id}/archive`,
      headers: { authorization: `Bearer ${customer.token}` },
    });
    const inner = (await zipEntries(rawPayload)).get('a.zip') ?? Buffer.alloc(0);
    const entries = await zipEntries(inner);
    expect(entries.get('.env')?.toString()).toBe('KEY={{SECRET:stripe:1}}\n');
    expect(entries.get('v.mp4')?.equals(noise(1))).toBe(true);
  }, 60_000);
});

function keyAt(at: number): Buffer {
  const bytes = noise(1, 6 * MB);
  bytes.write(`\0${KEY}\0`, at, 'latin1');
  return bytes;
}
