import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConfigError, readConfig } from '../config/config.ts';
import { aRequest } from './deeds.ts';
import { PATIENCE, quickest, timeOf } from './patience.ts';
import { portForTest } from './ports.ts';
import {
  answers,
  databaseProcess,
  databaseUrl,
  MAIN,
  newCustomer,
  openStream,
  startProcess,
  temporaryFolder,
} from './server-process.ts';
import { openWorld } from './world.ts';

describe('settings', () => {
  const bad = {
    HOST: 'not a host',
    PORT: '70000',
    TRUST_PROXY: '10.0.0.0/33',
    PUBLIC_URL: 'ftp://example.com',
    DATA_DIR: '/dev/null/data',
    DATABASE_URL: 'mysql://localhost/unblock',
    DATABASE_DIRECT_URL: 'postgres://localhost/unblock',
    DATABASE_READ_URL: 'postgres://localhost/unblock',
    DATABASE_OWNER_URL: 'postgres://localhost/unblock',
    FILES_URL: 'http://example.com/files',
    FILES_ORIGIN: 'https://files.example/folder',
    SMTP_URL: 'localhost:25',
    MAIL_FROM: 'nobody',
    INBOX_PORT: 'none',
    PAYMENTS: 'cash',
    JWT_KEY: 'secret',
    SERVICE_API_KEY: 'short',
    METRICS_KEY: 'short',
    FIRST_HOUR_KEY: 'short',
    CONFIRM_EMAIL: 'yes',
    MODERATOR_MFA: 'never',
    RATE_LIMITS: 'true',
    DEMO: '1',
    ALLOW_IN_PRODUCTION: 'everything',
  };

  test.each(Object.entries(bad))('a bad %s is named in one line', async (name, value) => {
    const read = readConfig({ DATA_DIR: temporaryFolder(), [name]: value });
    await expect(read).rejects.toThrow(ConfigError);
    await expect(read).rejects.toThrow(new RegExp(`^[^\\n]*\\b${name}\\b[^\\n]*$`));
  });

  test.each([
    ['PUBLIC_URL', 'https://unblock.example/app'],
    ['PUBLIC_URL', 'https://unblock.example/?from=mail'],
    ['PUBLIC_URL', 'https://somebody@unblock.example'],
    ['SMTP_URL', 'smtp://'],
  ])('a %s that leads nowhere, %s, is named', async (name, value) => {
    const read = readConfig({ DATA_DIR: temporaryFolder(), [name]: value });
    await expect(read).rejects.toThrow(new RegExp(`^${name} is not valid`));
  });

  test('links name the site as browsers do', async () => {
    const PUBLIC_URL = 'https://Unblock.Example:443/';
    const { publicUrl } = await readConfig({ DATA_DIR: temporaryFolder(), PUBLIC_URL });
    expect(publicUrl).toBe('https://unblock.example');
  });

  test.each(['0.0.0.0/0', '10.0.0.0/8, ::/0'])('proxies anywhere, %s, are none', async (all) => {
    const read = readConfig({ DATA_DIR: temporaryFolder(), TRUST_PROXY: all });
    await expect(read).rejects.toThrow(/^TRUST_PROXY is not valid/);
  });

  test('a key that is no ES256 key is refused by name', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const JWT_KEY = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    await expect(readConfig({ DATA_DIR: temporaryFolder(), JWT_KEY })).rejects.toThrow('JWT_KEY');
  });

  test('files lie in DATA_DIR, whatever its name', async () => {
    const DATA_DIR = path.join(temporaryFolder(), 'C# 100% ?');
    const { filesUrl } = await readConfig({ DATA_DIR });
    expect(fileURLToPath(filesUrl)).toBe(path.join(DATA_DIR, 'files'));
  });

  test('the demo is there for the usual host, named or not', async () => {
    const DATA_DIR = temporaryFolder();
    expect(await readConfig({ DATA_DIR, HOST: '127.0.0.1' })).toMatchObject({ demo: true });
    expect(await readConfig({ DATA_DIR, HOST: '0.0.0.0' })).toMatchObject({ demo: false });
  });

  test('the demo is not there where its people could not pay in the sandbox', async () => {
    const stripe = { DATA_DIR: temporaryFolder(), PAYMENTS: 'stripe' };
    expect(await readConfig(stripe)).toMatchObject({ demo: false });
    await expect(readConfig({ ...stripe, DEMO: 'on' })).rejects.toThrow('DEMO=on and PAYMENTS');
  });

  test('an empty setting is as good as none', async () => {
    const config = await readConfig({ DATA_DIR: temporaryFolder(), PORT: '', DEMO: '' });
    expect(config).toMatchObject({ port: 3000, demo: true });
  });

  test('one port cannot serve both the pages and the inbox', async () => {
    const same = { DATA_DIR: temporaryFolder(), PORT: '4000', INBOX_PORT: '4000' };
    await expect(readConfig(same)).rejects.toThrow('INBOX_PORT and PORT');
  });

  test('files cannot have an origin of their own on the host of the pages', async () => {
    const same = { PUBLIC_URL: 'https://unblock.example', FILES_ORIGIN: 'https://unblock.example' };
    const read = readConfig({ DATA_DIR: temporaryFolder(), ...same });
    await expect(read).rejects.toThrow('FILES_ORIGIN and PUBLIC_URL');
  });

  test('generated secrets are kept for the next start, for nobody else to read', async () => {
    const DATA_DIR = temporaryFolder();
    const [first, second] = [await readConfig({ DATA_DIR }), await readConfig({ DATA_DIR })];
    expect(second).toEqual(first);
    for (const name of ['jwt-key.json', 'service-api-key', 'first-hour-key']) {
      expect(modeOf(path.join(DATA_DIR, name))).toBe('600');
    }
  });

  test('two servers that start at once on a new folder agree on the secrets', async () => {
    const DATA_DIR = temporaryFolder();
    const [one, other] = await Promise.all([readConfig({ DATA_DIR }), readConfig({ DATA_DIR })]);
    expect(one.jwtKey).toEqual(other.jwtKey);
    expect(one.serviceApiKey).toBe(other.serviceApiKey);
  });

  test('production refuses everything that is for trying out, each by name', async () => {
    const DATA_DIR = temporaryFolder();
    const read = readConfig({ DATA_DIR, NODE_ENV: 'production', DEMO: 'on' });
    const missing = ['PAYMENTS', 'inbox', 'SMTP_URL', 'DEMO', 'JWT_KEY'];
    for (const name of [...missing, 'SERVICE_API_KEY', 'FIRST_HOUR_KEY']) {
      await expect(read).rejects.toThrow(name);
    }
  });

  test.each([
    ['SERVICE_API_KEY', 'sixteen-and-more'],
    ['SERVICE_API_KEY', 'abcd'.repeat(10)],
    ['FIRST_HOUR_KEY', 'abcd'.repeat(10)],
    ['SERVICE_API_KEY', 'change-me-before-you-go-live-0123456789'],
    ['JWT_KEY', '{"d":"870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE"}'],
  ])('production refuses the %s %s, which can be guessed', async (name, value) => {
    const read = readConfig({
      DATA_DIR: temporaryFolder(),
      NODE_ENV: 'production',
      SERVICE_API_KEY: randomBytes(32).toString('base64'),
      [name]: value,
    });
    await expect(read).rejects.toThrow(new RegExp(`${name} is (short|an example)`));
  });

  test('a random key is one that production takes', async () => {
    const SERVICE_API_KEY = randomBytes(32).toString('base64');
    const read = readConfig({
      DATA_DIR: temporaryFolder(),
      NODE_ENV: 'production',
      SERVICE_API_KEY,
    });
    await expect(read).rejects.not.toThrow('SERVICE_API_KEY');
  });

  test('the process ends with code 1 and one line for a bad value', async () => {
    const server = await startProcess({ RATE_LIMITS: 'maybe' }, MAIN);
    expect(await server.ended).toEqual({
      code: 1,
      output: 'RATE_LIMITS is not valid: expected on or off.\n',
    });
  });

  test('a production process without its settings ends with one line', async () => {
    const { code, output } = await (await startProcess({ NODE_ENV: 'production' }, MAIN)).ended;
    expect({ code, lines: linesOf(output) }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/PAYMENTS.*SMTP_URL/)],
    });
  });
});

