import { brotliDecompressSync, gunzipSync } from 'node:zlib';
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

describe('the description of the API', () => {
  const address = '/api/openapi.json';
  const described = (headers: Record<string, string>) =>
    world.app.inject({ url: address, headers });

  it('is the same JSON in each encoding, made once', async () => {
    const plain = await described({});
    expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(plain.json()).toEqual(JSON.parse(JSON.stringify(world.app.swagger())));
    const packed = await described({ 'accept-encoding': 'br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    const zipped = await described({ 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  it('is not sent again to who has it', async () => {
    const etag = String((await described({})).headers.etag);
    const { statusCode, body } = await described({ 'if-none-match': etag });
    expect([statusCode, body.length]).toEqual([304, 0]);
  });
});
