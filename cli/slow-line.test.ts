import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { Api, LONGEST_SILENCE } from './api.ts';
import { Terminal } from './terminal.ts';

const { ms } = LONGEST_SILENCE;
afterEach(() => {
  LONGEST_SILENCE.ms = ms;
});

/** The API of a server that answers in this way, with little patience. */
async function apiOf(answer: RequestListener): Promise<Api> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A machine that stands still for two seconds is not silent.
  LONGEST_SILENCE.ms = 3000;
  const { port } = server.address() as AddressInfo;
  const terminal = new Terminal({ json: true, yes: true });
  return new Api({ terminal, server: `http://127.0.0.1:${port}` }, 'ubk_any');
}

async function fetched(answer: (response: ServerResponse) => Promise<void>): Promise<string> {
  const api = await apiOf((_, response) => void answer(response));
  return (await api.bytes('/any')).toString();
}

test('what comes slowly is taken for as long as it comes', async () => {
  const drip = async (response: ServerResponse) => {
    for (let count = 0; count < 18; count++) {
      response.write('x');
      await sleep(200);
    }
    response.end();
  };
  expect(await fetched(drip)).toBe('x'.repeat(18));
});

test.each([
  ['before the answer', async () => undefined],
  ['in the midst of it', async (response: ServerResponse) => void response.write('x')],
])('a server that falls silent %s is given up', async (_, answer) => {
  await expect(fetched(answer)).rejects.toThrow('it did not answer in time');
});

test('what is sent slowly is sent for as long as its size takes', async () => {
  let taken = 0;
  const api = await apiOf(async (request, response) => {
    for await (const part of request) {
      taken += (part as Buffer).length;
      await sleep(20);
    }
    response.end('{"fileKey":"any"}');
  });
  const size = 8 * 1024 ** 2;
  expect(await api.upload('a.zip', Buffer.alloc(size))).toBe('any');
  expect(taken).toBeGreaterThan(size);
});
