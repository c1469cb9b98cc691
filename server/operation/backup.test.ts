import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { Ticket } from '#domain/ticket.ts';
import { ownMigrations } from '../database/migrate.ts';
import { CHILD_ENV } from '../testing/child-env.ts';
import { dropDatabase } from '../testing/drop-database.ts';
import { PATIENCE } from '../testing/patience.ts';
import { portForTest } from '../testing/ports.ts';
import {
  type Call,
  databaseProcess,
  databaseUrl,
  demoPerson,
  type ServerProcess,
  startProcess,
  temporaryFolder,
} from '../testing/server-process.ts';

const execute = promisify(execFile);

function run(
  command: 'backup' | 'restore',
  folder: string,
  settings: string | Record<string, string>,
) {
  const script = path.join(import.meta.dirname, `${command}.ts`);
  const given = typeof settings === 'string' ? { DATA_DIR: settings } : settings;
  return execute(process.execPath, [script, folder], {
    env: { ...CHILD_ENV, DATA_DIR: temporaryFolder(), ...given },
  });
}

/** An empty database of a role that is no superuser. */
async function emptyDatabase(): Promise<string> {
  const url = new URL(inject('databaseUrl'));
  const name = `backup_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create role ${name} login password 'secret'`);
  await admin.query(`create database ${name} owner ${name}`);
  onTestFinished(async () => {
    await dropDatabase(inject('databaseUrl'), name);
    await admin.query(`drop role ${name}`);
    await admin.end();
  });
  return Object.assign(url, { username: name, password: 'secret', pathname: `/${name}` }).href;
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ stderr }: { stderr: string }) => stderr.trim(),
  );

function putSecret(folder: string, name: string, text: string): void {
  mkdirSync(path.join(folder, 'secrets'), { recursive: true });
  writeFileSync(path.join(folder, 'secrets', name), text);
}

/** Lets no file of a table end, so that the backup is half way however late the signal comes. */
const HALF_WAY = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const write = fs.createWriteStream;
    fs.createWriteStream = (...file) => Object.assign(write(...file), { end() {} });
    syncBuiltinESMExports();
  `)}`,
];

const MIGRATIONS = await ownMigrations();

function putManifest(folder: string, migrations = MIGRATIONS): void {
  const manifest = { made_at: new Date().toISOString(), migrations, tables: {} };
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
}

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
      // Links are signed anew each time, and a date moves while its clock pauses.
      seen.push(body.items.map(({ thumbnail_url: _, due_at: __, clock: ___, ...item }) => item));
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

/** What is in each file of a folder. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(path.join(folder, 'originals'));
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(path.join(folder, 'originals', name), 'hex')]),
  );
}

/** The first file as a restore leaves it that is broken off, by a full disk or Ctrl-C. */
function leaveHalf(from: string, to: string): void {
  const name = path.join('originals', readdirSync(path.join(from, 'originals'))[0] ?? '');
  const whole = readFileSync(path.join(from, name));
  mkdirSync(path.join(to, 'originals'), { recursive: true });
  writeFileSync(path.join(to, name), whole.subarray(0, whole.length / 2));
}

