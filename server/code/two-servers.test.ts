import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Snapshot } from '#domain/code.ts';
import type { Ticket } from '#domain/ticket.ts';
import { readConfig } from '../config/config.ts';
import { connect, queries } from '../database/database.ts';
import { aRequest } from '../testing/deeds.ts';
import { sendTo } from '../testing/files.ts';
import { newDatabase } from '../testing/new-database.ts';
import { newCustomer, startProcess, temporaryFolder } from '../testing/server-process.ts';
import { zipOf } from '../testing/write-zip.ts';

const PEOPLE = 3;
const EACH = 2;
const FILES = 2500;
/** After a server was killed, another one goes on by then. */
const GOES_ON = { timeout: 60_000, interval: 25 };

function project(): Buffer {
  const line = (at: number) => `export const value${at} = compute(${at});\n`.repeat(60);
  return zipOf(
    Object.fromEntries(
      Array.from({ length: FILES }, (_, at) => [`src/part${at % 50}/file${at}.ts`, line(at)]),
    ),
  );
}

test('two servers on one database read projects one after the other, and one goes on within a minute where the other was killed', async () => {
  const DATABASE_URL = await newDatabase({ migrated: true });
  const { jwtKey } = await readConfig({ DATA_DIR: temporaryFolder() });
  const folder = temporaryFolder();
  const settings = {
    DATABASE_URL,
    FILES_URL: `file://${folder}`,
    JWT_KEY: JSON.stringify(jwtKey),
    CONFIRM_EMAIL: 'false',
    PUBLIC_URL: 'http://localhost',
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  const first = await startProcess(settings);
  await first.ready();
  const incoming = path.join(folder, 'incoming');
  const content = project();
  const people = Array.from({ length: PEOPLE }, () => bring(first.url, content));
  const brought = await Promise.all(people);
  // The first server is in the middle of one when it is killed.
  while (readdirSync(incoming).length === 0) await sleep(5);
  const second = await startProcess(settings);
  await second.ready();
  first.kill('SIGKILL');
  await first.ended;
  const third = await startProcess(settings);
  await third.ready();

  const pool = connect(DATABASE_URL, { connections: 1 });
  const db = queries(pool);
  try {
    const [dead] = await holders(db);
    expect(dead).toBeTruthy();
    await vi.waitUntil(async () => (await holders(db)).some((one) => one !== dead), GOES_ON);
    const atOnce: number[] = [];
    for (let left = PEOPLE * EACH; left > 0; left = await stillRead(db)) {
      atOnce.push((await holders(db)).length);
      await sleep(5);
    }
    expect(Math.max(...atOnce)).toBe(1);
  } finally {
    await pool.end();
  }
  for (const { token, ids } of brought) {
    for (const id of ids) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${second.url}/api/snapshots/${id}`, { headers });
      expect(await answer.json()).toMatchObject({ state: 'ready', files: FILES });
    }
  }
}, 300_000);

type Db = ReturnType<typeof queries>;

/** The runners that read a version now, each as often as it reads one. */
async function holders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ locked_by: string }>`
    select j.locked_by from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'read-snapshot' and j.locked_at is not null`.execute(db);
  return rows.map(({ locked_by }) => locked_by);
}

async function stillRead(db: Db): Promise<number> {
  const waiting = db.selectFrom('snapshots').select('id').where('state', '=', 'reading');
  return (await waiting.execute()).length;
}

/** Brings some projects as a new person, each to a request of its own. */
async function bring(url: string, content: Buffer) {
  const { token, call } = await newCustomer(url);
  const ids: string[] = [];
  for (let count = 0; count < EACH; count++) {
    const { body: ticket } = await call<Ticket>('POST', '/api/tickets', aRequest);
    const { fileKey } = await sendTo(url, token, { name: 'a.zip', content });
    const input = { file_key: fileKey, kind: 'project' };
    const { body } = await call<Snapshot>('POST', `/api/tickets/${ticket.id}/snapshots`, input);
    ids.push(body.id);
  }
  return { token, ids };
}
