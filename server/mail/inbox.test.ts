import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE } from '../testing/patience.ts';
import { portForTest } from '../testing/ports.ts';
import { sendRaw } from '../testing/raw-http.ts';
import { type Inbox, startInbox } from './inbox.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'unblock-inbox-'));
let inbox: Inbox;
let url: string;
beforeAll(async () => {
  inbox = await startInbox({ webPort: await portForTest(), folder });
  url = `http://127.0.0.1:${inbox.webPort}`;
  const mailer = nodemailer.createTransport(inbox.smtpUrl);
  await mailer.sendMail({
    from: 'a@b.example',
    to: 'c@d.example',
    subject: 'Hello',
    text: 'A link',
  });
  await vi.waitUntil(async () => (await mails()).length === 1, PATIENCE);
});
afterAll(async () => {
  await inbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function mails(): Promise<{ id: string; subject: string }[]> {
  return (await fetch(`${url}/email`)).json();
}

const POLLING = '/socket.io/?EIO=4&transport=polling';

describe('the embedded inbox', () => {
  it.each(['/', '/email', '/config', '/healthz', POLLING])(
    'answers its own page at %s, and lets no other site read it',
    async (target) => {
      for (const headers of [{}, { origin: url }, { 'sec-fetch-site': 'same-origin' }]) {
        const answer = await fetch(url + target, { headers });
        expect(answer.status).toBe(200);
        const names = [...answer.headers.keys()];
        expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
        expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
      }
    },
  );

  it.each(['/', '/email', '/email/all', '/config', '/reloadMailsFromDirectory', POLLING])(
    'refuses pages of other sites at %s',
    async (target) => {
      for (const origin of [
        'https://evil.example',
        'null',
        'http://127.0.0.1:1',
        `${url}.evil.example`,
      ])
        for (const method of ['GET', 'DELETE', 'OPTIONS', 'PATCH']) {
          const answer = await fetch(url + target, { method, headers: { origin } });
          expect({ origin, method, status: answer.status }).toEqual({
            origin,
            method,
            status: 403,
          });
          expect(answer.headers.get('access-control-allow-origin')).toBeNull();
          expect(await answer.text()).not.toContain('A link');
        }
      // A script or a picture names no origin.
      const hidden = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
      expect((await fetch(url + target, { headers: hidden })).status).toBe(403);
    },
  );

  it('refuses a name of somebody else that was made to lead here', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${inbox.webPort}`,
      'localhost.evil.example',
      '',
    ]) {
      const request = `GET /email HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect({ host, ...(await sendRaw(url, request)) }).toMatchObject({ host, status: 403 });
    }
    for (const host of ['localhost', `localhost:${inbox.webPort}`, `[::1]:${inbox.webPort}`]) {
      const request = `GET /email HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect({ host, ...(await sendRaw(url, request)) }).toMatchObject({ host, status: 200 });
    }
  });

  it.each([
    ['its own page', {}, 101],
    ['a page of another site', { Origin: 'https://evil.example' }, 403],
    ['no page at all', { Origin: 'null' }, 403],
    ['a foreign name', { Host: 'evil.example', Origin: 'http://evil.example' }, 403],
  ])('opens its socket to its own page alone: %s', async (_who, changes, status) => {
    const headers = {
      Host: `127.0.0.1:${inbox.webPort}`,
      Origin: url,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...changes,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const target = '/socket.io/?EIO=4&transport=websocket';
    const request = `GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
    expect(await sendRaw(url, request, 1000)).toMatchObject({ status });
  });

  it('still has all of its mails', async () => {
    expect(await mails()).toMatchObject([{ subject: 'Hello' }]);
  });
});
