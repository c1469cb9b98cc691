import { readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { CodeFile, Snapshot } from '#domain/code.ts';
import type { Ticket } from '#domain/ticket.ts';
import { connect, queries } from '../database/database.ts';
import { sweepIncoming } from '../files/remove-files.ts';
import { freeJobs } from '../start/free-jobs.ts';
import { openStore } from '../store/open-store.ts';
import { aRequest } from '../testing/deeds.ts';
import { sendTo } from '../testing/files.ts';
import { type Call, databaseUrl, newCustomer, startProcess } from '../testing/server-process.ts';
import { LONG } from '../testing/soak.ts';
import { zipOf } from '../testing/write-zip.ts';
import { removePacks } from './remove-packs.ts';

const KILLS = LONG ? 8 : 2;
const FILES = 4000;
const TWO_HOURS_MS = 2 * 3_600_000;

/** Large enough to be killed in the middle. */
function project(): Buffer {
  const line = (at: number) => `export const value${at} = compute(${at});\n`.repeat(60);
  return zipOf(
    Object.fromEntries(
      Array.from({ length: FILES }, (_, at) => [`src/part${at % 50}/file${at}.ts`, line(at)]),
    ),
  );
}

test('an intake whose server is killed is done again: nothing is half stored, and nothing left behind', async () => {
  let server = await startProcess({ CONFIRM_EMAIL: 'false' });
  await server.ready();
  const { token, call } = await newCustomer(server.url);
  const { body: ticket } = await call<Ticket>('POST', '/api/tickets', aRequest);
  const { fileKey } = await sendTo(server.url, token, { name: 'a.zip', content: project() });
  const input = { file_key: fileKey, kind: 'project' };
  const { body } = await call<Snapshot>('POST', `/api/tickets/${ticket.id}/snapshots`, input);
  const at = `/api/snapshots/${body.id}`;
  for (let kill = 0; kill < KILLS; kill++) {
    await untilPacked(server.settings.DATA_DIR, kill);
    server.kill('SIGKILL');
    await server.ended;
    server = await startProcess(server.settings);
    await server.ready();
    expect((await call<Snapshot>('GET', at)).body.state).toBe('reading');
    await withDatabase(server.settings.DATA_DIR, freed);
  }
  expect(await untilRead(call, at)).toMatchObject({ state: 'ready', files: FILES });
  const file = await call<CodeFile>('GET', `${at}/file?path=src/part7/file7.ts`);
  expect(file.body.text).toContain('value7 = compute(7)');
  await withDatabase(server.settings.DATA_DIR, expectNothingLeft);
}, 180_000);

/** Until an intake has begun to write; each time a little further. */
async function untilPacked(folder: string, further: number): Promise<void> {
  const incoming = path.join(folder, 'files', 'incoming');
  const before = readdirSync(incoming).length;
  while (readdirSync(incoming).length === before) await sleep(5);
  await sleep(100 * further);
}

async function untilRead(call: Call, at: string): Promise<Snapshot> {
  for (;;) {
    const { body } = await call<Snapshot>('GET', at);
    if (body.state !== 'reading') return body;
    await sleep(100);
  }
}

interface Kept {
  db: ReturnType<typeof queries>;
  folder: string;
}

async function withDatabase(folder: string, work: (kept: Kept) => Promise<void>): Promise<void> {
  const pool = connect(databaseUrl(folder), { connections: 1 });
  await work({ db: queries(pool), folder }).finally(() => pool.end());
}

/** What another server does a minute after the death of the first. */
async function freed({ db }: Kept): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour'
    where locked_at is not null`.execute(db);
  await freeJobs(db);
}

/** Two hours later, after the jobs that tidy up, there is one pack, and no row or file beside it. */
async function expectNothingLeft({ db, folder }: Kept): Promise<void> {
  const files = await openStore({ filesUrl: `file://${folder}/files`, dataDir: folder });
  const packs = () => readdirSync(path.join(folder, 'files', 'packs')).sort();
  const rows = () => db.selectFrom('code_packs').select(['key', 'size']).execute();
  expect((await rows()).filter(({ size }) => size === null).length).toBe(KILLS);
  const long = new Date(Date.now() - TWO_HOURS_MS);
  await db.updateTable('code_packs').set({ created_at: long }).execute();
  for (const name of readdirSync(files.incoming))
    utimesSync(path.join(files.incoming, name), long, long);
  await removePacks({ db, files });
  await sweepIncoming(files);
  expect(readdirSync(files.incoming)).toEqual([]);
  expect((await rows()).map(({ key }) => key)).toEqual(packs());
  expect(packs()).toHaveLength(1);
  const { blobs, trees } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('code_blobs')
        .select(({ fn }) => fn.countAll().as('count'))
        .as('blobs'),
      selectFrom('code_trees')
        .select(({ fn }) => fn.countAll().as('count'))
        .as('trees'),
    ])
    .executeTakeFirstOrThrow();
  expect([Number(blobs), Number(trees)]).toEqual([FILES, 52]);
}