describe('a start that cannot work', () => {
  test('names the PORT that is in use', async () => {
    const PORT = await usedPort();
    const { code, output } = await (await startProcess({ PORT }, MAIN)).ended;
    expect({ code, output }).toEqual({ code: 1, output: `PORT ${PORT} is in use.\n` });
  });

  test('names the INBOX_PORT that is in use, and leaves no database behind', async () => {
    const INBOX_PORT = await usedPort();
    const server = await startProcess({ INBOX_PORT });
    expect(await server.ended).toEqual({
      code: 1,
      output: `INBOX_PORT ${INBOX_PORT} is in use.\n`,
    });
    expect(databaseProcess(server.settings.DATA_DIR)).toBeNull();
  });

  test('names the DATABASE_URL where nobody answers, without its password', async () => {
    const DATABASE_URL = `postgres://somebody:secret@127.0.0.1:${await portForTest()}/unblock`;
    const { code, output } = await (await startProcess({ DATABASE_URL })).ended;
    expect({ code, lines: linesOf(output) }).toEqual({
      code: 1,
      lines: [expect.stringContaining('DATABASE_URL')],
    });
    expect(output).not.toContain('secret');
  });

  test('says that the database is that of a newer version, and leaves it as it is', async () => {
    const DATABASE_URL = await databaseOfNewer('9999-later.sql');
    const { code, output } = await (await startProcess({ DATABASE_URL })).ended;
    expect({ code, lines: linesOf(output) }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^The database is that of a newer version: /)],
    });
  });

  test.each([
    ['a file', () => aFile()],
    ['a place where nobody may write', () => '/proc/unblock'],
  ])('names the DATA_DIR that is %s', async (_what, make) => {
    const DATA_DIR = make();
    const { code, output } = await (await startProcess({ DATA_DIR }, MAIN)).ended;
    expect({ code, lines: linesOf(output) }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^DATA_DIR cannot be used \(\w+\): /)],
    });
  });

  test('names the DATA_DIR that is damaged, and leaves nothing running', async () => {
    const DATA_DIR = temporaryFolder();
    mkdirSync(path.join(DATA_DIR, 'postgres'));
    writeFileSync(path.join(DATA_DIR, 'postgres/PG_VERSION'), '9.1\n');
    const { code, output } = await (await startProcess({ DATA_DIR })).ended;
    expect({ code, lines: linesOf(output) }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/did not start.*postgres\.log/)],
    });
  });
});

