import { afterEach, expect, test, vi } from 'vitest';
import { networkError } from './api-error.ts';
import { api } from './client.ts';

afterEach(() => vi.unstubAllGlobals());

function answerWith(body: BodyInit): void {
  const headers = { 'content-type': 'application/json' };
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async () => new Response(body, { headers }));
}

test('an answer that breaks off half-way is a lost connection', async () => {
  const broken = new ReadableStream({
    start(answer) {
      answer.enqueue(new TextEncoder().encode('{"items":['));
      answer.error(new TypeError('network error'));
    },
  });
  answerWith(broken);
  await expect(api.get('/api/me')).rejects.toEqual(networkError());
});

test('the page of a proxy in place of an answer is no connection to us either', async () => {
  answerWith('<!doctype html><title>Welcome to our WLAN</title>');
  await expect(api.get('/api/me')).rejects.toEqual(networkError());
});

test('an answer that is not wanted any more is not said to be lost', async () => {
  const given = new DOMException('no more', 'AbortError');
  answerWith(new ReadableStream({ start: (answer) => answer.error(given) }));
  await expect(api.get('/api/me')).rejects.toBe(given);
});
