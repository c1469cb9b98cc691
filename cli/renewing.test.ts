import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { introduced } from './oauth.ts';
import { withLock } from './own-files.ts';
import { ended, Machine } from './testing.ts';

// A refresh token that is used twice ends the connection: nothing may use one twice, or lose the next one.

const LONG_AGO = new Date(Date.now() - 600_000);
const newFile = () => path.join(new Machine('').home, 'credentials.json');

test('a lock that others took for stale is theirs', async () => {
  const file = newFile();
  const order: string[] = [];
  const slow = withLock(file, async () => {
    await utimes(`${file}.lock`, LONG_AGO, LONG_AGO);
    const second = withLock(file, async () => {
      order.push('second begins');
      await sleep(600);
      order.push('second ends');
    });
    await expect.poll(() => order).toEqual(['second begins']);
    return { second };
  });
  const { second } = await slow;
  await withLock(file, async () => order.push('third'));
  await second;
  expect(order).toEqual(['second begins', 'second ends', 'third']);
  expect(await readdir(path.dirname(file))).toEqual([]);
});

test('a lock that a killed process left is taken over by one of those who wait', async () => {
  const file = newFile();
  let [inside, most] = [0, 0];
  for (let round = 0; round < 4; round++) {
    await writeFile(`${file}.lock`, '');
    await utimes(`${file}.lock`, LONG_AGO, LONG_AGO);
    const one = () =>
      withLock(file, async () => {
        most = Math.max(most, ++inside);
        await sleep(20);
        inside--;
      });
    await Promise.all([one(), one(), one(), one()]);
  }
  expect(most).toBe(1);
  expect(await readdir(path.dirname(file))).toEqual([]);
});

test('whoever waits for another command is told so', async () => {
  const file = newFile();
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  await writeFile(`${file}.lock`, 'of a command that was killed');
  const waiting = withLock(file, async () => 'done');
  const words = /^Waiting for another command\. If none is running, delete .*\.json\.lock\n$/;
  await expect.poll(() => said.mock.calls.flat().join(''), { timeout: 5000 }).toMatch(words);
  await rm(`${file}.lock`);
  expect(await waiting).toBe('done');
});

async function serverThat(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each<[string, RequestListener, string]>([
  ['never answers', () => undefined, 'in time'],
  [
    'never ends its answer',
    (_, response) => {
      response.setHeader('content-type', 'application/json');
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(100_000)));
      };
      response.on('drain', more);
      more();
    },
    'too long',
  ],
])('a server that %s is not waited for', async (_, listener, words) => {
  const server = await serverThat(listener);
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const shorter = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(1000));
  onTestFinished(() => shorter.mockRestore());
  await expect(introduced(server, 'http://127.0.0.1/callback')).rejects.toThrow(words);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a sign-in that is being renewed is kept before %s ends the command',
  async (signal) => {
    const asked = Promise.withResolvers<void>();
    const server: string = await serverThat((request, response) => {
      const about = { issuer: server, token_endpoint: `${server}/oauth/token` };
      const renewed = { token_type: 'bearer', access_token: 'new', refresh_token: 'next' };
      const isToken = request.url === '/oauth/token';
      if (isToken) asked.resolve();
      response.setHeader('content-type', 'application/json');
      const answer = isToken ? { ...renewed, expires_in: 3600 } : about;
      setTimeout(() => response.end(JSON.stringify(answer)), isToken ? 500 : 0);
    });
    const machine = new Machine(server);
    const folder = path.join(machine.home, '.config/unblock');
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, 'credentials.json');
    const old = { client_id: 'a', access_token: 'b', refresh_token: 'c', expires_at: 0 };
    await writeFile(file, JSON.stringify({ server, servers: { [server]: old } }));
    const child = await machine.start(['status']);
    await asked.promise;
    child.kill(signal);
    expect(await ended(child)).toMatchObject({ code: 130 });
    expect(JSON.parse(await readFile(file, 'utf8')).servers[server]).toMatchObject({
      access_token: 'new',
      refresh_token: 'next',
    });
    expect(await readdir(folder)).toEqual(['credentials.json']);
  },
);