describe('two servers', () => {
  test('run side by side, but not on one DATA_DIR', async () => {
    // Each finds a port for its inbox where none is named.
    const unnamed = { INBOX_PORT: '' };
    const [one, other] = await Promise.all([startProcess(unnamed), startProcess(unnamed)]);
    await Promise.all([one.ready(), other.ready()]);
    const { DATA_DIR } = one.settings;
    const third = await startProcess({ DATA_DIR });
    expect(await third.ended).toEqual({
      code: 1,
      output: `DATA_DIR is in use by another server: ${DATA_DIR}\n`,
    });
    expect(await answers(`${one.url}/readyz`)).toBe(true);
    expect(await answers(`${other.url}/readyz`)).toBe(true);
    one.kill('SIGTERM');
    expect((await one.ended).code).toBe(0);
    expect(await answers(`${other.url}/readyz`)).toBe(true);
  });
});

describe('a server that stands still for a moment', () => {
  // Those beyond its room knock again after one second, after three and after seven.
  test.runIf(process.platform === 'linux')('lets a thousand in who come meanwhile', async () => {
    const server = await startProcess();
    await server.ready();
    server.kill('SIGSTOP');
    let isIn = 0;
    for (let count = 0; count < 1000; count++) {
      const caller = connect(Number(server.settings.PORT), '127.0.0.1', () => void isIn++);
      caller.on('error', () => undefined);
      onTestFinished(() => void caller.destroy());
    }
    await expect.poll(() => isIn, PATIENCE).toBe(1000);
  });
});

