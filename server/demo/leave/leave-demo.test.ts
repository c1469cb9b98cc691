import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { CHILD_ENV } from '../../testing/child-env.ts';
import { dropDatabase } from '../../testing/drop-database.ts';
import { newDatabase } from '../../testing/new-database.ts';
import { type Settings, startProcess, temporaryFolder } from '../../testing/server-process.ts';

const key = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** What production asks for. */
const GOOD = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://unblock.test',
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1:9',
  JWT_KEY: key().export({ format: 'pem', type: 'pkcs8' }).toString(),
  SERVICE_API_KEY: randomBytes(32).toString('base64'),
  FIRST_HOUR_KEY: randomBytes(32).toString('base64'),
  RATE_LIMITS: 'on',
};

async function refusal(settings: Settings): Promise<string> {
  const server = await startProcess(settings);
  // One that serves instead would never end.
  void server.ready().then(
    () => server.kill('SIGKILL'),
    () => undefined,
  );
  const { code, output } = await server.ended;
  expect({ code, lines: output.trimEnd().split('\n').length }).toEqual({ code: 1, lines: 1 });
  return output;
}

/** A server that was tried out, and stopped. @returns its settings */
async function triedOut(settings: Settings = {}): Promise<Settings> {
  const server = await startProcess({ DEMO: 'on', ...settings });
  await server.ready();
  writeFileSync(path.join(server.settings.DATA_DIR, 'inbox', 'left.eml'), 'Subject: a link');
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  return { ...settings, DATA_DIR: server.settings.DATA_DIR };
}

function leave(settings: Settings, ...args: string[]) {
  const script = path.join(import.meta.dirname, 'leave-demo.ts');
  const env = { ...CHILD_ENV, ...settings };
  return promisify(execFile)(process.execPath, [script, ...args], { env });
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ stderr }: { stderr: string }) => stderr.trim(),
  );

/** An empty database of a role that is no superuser. */
async function ownDatabase(): Promise<string> {
  const url = new URL(inject('databaseUrl'));
  const name = `trial_${randomBytes(6).toString('hex')}`;
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

const FINDINGS = [
  /customer@example\.com, .*moderator@example\.com/,
  /sandbox payments: \d+ payments/,
  /DATA_DIR\/jwt-key\.json/,
  /DATA_DIR\/service-api-key/,
  /DATA_DIR\/first-hour-key/,
  /DATA_DIR\/inbox/,
  /npm run leave-demo/,
];

describe('a production start after trying out', () => {
  test('is refused with each finding by name, until the command has removed them', async () => {
    const tried = await triedOut();
    const folder = tried.DATA_DIR ?? '';
    const said = await refusal({ ...tried, ...GOOD });
    for (const finding of FINDINGS) expect(said).toMatch(finding);
    // With settings that are refused anyway, all is said at once.
    const unfit = { PAYMENTS: '', CONFIRM_EMAIL: 'false', MODERATOR_MFA: 'offered' };
    const more = await refusal({ ...tried, ...GOOD, ...unfit });
    for (const finding of [...FINDINGS, /PAYMENTS/, /CONFIRM_EMAIL/, /MODERATOR_MFA/])
      expect(more).toMatch(finding);

    // Nobody is there to ask, and nothing was said beforehand.
    expect(await problemOf(leave({ ...tried, ...GOOD }))).toMatch(/--yes/);
    expect(await problemOf(leave({ ...tried, ...GOOD }, 'perhaps'))).toMatch(/^Usage/);
    const JWT_KEY = readFileSync(path.join(folder, 'jwt-key.json'), 'utf8');
    const used = { ...tried, ...GOOD, JWT_KEY };
    expect(await refusal(used)).toMatch(/JWT_KEY is the generated secret/);
    expect(await problemOf(leave(used, '--yes'))).toMatch(/^First: JWT_KEY is the generated/);
    expect(readdirSync(path.join(folder, 'files/originals')).length).toBeGreaterThan(3);

    const { stdout } = await leave({ ...tried, ...GOOD }, '--yes');
    expect(stdout).toMatch(/demo accounts: customer@example\.com[\s\S]*\nRemoved\n$/);
    expect(readdirSync(path.join(folder, 'files/originals'))).toEqual([]);
    for (const name of ['jwt-key.json', 'service-api-key', 'first-hour-key', 'inbox'])
      expect({ name, isThere: existsSync(path.join(folder, name)) }).toEqual({
        name,
        isThere: false,
      });
    expect((await leave({ ...tried, ...GOOD }, '--yes')).stdout).toMatch(/^Nothing of the demo/);

    const server = await startProcess({ ...tried, ...GOOD });
    await server.ready();
    const password = { email: 'customer@example.com', password: 'unblock-demo' };
    const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(password),
    });
    expect(answer.status).toBe(400);
    server.kill('SIGTERM');
    expect((await server.ended).output).toMatch(/WARNING: production on the embedded database/);
  }, 300_000);

  test('is refused alike on a database of one’s own, and the command is enough there too', async () => {
    const DATABASE_URL = await ownDatabase();
    await triedOut({ DATABASE_URL });
    const production = { ...GOOD, DATABASE_URL, DATA_DIR: temporaryFolder() };
    const said = await refusal(production);
    expect(said).toMatch(/customer@example\.com.*sandbox payments.*npm run leave-demo/);
    expect(said).not.toContain('DATA_DIR/');
    expect((await leave(production, '--yes')).stdout).toMatch(/\nRemoved\n$/);
    const server = await startProcess(production);
    await server.ready();
  }, 300_000);
});

describe('a setting that is a risk', () => {
  const risks: [string, string, string][] = [
    ['PUBLIC_URL', 'http://unblock.test', 'http'],
    ['CONFIRM_EMAIL', 'false', 'unconfirmed'],
    ['RATE_LIMITS', 'off', 'no-limits'],
    ['MODERATOR_MFA', 'offered', 'moderators-without-mfa'],
  ];

  test('is refused in production by name, all of them in one answer', async () => {
    const all = Object.fromEntries(risks.map(([name, value]) => [name, value]));
    const said = await refusal({ ...GOOD, ...all, DATA_DIR: temporaryFolder() });
    for (const [name, value, word] of risks) {
      expect(said).toContain(`${name}=${name === 'PUBLIC_URL' ? 'http://' : value}`);
      expect(said).toContain(`ALLOW_IN_PRODUCTION=${word}`);
    }
  });

  test('of links that lead nowhere, as no PUBLIC_URL is set, is said aloud', async () => {
    const server = await startProcess({ ...GOOD, PUBLIC_URL: '' });
    await server.ready();
    server.kill('SIGTERM');
    expect((await server.ended).output).toMatch(/WARNING: .* http:\/\/localhost:\d+.* PUBLIC_URL/);
  });

  test('of a database role that may do everything, is said aloud', async () => {
    const server = await startProcess({ ...GOOD, DATABASE_URL: await newDatabase() });
    await server.ready();
    server.kill('SIGTERM');
    expect((await server.ended).output).toMatch(/^WARNING: DATABASE_URL .* superuser/m);
  });

  test('is served where it is meant, and said aloud by the start', async () => {
    const all = Object.fromEntries(risks.map(([name, value]) => [name, value]));
    const ALLOW_IN_PRODUCTION = risks.map(([, , word]) => word).join(', ');
    const server = await startProcess({ ...GOOD, ...all, ALLOW_IN_PRODUCTION });
    await server.ready();
    server.kill('SIGTERM');
    const { output } = await server.ended;
    for (const [name] of risks)
      expect(output).toMatch(new RegExp(`WARNING: allowed in production: ${name}=`));
  }, 300_000);
});
