import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browser, call, listeningWorld, signedInPerson } from '../testing/accounts.ts';
import type { World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

const raw = (path: string, init: RequestInit = {}) => fetch(`${world.url}/auth/v1${path}`, init);
const json = { 'content-type': 'application/json' };

describe('an error', () => {
  test('has the shape that the caller’s version asks for', async () => {
    const now = await call(world, '/user');
    expect(now.body).toEqual({
      code: 'no_authorization',
      message: 'This endpoint requires a valid Bearer token',
    });
    expect(now.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    for (const headers of [
      {},
      { 'x-supabase-api-version': '2023-12-31' },
      { 'x-supabase-api-version': 'new' },
    ]) {
      const before = await raw('/user', { headers: headers as Record<string, string> });
      expect(before.headers.get('x-supabase-api-version')).toBeNull();
      expect(await before.json()).toEqual({
        code: 401,
        error_code: 'no_authorization',
        msg: 'This endpoint requires a valid Bearer token',
      });
    }
  });

  test('of a weak password has its reasons in both shapes', async () => {
    const body = { email: 'a@b.de', password: '12345' };
    const weak_password = { reasons: ['length'] };
    expect((await call(world, '/signup', { body })).body).toMatchObject({
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      weak_password,
    });
    const before = await raw('/signup', {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    });
    expect(await before.json()).toMatchObject({
      code: 422,
      error_code: 'weak_password',
      weak_password,
    });
    const { error } = await browser(world).signUp(body);
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
  });

  test.each([
    ['broken JSON', '{', 400, 'bad_json'],
    ['a poisoned object', '{"__proto__": {"a": 1}}', 400, 'bad_json'],
    ['a list', '[]', 400, 'validation_failed'],
    ['a text', '"a"', 400, 'validation_failed'],
    ['nothing at all', 'null', 422, 'anonymous_provider_disabled'],
    [
      'deep nesting',
      `{"data":${'['.repeat(5000)}${']'.repeat(5000)},"email":"a@b.de","password":"grüne Wiese"}`,
      400,
      'validation_failed',
    ],
    [
      'a book among members that mean nothing',
      JSON.stringify({ email: 'a@b.de', x: 'x'.repeat(1_000_000) }),
      400,
      'validation_failed',
    ],
    ['too much', JSON.stringify({ email: 'x'.repeat(1_100_000) }), 413, 'request_entity_too_large'],
  ])('answers %s', async (_, body, status, code) => {
    expect(await call(world, '/signup', { body })).toMatchObject({ status, body: { code } });
  });

  test('lets whoever sends far too much finish, so that it is read', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(10_000_000) });
    for (const path of ['/auth/v1/signup', '/api/waitlist', '/webhooks/stripe']) {
      const answer = await fetch(world.url + path, { method: 'POST', headers: json, body });
      expect(answer.status, path).toBe(413);
      expect(answer.headers.get('connection'), path).not.toBe('close');
    }
  });

  test('answers what is not JSON, so that other sites’ forms cannot call', async () => {
    const response = await raw('/token?grant_type=password', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{"email":"a@b.de","password":"x"}',
    });
    expect(response.status).toBe(400);
  });

  test('answers what is not there', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['POST', '/otp'],
      ['GET', '/signup'],
      ['GET', '/admin/users'],
    ] as const) {
      const answer = await call(world, path, { method });
      expect(answer, path).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test('of ours says nothing about us', async () => {
    const { pool } = world.context;
    const query = pool.query;
    pool.query = (() => Promise.reject(new Error('secret inside'))) as typeof pool.query;
    const connect = pool.connect;
    pool.connect = (() => Promise.reject(new Error('secret inside'))) as typeof pool.connect;
    const answer = await call(world, '/recover', { body: { email: 'a@b.de' } });
    Object.assign(pool, { query, connect });
    expect(answer).toMatchObject({ status: 500, body: { code: 'unexpected_failure' } });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  });
});

describe('answers', () => {
  test('with a person or a token are kept by nobody', async () => {
    const { session } = await signedInPerson(world);
    const { headers } = await call(world, '/user', { token: session.access_token });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('are readable for our own pages only', async () => {
    const preflight = (origin: string) =>
      raw('/user', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT' },
      });
    const ours = await preflight('http://localhost:3000');
    expect(ours.status).toBe(204);
    expect(ours.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
    expect(ours.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(ours.headers.get('access-control-expose-headers')).toBe('X-Supabase-Api-Version');
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost:3001',
      'http://localhost:3000.evil.example',
    ]) {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('about the service need no session', async () => {
    expect((await call(world, '/health')).body).toMatchObject({ name: 'Unblock' });
    expect((await call(world, '/settings')).body).toMatchObject({
      external: { email: true, phone: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    });
  });
});
