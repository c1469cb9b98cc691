import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Ticket } from '#domain/ticket.ts';
import {
  type Call,
  demoPerson,
  type ServerProcess,
  startProcess,
  temporaryFolder,
} from '../testing/server-process.ts';

const execute = promisify(execFile);

function run(command: 'backup' | 'restore', folder: string, dataDir: string) {
  const script = path.join(import.meta.dirname, `${command}.ts`);
  return execute(process.execPath, [script, folder], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
  });
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ stderr }: { stderr: string }) => stderr.trim(),
  );

/** All that the customer of the demo sees, files by what is in them. */
async function seenBy(call: Call, { url }: ServerProcess) {
  const tickets: Ticket[] = [];
  for (const view of ['active', 'history']) {
    const { body } = await call<{ items: Ticket[] }>('GET', `/api/tickets?view=${view}&limit=100`);
    tickets.push(...body.items);
  }
  const parts = ['messages', 'milestones', 'history', 'files'];
  const seen: unknown[] = [];
  for (const { id } of tickets) {
    for (const part of parts) {
      const { body } = await call<{ items: Record<string, unknown>[] }>(
        'GET',
        `/api/tickets/${id}/${part}?limit=100`,
      );
      // Links are signed anew each time.
      seen.push(body.items.map(({ thumbnail_url: _, ...item }) => item));
      if (part !== 'files') continue;
      for (const { key, actions } of body.items as { key: string; actions: Ticket['actions'] }[]) {
        if (actions.open?.allowed) seen.push(await hashOf(call, url, key));
      }
    }
  }
  return { tickets, seen };
}

async function hashOf(call: Call, origin: string, key: string): Promise<string> {
  const { body } = await call<{ url: string }>('GET', `/api/files/${key}/link`);
  const file = await fetch(origin + body.url);
  return createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex');
}

describe('a backup', () => {
  test('of a running server makes the same product on an empty machine', async () => {
    const server = await startProcess({ DEMO: 'on', NODE_ENV: 'test' });
    await server.ready();
    const customer = await demoPerson(server.url, 'customer');
    const backup = path.join(temporaryFolder(), 'backup');
    const before = await seenBy(customer, server);
    await run('backup', backup, server.settings.DATA_DIR);
    expect(before.tickets.length).toBeGreaterThan(5);

    server.kill('SIGTERM');
    await server.ended;
    const dataDir = temporaryFolder();
    const { stdout } = await run('restore', backup, dataDir);
    expect(stdout).toContain('all that has to hold, holds');

    const restored = await startProcess({ DATA_DIR: dataDir });
    await restored.ready();
    const returning = await demoPerson(restored.url, 'customer');
    expect(await seenBy(returning, restored)).toEqual(before);
    const { status } = await returning('POST', `/api/tickets/${before.tickets[0]?.id}/read`);
    expect(status).toBe(204);
    expect(await problemOf(run('restore', backup, dataDir))).toMatch(/not empty/);
  }, 120_000);

  test('that is not whole is not restored, and nothing is written over', async () => {
    const folder = temporaryFolder();
    expect(await problemOf(run('restore', folder, temporaryFolder()))).toMatch(/no whole backup/);
    expect(await problemOf(run('backup', folder, temporaryFolder()))).toMatch(/exists already/);
    mkdirSync(path.join(folder, 'secrets'));
    expect(await problemOf(run('restore', folder, temporaryFolder()))).toMatch(/no whole backup/);
  });
});
