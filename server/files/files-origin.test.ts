import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileRecord } from '#domain/file.ts';
import { ok } from '../testing/deeds.ts';
import { drawThumbnail, upload } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

const ORIGIN = 'https://files.example';
const HOST = 'files.example';

let world: World;
let customer: Person;
let key: string;
beforeAll(async () => {
  world = await openWorld({ filesOrigin: ORIGIN });
  customer = await world.person('customer');
  const content = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  ({ fileKey: key } = await upload(world, customer, { name: 'a.png', content }));
  await drawThumbnail(world, key);
});
afterAll(() => world.close());

async function ask(host: string, url: string, method: 'GET' | 'POST' = 'GET') {
  const authorization = `Bearer ${customer.token}`;
  const { statusCode, headers } = await world.app.inject({
    url,
    method,
    headers: { host, authorization },
  });
  return { status: statusCode, policy: String(headers['content-security-policy']), headers };
}

test('links to files lead to their own origin, which serves them in a sandbox', async () => {
  const { url } = ok(await customer.call<{ url: string }>('GET', `/api/files/${key}/link`));
  const { thumbnail_url } = ok(await customer.call<FileRecord>('GET', `/api/files/${key}`));
  for (const address of [url, thumbnail_url ?? '']) {
    const { origin, pathname, search } = new URL(address);
    expect(origin).toBe(ORIGIN);
    const { status, policy, headers } = await ask(HOST, pathname + search);
    expect({ status, policy }).toEqual({ status: 200, policy: "default-src 'none'; sandbox" });
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('the origin of files serves nothing else', async () => {
  const paths = [
    '/',
    '/dashboard',
    '/api/me',
    '/auth/v1/settings',
    '/healthz',
    '/files/x',
    '/nope',
  ];
  for (const path of paths) {
    const { status, policy } = await ask(HOST, path);
    expect({ path, status, policy }).toEqual({
      path,
      status: 404,
      policy: "default-src 'none'; sandbox",
    });
  }
  for (const host of ['FILES.example', 'files.example:443']) {
    expect((await ask(host, '/api/me')).status, host).toBe(404);
  }
  for (const path of ['/files/upload', '/auth/v1/token', `/files/download/${key}`]) {
    expect((await ask(HOST, path, 'POST')).status, path).toBe(404);
  }
});

test('elsewhere all is as it was, and our pages may show pictures from there', async () => {
  const { host } = new URL(world.context.config.publicUrl);
  expect((await ask(host, '/api/me')).status).toBe(200);
  expect((await ask(host, '/healthz')).policy).toContain(`img-src 'self' data: blob: ${ORIGIN};`);
  const { status, policy } = await ask(host, `/files/download/${key}`);
  expect({ status, policy }).toEqual({ status: 200, policy: "default-src 'none'; sandbox" });
});
