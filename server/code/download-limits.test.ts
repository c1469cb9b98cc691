import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { downloadLink } from '../files/link.ts';
import { LIMITS } from '../http/limits.ts';
import { listeningWorld } from '../testing/accounts.ts';
import { bringAndRead } from '../testing/code.ts';
import { ok, postRequest } from '../testing/deeds.ts';
import { follow } from '../testing/files.ts';
import type { Person, World } from '../testing/world.ts';
import { beginDownload } from './begin-download.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await listeningWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

/** A signed link to a project that does not fit into what waits on the way. */
async function projectLink(person = customer, bytes = 400_000): Promise<string> {
  const { id: ticketId } = await postRequest(person);
  const project = { 'raw.bin': randomBytes(bytes) };
  // In so many bytes of chance there is something like a password.
  const { id } = await bringAndRead(world, person, ticketId, project, { secrets: 'share' });
  const path = `/api/snapshots/${id}/archive/link`;
  return ok(await person.call<{ url: string }>('GET', path)).url;
}

function ask(url: string): Socket {
  const { port, hostname } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${url} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  return socket;
}

/** Asks for a download, and takes nothing of it once it has begun. */
async function stall(url: string): Promise<Socket> {
  const socket = ask(url);
  const [begun] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  expect(begun.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /);
  return socket;
}

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const connections = () => promisify(world.app.server.getConnections.bind(world.app.server))();

async function limited(work: () => Promise<void>): Promise<void> {
  const { config, db } = world.context;
  config.rateLimits = true;
  try {
    await work();
  } finally {
    config.rateLimits = false;
    await db.deleteFrom('rate_limits').execute();
  }
}

describe('a signed link to code', () => {
  it('is not followed without end', async () => {
    const url = await projectLink();
    await limited(async () => {
      for (let count = 0; count < LIMITS.code_archive.hits; count++)
        expect((await follow(world, url)).status).toBe(200);
      const { status, headers } = await follow(world, url);
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    });
  });

  it.each(['projects', 'patches', 'hand-backs'] as const)('to %s is limited', async (kind) => {
    const linked = { key: randomUUID(), personId: customer.id };
    const { url } = downloadLink(world.context.config, linked, kind);
    await limited(async () => {
      for (let count = 0; count < LIMITS.code_archive.hits; count++)
        expect((await follow(world, url)).status).toBe(404);
      expect((await follow(world, url)).status).toBe(429);
    });
  });

  it.each([
    ['followed', (url: string) => url],
    ['called for itself', (url: string) => `/api/snapshots/${/[0-9a-f-]{36}/.exec(url)}/archive`],
  ])(
    'is %s twice at once by one person; the next waits until an answer has closed',
    async (_, to) => {
      const link = await projectLink();
      const headers = { authorization: `Bearer ${customer.token}` };
      const begin = (url = to(link)) => world.app.inject({ url, headers, payloadAsStream: true });
      const [first, second] = await Promise.all([begin(), begin()]);
      let isThird = false;
      const third = begin().then((answer) => {
        isThird = true;
        return answer;
      });
      await pass(300);
      expect(isThird).toBe(false);
      first.stream().resume();
      (await third).stream().resume();
      expect((await third).statusCode).toBe(200);
      second.stream().resume();
    },
  );

  it('is followed while others hold all turns and take nothing; one of them is broken off', async () => {
    const stalled: Socket[] = [];
    for (let count = 0; count < 6; count++) {
      const slow = await world.person('customer');
      const url = await projectLink(slow, 12_000_000);
      stalled.push(await stall(url), await stall(url));
    }
    const url = await projectLink();
    const left = ask(url);
    await pass(300);
    left.destroy();
    await expect.poll(connections).toBe(stalled.length);
    await pass(12_000);
    // Nobody waits any more: for whom has left, none is broken off.
    expect(await connections()).toBe(stalled.length);
    expect((await follow(world, url)).status).toBe(200);
    const isBroken = await Promise.all(stalled.map(isBrokenOff));
    expect(isBroken.filter(Boolean)).toHaveLength(1);
  }, 240_000);

  it('is followed while others hold all turns for long with fast lines', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    // Each takes 300 kB a second, and has more to take.
    const begin = async (id: string) => {
      const bytesWritten = () => performance.now() * 300;
      const raw = new PassThrough();
      Object.defineProperty(raw, 'socket', {
        get: () => ({ bytesWritten: bytesWritten(), writableLength: 1 }),
      });
      await beginDownload({ server: world.app } as never, { raw } as never, { id });
      return raw;
    };
    const owners = Array.from({ length: 6 }, () => randomUUID());
    const held = await Promise.all([...owners, ...owners].map(begin));
    const isBegun = vi.fn();
    const waiting = begin(randomUUID()).then((raw) => {
      isBegun();
      return raw;
    });
    await vi.advanceTimersByTimeAsync(55_000);
    expect(isBegun).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(isBegun).toHaveBeenCalled();
    expect(held.filter(({ destroyed }) => destroyed)).toHaveLength(1);
    for (const raw of [...held, await waiting]) raw.destroy();
  });
});

/** Whether an answer ended before its end. */
async function isBrokenOff(socket: Socket): Promise<boolean> {
  let isOver = false;
  socket.once('close', () => {
    isOver = true;
  });
  socket.on('error', () => undefined);
  let taken = 0;
  socket.on('data', ({ length }: Buffer) => {
    taken += length;
  });
  socket.resume();
  await expect.poll(() => isOver || taken > 11_000_000, { timeout: 30_000 }).toBe(true);
  return isOver;
}