describe('a shutdown', () => {
  test('lets running requests finish, closes live streams and stops the database', async () => {
    expect(await quickest(5000, stopWhileAsked)).toBeLessThan(5000);
  });

  /** @returns how long it still took once the last request could be answered (ms) */
  async function stopWhileAsked(): Promise<number> {
    const server = await startProcess({ CONFIRM_EMAIL: 'false' });
    await server.ready();
    const { token, call } = await newCustomer(server.url);
    const stream = await openStream(server.url, token);
    const { body: ticket } = await call<{ id: string }>('POST', '/api/tickets', aRequest);
    const lock = await lockTicket(server.settings.DATA_DIR, ticket.id);
    const edit = call<{ budget: string }>('PATCH', `/api/tickets/${ticket.id}`, { budget: '$900' });
    await vi.waitUntil(() => lock.isWaitedFor(), PATIENCE);

    server.kill('SIGTERM');
    await stream.ended;
    await vi.waitUntil(async () => !(await answers(`${server.url}/healthz`)), PATIENCE);
    const rest = await timeOf(async () => {
      await lock.release();
      expect(await edit).toMatchObject({ status: 200, body: { budget: '$900' } });
      expect((await server.ended).code).toBe(0);
    });
    expect(databaseProcess(server.settings.DATA_DIR)).toBeNull();
    expect(await answers(`http://127.0.0.1:${server.settings.INBOX_PORT}/healthz`)).toBe(false);
    return rest;
  }

  test('begins no job any more while a request still runs, and might run too long', async () => {
    const server = await startProcess({ CONFIRM_EMAIL: 'false' });
    await server.ready();
    const { call } = await newCustomer(server.url);
    const { body: ticket } = await call<{ id: string }>('POST', '/api/tickets', aRequest);
    const lock = await lockTicket(server.settings.DATA_DIR, ticket.id);
    const edit = call('PATCH', `/api/tickets/${ticket.id}`, { budget: '$900' });
    await vi.waitUntil(() => lock.isWaitedFor(), PATIENCE);
    const database = new pg.Client({ connectionString: databaseUrl(server.settings.DATA_DIR) });
    await database.connect();

    server.kill('SIGTERM');
    await vi.waitUntil(async () => !(await answers(`${server.url}/healthz`)), PATIENCE);
    await database.query(`select graphile_worker.add_job('tidy', job_key => 'late')`);
    // They look for jobs every second.
    await sleep(2500);
    const { rows } = await database.query(
      `select attempts from graphile_worker.jobs where key = 'late'`,
    );
    expect(rows).toEqual([{ attempts: 0 }]);
    await database.end();
    await lock.release();
    await edit;
    expect((await server.ended).code).toBe(0);
  });

  test('by Ctrl-C, which every process of the terminal hears, is as clean', async () => {
    const server = await startProcess({ CONFIRM_EMAIL: 'false' });
    await server.ready();
    const { token, call } = await newCustomer(server.url);
    const stream = await openStream(server.url, token);
    expect((await call('POST', '/api/tickets', aRequest)).status).toBe(201);
    server.interrupt();
    const { code, output } = await server.ended;
    await stream.ended;
    expect(code, output).toBe(0);
    expect(output).toMatch(/ready.*\nInbox.*\nWARN.*\n$/);
    expect(databaseProcess(server.settings.DATA_DIR)).toBeNull();
    expect(lastLineOf(path.join(server.settings.DATA_DIR, 'postgres.log'))).toContain('shut down');
  });

  test('that comes during the start leaves nothing running either', async () => {
    const server = await startProcess();
    await vi.waitUntil(() => databaseProcess(server.settings.DATA_DIR), PATIENCE);
    server.interrupt();
    expect((await server.ended).code).toBe(0);
    expect(databaseProcess(server.settings.DATA_DIR)).toBeNull();
  });
});

function linesOf(output: string): string[] {
  return output.trimEnd().split('\n');
}

function lastLineOf(file: string): string {
  return linesOf(readFileSync(file, 'utf8')).at(-1) ?? '';
}

async function databaseOfNewer(migration: string): Promise<string> {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const { pool, config } = world.context;
  await pool.query(`insert into kysely_migration (name, timestamp) values ($1, now())`, [
    migration,
  ]);
  return config.databaseUrl ?? '';
}

async function usedPort(): Promise<string> {
  const port = await portForTest();
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return String(port);
}

function aFile(): string {
  const file = path.join(temporaryFolder(), 'data');
  writeFileSync(file, '');
  return file;
}

/** Holds a request's row, so that whoever wants to change it waits. */
async function lockTicket(folder: string, id: string) {
  const client = new pg.Client({ connectionString: databaseUrl(folder) });
  await client.connect();
  await client.query('begin');
  await client.query('select from tickets where id = $1 for update', [id]);
  return {
    isWaitedFor: async () => {
      const { rowCount } = await client.query(
        "select from pg_stat_activity where wait_event_type = 'Lock'",
      );
      return rowCount !== 0;
    },
    release: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

function modeOf(file: string): string {
  return (statSync(file).mode & 0o777).toString(8);
}
