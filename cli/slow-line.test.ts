import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { Api, LONGEST_SILENCE } from './api.ts';
import { Terminal } from './terminal.ts';

const { ms } = LONGEST_SILENCE;
afterEach(() => {
  LONGEST_SILENCE.ms = ms;
});

/** What comes from a server that answers in this way, with little patience. */
async function fetched(answer: (response: ServerResponse) => Promise<void>): Promise<string> {
  const server = createServer((_, response) => void answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  LONGEST_SILENCE.ms = 1000;
  const { port } = server.address() as AddressInfo;
  const terminal = new Terminal({ json: true, yes: true });
  const api = new Api({ terminal, server: `http://127.0.0.1:${port}` }, 'ubk_any');
  return (await api.bytes('/any')).toString();
}

test('what comes slowly is taken for as long as it comes', async () => {
  const drip = async (response: ServerResponse) => {
    for (let count = 0; count < 12; count++) {
      response.write('x');
      await sleep(200);
    }
    response.end();
  };
  expect(await fetched(drip)).toBe('x'.repeat(12));
});

test.each([
  ['before the answer', async () => undefined],
  ['in the midst of it', async (response: ServerResponse) => void response.write('x')],
])('a server that falls silent %s is given up', async (_, answer) => {
  await expect(fetched(answer)).rejects.toThrow('it did not answer in time');
});