describe('a backup', () => {
  test('of a running server makes the same product on an empty machine', async () => {
    const server = await startProcess({ DEMO: 'on', NODE_ENV: 'test' });
    await server.ready();
    const customer = await demoPerson(server.url, 'customer');
    const backup = path.join(temporaryFolder(), 'backup');
    const before = await seenBy(customer, server);
    const { stdout: said } = await run('backup', backup, server.settings.DATA_DIR);
    expect(said).toContain(`of the embedded database in ${server.settings.DATA_DIR}, and`);
    expect(before.tickets.length).toBeGreaterThan(5);

    server.kill('SIGTERM');
    await server.ended;
    const dataDir = temporaryFolder();
    leaveHalf(path.join(backup, 'files'), path.join(dataDir, 'files'));
    const { stdout } = await run('restore', backup, dataDir);
    expect(stdout).toContain('all that has to hold, holds');

    const restored = await startProcess({ DATA_DIR: dataDir });
    await restored.ready();
    const returning = await demoPerson(restored.url, 'customer');
    expect(await seenBy(returning, restored)).toEqual(before);
    expect(filesIn(path.join(dataDir, 'files'))).toEqual(filesIn(path.join(backup, 'files')));
    const { status } = await returning('POST', `/api/tickets/${before.tickets[0]?.id}/read`);
    expect(status).toBe(204);
    // Nothing means no file or secret either.
    const DATA_DIR = temporaryFolder();
    const used = { DATA_DIR, DATABASE_URL: databaseUrl(dataDir) };
    expect(await problemOf(run('restore', backup, used))).toMatch(/not empty: nothing/);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  }, 300_000);

  test('that is not whole is not restored, and leaves nothing behind', async () => {
    const folder = temporaryFolder();
    const DATA_DIR = temporaryFolder();
    expect(await problemOf(run('restore', folder, DATA_DIR))).toMatch(/no whole backup/);
    expect(await problemOf(run('backup', folder, temporaryFolder()))).toMatch(/exists already/);
    putSecret(folder, 'first-hour-key', 'its');
    expect(await problemOf(run('restore', folder, DATA_DIR))).toMatch(/no whole backup/);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'that %s breaks off leaves no half, and no database that runs',
    async (signal, code) => {
      const server = await startProcess();
      await server.ready();
      server.kill('SIGTERM');
      await server.ended;
      const { DATA_DIR } = server.settings;
      const folder = path.join(temporaryFolder(), 'backup');
      const script = path.join(import.meta.dirname, 'backup.ts');
      const env = { ...CHILD_ENV, DATA_DIR };
      const backup = spawn(process.execPath, [...HALF_WAY, script, folder], {
        env,
        stdio: 'ignore',
      });
      const ended = once(backup, 'exit');
      await vi.waitUntil(() => existsSync(folder), { ...PATIENCE, interval: 1 });
      backup.kill(signal);
      expect(await ended).toEqual([code, null]);
      await vi.waitUntil(() => databaseProcess(DATA_DIR) === null, { timeout: 10_000 });
      expect(existsSync(folder)).toBe(false);
      await run('backup', folder, DATA_DIR);
    },
    120_000,
  );

  test('into a place that cannot hold it is refused in one line', async () => {
    const server = await startProcess();
    await server.ready();
    const file = path.join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const work = run('backup', path.join(file, 'backup'), server.settings.DATA_DIR);
    expect(await problemOf(work)).toMatch(/^ENOTDIR.*$/);
  }, 120_000);

  test('that cannot be restored here leaves nothing behind', async () => {
    const [folder, DATA_DIR] = [temporaryFolder(), temporaryFolder()];
    putSecret(folder, 'first-hour-key', 'its');
    putManifest(folder, { ...MIGRATIONS, '9999-of-another-version.sql': '' });
    expect(await problemOf(run('restore', folder, DATA_DIR))).toMatch(/by another version/);
    putManifest(folder, { ...MIGRATIONS, '0001-baseline.sql': 'of other statements' });
    expect(await problemOf(run('restore', folder, DATA_DIR))).toMatch(/by another version/);
    putManifest(folder);
    mkdirSync(path.join(folder, 'files'));
    const settings = { DATA_DIR, FILES_URL: 's3://bucket' };
    expect(await problemOf(run('restore', folder, settings))).toMatch(/FILES_URL names S3/);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  test('is not restored beside other secrets, with which nothing of it could be opened', async () => {
    const [folder, dataDir] = [temporaryFolder(), temporaryFolder()];
    putManifest(folder);
    putSecret(folder, 'jwt-key.json', '{"its": 1}');
    putSecret(folder, 'first-hour-key', 'its');
    writeFileSync(path.join(dataDir, 'jwt-key.json'), '{"another": 1}');
    expect(await problemOf(run('restore', folder, dataDir))).toMatch(
      /^DATA_DIR has another jwt-key\.json: .*$/,
    );
    expect(existsSync(path.join(dataDir, 'first-hour-key'))).toBe(false);
  });

  test('of nothing is refused in one line, and leaves nothing behind', async () => {
    const DATABASE_URL = await emptyDatabase();
    const nobody = `postgres://somebody:secret@127.0.0.1:${await portForTest()}/unblock`;
    const folder = path.join(temporaryFolder(), 'backup');
    for (const [settings, problem] of [
      [{}, /^Nothing to back up: no DATABASE_URL, .*$/],
      [{ DATABASE_URL }, /^Nothing to back up: no server has used the database \S+ yet$/],
      [{ DATABASE_URL: nobody }, /^The database does not answer: .*$/],
    ] as const) {
      const said = await problemOf(run('backup', folder, settings));
      expect(said).toMatch(problem);
      expect(said).not.toContain('secret');
      expect(existsSync(folder)).toBe(false);
    }
  });

  test('is not restored by a role that may not, which is told what it lacks', async () => {
    const DATABASE_URL = await emptyDatabase();
    const [folder, DATA_DIR] = [temporaryFolder(), temporaryFolder()];
    putManifest(folder);
    putSecret(folder, 'first-hour-key', 'its');
    expect(await problemOf(run('restore', folder, { DATABASE_URL, DATA_DIR }))).toMatch(
      /^The database role may not restore.* grant set on parameter session_replication_role to ROLE$/,
    );
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });
});
