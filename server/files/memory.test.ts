import { request } from 'node:http';
import { expect, it } from 'vitest';
import { FORM_TYPE, formBody } from '../testing/files.ts';
import { memoryDuring, newCustomer, startProcess } from '../testing/server-process.ts';

const MB = 1024 * 1024;
const MAX = 20 * MB;
const AT_ONCE = 20;
/**
 * 400 MB come in meanwhile. Taking them in needs some 60; two threads look through one file each for
 * keys, as bytes and as text, and on a busy machine the collector is some way behind.
 */
const ROOM = 300 * MB;

it.runIf(process.platform === 'linux')(
  'takes in 20 uploads of 20MB at once without holding them in memory',
  async () => {
    const server = await startProcess({ CONFIRM_EMAIL: 'false' });
    await server.ready();
    const { token } = await newCustomer(server.url);
    const body = formBody({ name: 'app.bin', content: Buffer.alloc(MAX, 'unblock') });
    // The first one loads what an upload needs.
    expect(await send(server.url, token, body)).toBe(201);
    let answers: unknown[] = [];
    const { before, peak } = await memoryDuring(server, async () => {
      const sent = Array.from({ length: AT_ONCE }, () => send(server.url, token, body));
      answers = await Promise.all(sent);
    });
    expect(answers).toEqual(Array.from({ length: AT_ONCE }, () => 201));
    expect(peak - before).toBeLessThan(ROOM);
  },
  300_000,
);

/** Sends one form as fast as it is taken. */
function send(url: string, token: string, body: Buffer): Promise<number | undefined> {
  const headers = {
    'content-type': FORM_TYPE,
    'content-length': body.length,
    authorization: `Bearer ${token}`,
  };
  return new Promise((resolve, reject) => {
    request(`${url}/files/upload`, { method: 'POST', headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    })
      .once('error', reject)
      .end(body);
  });
}
