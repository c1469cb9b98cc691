import { chmod, readFile } from 'node:fs/promises';
import { createServer, get, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ended, Machine, said } from './testing.ts';

/** A server that lets everybody in, whose answers to questions for a token are these. */
async function serverThat(tokens: RequestListener[]): Promise<string> {
  const about = (own: string) => ({
    issuer: own,
    authorization_endpoint: `${own}/oauth/authorize`,
    token_endpoint: `${own}/oauth/token`,
    registration_endpoint: `${own}/oauth/register`,
    device_authorization_endpoint: `${own}/oauth/device`,
  });
  const server = createServer((request, response) => {
    const own = `http://${request.headers.host}`;
    const device = { device_code: 'd', user_code: 'ABCD-EFGH', verification_uri: own };
    const answers: Record<string, object> = {
      '/oauth/register': { client_id: 'c' },
      '/oauth/device': { ...device, expires_in: 600, interval: 0.05 },
      '/api/me': { email: `${request.headers.authorization}@example.com`, user_type: 'customer' },
    };
    const { url = '' } = request;
    response.setHeader('content-type', 'application/json');
    const next = url === '/oauth/token' ? tokens.shift() : undefined;
    if (next) next(request, response);
    else {
      if (url === '/oauth/register') response.statusCode = 201;
      response.end(JSON.stringify(answers[url] ?? about(own)));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const refusing =
  (status: number, body: object): RequestListener =>
  (_, response) => {
    response.statusCode = status;
    response.end(JSON.stringify(body));
  };
const giving: RequestListener = (_, response) => {
  const token = { token_type: 'bearer', expires_in: 3600 };
  response.end(JSON.stringify({ ...token, access_token: 'new', refresh_token: 'next' }));
};

test('a sign-in by a code goes on where the server is away for a moment', async () => {
  const tokens: RequestListener[] = [
    refusing(400, { error: 'authorization_pending' }),
    (request) => request.socket.destroy(),
    refusing(502, {}),
    refusing(429, { detail: 'Too many.' }),
    giving,
  ];
  const machine = new Machine(await serverThat(tokens));
  expect(await machine.run(['login', '--no-browser'])).toMatchObject({ code: 0 });
  expect(tokens).toEqual([]);
});

test('a sign-in says whose it is, whatever UNBLOCK_TOKEN is', async () => {
  const machine = new Machine(await serverThat([giving]));
  const env = { UNBLOCK_TOKEN: 'ubk_other' };
  expect(await machine.run(['login', '--no-browser'], { env })).toMatchObject({
    code: 0,
    out: expect.stringContaining('as Bearer new@example.com'),
    err: expect.stringContaining('UNBLOCK_TOKEN is set and goes before this sign-in'),
  });
});

test('a browser that calls for no address is told that there is none', async () => {
  const machine = new Machine(await serverThat([giving]));
  await machine.folder('bin', { browser: '#!/bin/sh\necho "$1" > "$HOME/opened"\n' });
  const BROWSER = path.join(machine.home, 'bin', 'browser');
  await chmod(BROWSER, 0o755);
  const child = await machine.start(['login'], { env: { BROWSER } });
  await said(child, /Opening your browser/);
  const opened = path.join(machine.home, 'opened');
  await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).toContain('/authorize?');
  const asked = new URL((await readFile(opened, 'utf8')).trim()).searchParams;
  const back = new URL(asked.get('redirect_uri') ?? '');
  const status = await new Promise((resolve, reject) => {
    const call = get({ host: back.hostname, port: back.port, path: '//' }, (answer) =>
      resolve(answer.statusCode),
    );
    call.on('error', reject);
  });
  expect(status).toBe(404);
  back.search = new URLSearchParams({ code: 'x', state: asked.get('state') ?? '' }).toString();
  expect((await fetch(back)).status).toBe(200);
  expect(await ended(child)).toMatchObject({ code: 0 });
});
