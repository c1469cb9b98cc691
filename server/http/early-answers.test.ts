import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILD_CONTACT } from '#domain/site.ts';
import { sendRaw } from '../testing/raw-http.ts';
import { openWorld, type World } from '../testing/world.ts';
import { WEB_FOLDER } from './web-build.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({
    publicUrl: 'https://unblock.example',
    contactAddress: 'stuck@unblock.example',
  });
  await world.listen();
});
afterAll(() => world.close());

const PROTECTION = {
  'content-security-policy': expect.stringMatching(
    /default-src '(self|none)'.*frame-ancestors 'none'/,
  ),
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const get = (target: string, more = '') =>
  `GET ${target} HTTP/1.1\r\nHost: unblock.example\r\nConnection: close\r\n${more}\r\n`;

describe('an answer that comes before any call was found', () => {
  it.each([
    ['an address that cannot be read', 400, get('/%zz')],
    ['such an address of a call', 400, get('/api/tickets/%')],
    ['an id that is too long to be one', 404, get(`/api/tickets/${'a'.repeat(300)}`)],
    ['an address that is too long', 431, get(`/${'a'.repeat(20_000)}`)],
    ['headers that are too long', 431, get('/', `X-Long: ${'a'.repeat(20_000)}\r\n`)],
    ['a method that nobody knows', 400, 'SHOUT / HTTP/1.1\r\nHost: unblock.example\r\n\r\n'],
    ['a method that is for others', 404, get('/api/config').replace('GET', 'PROPFIND')],
    ['no HTTP at all', 400, 'hello\r\n\r\n'],
    ['a line that ends too early', 400, 'GET / HTTP/1.1\nHost: x\n\n'],
    ['two lengths of one body', 400, get('/', 'Content-Length: 1\r\nContent-Length: 2\r\n')],
    ['no host', 400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a wish that cannot be met', 417, get('/', 'Expect: miracle\r\n')],
    ['a call that is not there', 404, get('/api/nothing')],
    ['a file that is not there', 404, get('/assets/nothing.js')],
    ['a screen that is not there', 302, get('/nothing')],
  ])('carries the headers that protect: %s', async (_what, status, request) => {
    const answer = await sendRaw(world.url, request);
    expect(answer).toMatchObject({ status, headers: PROTECTION });
    expect(answer?.headers).not.toHaveProperty('server');
  });

  it('comes to headers that do not end, 20 s later at most', async () => {
    const began = performance.now();
    const slow = ['GET / HT', 'GET / HTTP/1.1\r\nHost: unblock.example\r\nX-Slow: '].map((start) =>
      sendRaw(world.url, start, 60_000),
    );
    for (const answer of await Promise.all(slow))
      expect(answer).toMatchObject({ status: 408, headers: PROTECTION });
    // A busy machine is some seconds late; without a limit of ours it would be a minute.
    expect(performance.now() - began).toBeLessThan(40_000);
  }, 70_000);

  it('says what is wrong as every error does', async () => {
    for (const request of [get('/%zz'), 'hello\r\n\r\n', get(`/${'a'.repeat(20_000)}`)]) {
      const answer = await sendRaw(world.url, request);
      expect(answer?.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(JSON.parse(answer?.body ?? '')).toMatchObject({ status: answer?.status });
    }
  });
});

describe('a built file', () => {
  const files = readdirSync(path.join(WEB_FOLDER, 'assets')).filter(
    (name) => !/\.(br|gz)$/.test(name),
  );

  it.each(['.js', '.css', '.woff2'])(
    'that ends in %s carries the headers that protect',
    async (end) => {
      const name = files.find((file) => file.endsWith(end));
      const { status, headers } = (await sendRaw(world.url, get(`/assets/${name}`))) ?? {};
      expect({ status, headers }).toMatchObject({ status: 200, headers: PROTECTION });
    },
  );

  it.each(['/', '/learn-more', '/pricing', '/faq', '/become-unblocker', '/dashboard'])(
    'and the page %s run no script that the policy does not name',
    async (address) => {
      const { headers, body } = await world.app.inject(address);
      const policy = String(headers['content-security-policy']);
      const scripts = [...body.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
      expect(scripts.length).toBeGreaterThan(1);
      for (const [, attributes = '', script = ''] of scripts) {
        if (/\ssrc="\//.test(attributes)) continue;
        expect(policy).toContain(
          `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
        );
      }
      expect(body).not.toMatch(/<[^>]+\son[a-z]+=|javascript:/i);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    },
  );

  it.each(['/', '/privacy-policy', '/dashboard'])(
    'and the page %s say where its operator is written to',
    async (address) => {
      const { body } = await world.app.inject(address);
      expect(body).toContain('stuck@unblock.example');
      expect(body).not.toContain(BUILD_CONTACT);
    },
  );

  it('and a page carry the headers of every answer', async () => {
    for (const address of ['/', '/pricing', '/dashboard', '/robots.txt', '/icon.svg']) {
      const answer = await sendRaw(world.url, get(address));
      expect({ address, ...answer }).toMatchObject({ address, status: 200, headers: PROTECTION });
    }
  });
});
