import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { aRequest } from './deeds.ts';
import { hangingMailServer } from './mail-server.ts';
import { PATIENCE, quickest, timeOf } from './patience.ts';
import { answers, type Call, newCustomer, startProcess } from './server-process.ts';
import { LONG } from './soak.ts';

const SLOW_MS = 2000;

describe('while the mail server hangs', () => {
  test('nobody waits for it, and each mail arrives once when it is back', async () => {
    const mails = await hangingMailServer();
    const server = await startProcess({ SMTP_URL: mails.url, CONFIRM_EMAIL: 'false' });
    await server.ready();
    const { call } = await newCustomer(server.url);
    for (let count = 0; count < 5; count++)
      expect((await call('POST', '/api/tickets', aRequest)).status).toBe(201);
    await vi.waitUntil(() => mails.hangs(), PATIENCE);
    await sleep(LONG ? 60_000 : 0);
    const posted = 5 + (await postInGoodTime(call));
    mails.mend();
    await vi.waitUntil(() => mails.received('New Request Created').length >= posted, PATIENCE);
    await sleep(500);
    expect(mails.received('New Request Created')).toHaveLength(posted);
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  }, 300_000);
});

describe('bodies that do not end', () => {
  const WAITING = LONG ? 400 : 50;
  /** Chunks of 64 KiB: more than any call may send. */
  const TOO_MANY = 20;

  test('are cut off once they are too large, and cost the others nothing', async () => {
    const server = await startProcess({ CONFIRM_EMAIL: 'false' });
    await server.ready();
    const { call, token } = await newCustomer(server.url);
    const head = `POST /api/tickets HTTP/1.1\r\nHost: unblock\r\nAuthorization: Bearer ${token}\r\n`;
    const body = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const starts = [head.slice(0, 30), head, `${head}${body}`, `${head}${body}5\r\n{"des\r\n`];
    const slow = await Promise.all(
      Array.from({ length: WAITING }, (_, n) => open(server.url, starts[n % starts.length] ?? '')),
    );
    // Somebody who does not read what comes never hears that it was the last.
    for (const socket of slow) socket.resume();
    const drip = setInterval(() => {
      for (const [n, socket] of slow.entries())
        socket.write(n % starts.length === 3 ? '1\r\nx\r\n' : '');
    }, 500);
    onTestFinished(() => clearInterval(drip));

    const endless = await open(server.url, `${head}${body}`);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    endless.write(chunk.repeat(TOO_MANY));
    expect(await firstOf(endless)).toMatch(/^HTTP\/1\.1 413 /);
    const pour = setInterval(() => endless.write(chunk), 1);
    onTestFinished(() => clearInterval(pour));
    await vi.waitUntil(() => endless.destroyed, PATIENCE);
    for (let count = 0; count < 20; count++) {
      await postInGoodTime(call);
    }
    if (!LONG) return;
    // The slow ones have a minute.
    await vi.waitUntil(() => slow.every(({ destroyed }) => destroyed), { timeout: 100_000 });
    expect(await answers(`${server.url}/readyz`)).toBe(true);
  }, 300_000);
});

describe('a disk that is full', () => {
  test('refuses what cannot be kept, keeps what was acknowledged, and works again with room', async (context) => {
    const disk = smallDisk();
    if (disk === null) return context.skip('needs the right to mount a file system');
    const server = await startProcess({
      DATA_DIR: path.join(disk, 'data'),
      CONFIRM_EMAIL: 'false',
    });
    await server.ready();
    const { call } = await newCustomer(server.url);
    const kept = [await post(call)];
    const filler = path.join(disk, 'filler');
    fill(disk, filler);
    const seen = new Set<number>();
    for (let count = 0; count < 3000 && !seen.has(503); count++) {
      const { status, id } = await post(call);
      seen.add(status);
      if (status === 201) kept.push({ status, id });
    }
    expect([...seen].filter((status) => status !== 201)).toEqual([503]);
    expect(await answers(`${server.url}/healthz`)).toBe(true);
    rmSync(filler);
    await vi.waitUntil(async () => (await post(call)).status === 201, PATIENCE);
    for (const { id } of kept.slice(-50)) {
      expect((await call('GET', `/api/tickets/${id}`)).status).toBe(200);
    }
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  }, 300_000);
});

async function post(call: Call): Promise<{ status: number; id: string }> {
  const { status, body } = await call<{ id: string }>('POST', '/api/tickets', {
    ...aRequest,
    description: 'It loops. '.repeat(800),
  });
  return { status, id: body.id };
}

/** @returns how often it was posted until that was quick */
async function postInGoodTime(call: Call): Promise<number> {
  let posted = 0;
  const work = async () => {
    expect((await call('POST', '/api/tickets', aRequest)).status).toBe(201);
    posted += 1;
  };
  expect(await quickest(SLOW_MS, () => timeOf(work))).toBeLessThan(SLOW_MS);
  return posted;
}

async function open(url: string, start: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(start);
  return socket;
}

async function firstOf(socket: Socket): Promise<string> {
  const [data] = await once(socket, 'data');
  return String(data);
}

const DISK_MB = 300;

/** Null where we may not make one. */
function smallDisk(): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-disk-'));
  try {
    const size = `size=${DISK_MB}m,mode=755`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

function fill(disk: string, file: string): void {
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize));
  } catch {
    // The database took some of it meanwhile.
  }
}
