import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ publicUrl: 'https://unblock.example' });
});
afterAll(() => world.close());

describe('what the server shows to everybody', () => {
  it.each([
    '/.git/config',
    '/.env',
    '/.npmrc',
    '/package.json',
    '/server/main.js',
    '/data/jwt-key.json',
    '/assets/',
    '/assets/../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/root.js.map',
    '/__spa-fallback.html',
    '/api/',
    '/api/debug',
    '/metrics/',
  ])('is not %s', async (url) => {
    const { statusCode, body } = await world.app.inject(url);
    // Without a file of that name the web leads home.
    expect([301, 302, 400, 403, 404]).toContain(statusCode);
    expect(body).not.toContain('"dependencies"');
  });

  it.each(['TRACE', 'CONNECT', 'PROPFIND'])('takes no %s', async (method) => {
    const answer = await world.app.inject({ method: method as 'GET', url: '/api/config' });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  });

  it('names neither program nor version, in good answers and bad ones', async () => {
    for (const url of ['/', '/api/config', '/api/nothing', '/auth/v1/nothing', '/files/nothing']) {
      const { headers } = await world.app.inject(url);
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
      });
    }
  });
});

describe('a page of another site', () => {
  it.each(['/api/config', '/api/me', '/api/live', '/files/upload', '/webhooks/sandbox'])(
    'may not read or change anything at %s',
    async (url) => {
      for (const origin of [
        'https://evil.example',
        'null',
        'https://unblock.example.evil.example',
      ]) {
        const preflight = {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        };
        const asked = await world.app.inject({ method: 'OPTIONS', url, headers: preflight });
        const got = await world.app.inject({ url, headers: { origin } });
        for (const { headers } of [asked, got]) {
          expect(headers).not.toHaveProperty('access-control-allow-origin');
          expect(headers).not.toHaveProperty('access-control-allow-credentials');
        }
      }
    },
  );
});
