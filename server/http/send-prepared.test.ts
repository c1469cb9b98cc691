import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ask = (headers: Record<string, string>) => world.app.inject({ url: '/robots.txt', headers });

describe('a prepared text', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['BR', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity', undefined],
    ['', undefined],
  ])('asked for with "%s" is packed as %s', async (accepted, encoding) => {
    const { statusCode, headers } = await ask({ 'accept-encoding': accepted });
    expect([statusCode, headers['content-encoding']]).toEqual([200, encoding]);
    expect(headers.vary).toContain('accept-encoding');
  });

  it('is not sent again to who has it', async () => {
    const etag = String((await ask({})).headers.etag);
    for (const known of [etag, `"other", ${etag}`, '*']) {
      const { statusCode, body } = await ask({ 'if-none-match': known });
      expect([statusCode, body], known).toEqual([304, '']);
    }
    expect((await ask({ 'if-none-match': '"other"' })).statusCode).toBe(200);
  });
});
